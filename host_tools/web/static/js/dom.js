// Elements made by `h`, and `render`, which changes a page as little as possible: what has focus
// keeps it, and what is moving goes on moving.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set([
  "svg",
  "use",
  "path",
  "g",
  "circle",
  "rect",
  "line",
  "polyline",
  "text",
  "title",
  "tspan",
]);

export function h(tag, props, ...children) {
  const element = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  element.styled = {};
  element.heard = {};
  for (const [name, value] of Object.entries(props ?? {})) set(element, name, value);
  append(element, children);
  return element;
}

function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "style") {
    // Through the object model: a strict policy forbids style attributes.
    element.styled = value;
    for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
  } else if (name.startsWith("on")) {
    element.heard[name] = value;
    element[name] = value;
  } else {
    element.setAttribute(name, value === true ? "" : value);
  }
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

export function icon(name, label) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 24 24", ...named },
    h("use", { href: `/static/icons.svg#${name}` }),
  );
}

export function render(root, ...nodes) {
  const holder = document.createElement("div");
  append(holder, nodes);
  children(root, [...holder.childNodes]);
}

// What is asked for several times in one breath is drawn once.
export function once(draw) {
  let due = 0;
  return () => {
    due ||= setTimeout(() => {
      due = 0;
      draw();
    });
  };
}

const keyOf = (node) => (node.nodeType === 1 ? node.getAttribute("data-key") : null);

function children(parent, wanted) {
  const old = [...parent.childNodes];
  const keyed = new Map(old.filter(keyOf).map((node) => [keyOf(node), node]));
  const plain = old.filter((node) => !keyOf(node));
  let at = parent.firstChild;
  for (const node of wanted) {
    const kept = match(node, keyed, plain);
    if (kept) morph(kept, node);
    const now = kept ?? node;
    if (now === at) at = at.nextSibling;
    else parent.insertBefore(now, at);
  }
  for (const node of [...keyed.values(), ...plain]) if (node.parentNode === parent) node.remove();
}

function match(node, keyed, plain) {
  const key = keyOf(node);
  if (key) {
    const found = keyed.get(key);
    if (!found || found.nodeName !== node.nodeName) return undefined;
    keyed.delete(key);
    return found;
  }
  const index = plain.findIndex((old) => old.nodeName === node.nodeName);
  return index < 0 ? undefined : plain.splice(index, 1)[0];
}

function morph(from, to) {
  if (from.nodeType !== 1) {
    if (from.data !== to.data) from.data = to.data;
    return;
  }
  attributes(from, to);
  listeners(from, to);
  if (!from.hasAttribute("data-own")) children(from, [...to.childNodes]);
}

// What people have opened, typed or chosen is theirs.
const THEIRS = { DETAILS: ["open"], DIALOG: ["open"], INPUT: ["value", "checked"] };

function attributes(from, to) {
  const theirs = THEIRS[from.nodeName] ?? [];
  for (const { name } of [...from.attributes])
    if (!to.hasAttribute(name) && name !== "style" && !theirs.includes(name))
      from.removeAttribute(name);
  for (const { name, value } of [...to.attributes])
    if (name !== "style" && !theirs.includes(name) && from.getAttribute(name) !== value)
      from.setAttribute(name, value);
  for (const key of Object.keys(from.styled ?? {}))
    if (!(key in (to.styled ?? {}))) from.style.removeProperty(key);
  for (const [key, text] of Object.entries(to.styled ?? {})) from.style.setProperty(key, text);
  from.styled = to.styled ?? {};
}

function listeners(from, to) {
  for (const name of Object.keys(from.heard ?? {}))
    if (!(name in (to.heard ?? {}))) from[name] = null;
  for (const [name, act] of Object.entries(to.heard ?? {})) from[name] = act;
  from.heard = to.heard ?? {};
}
