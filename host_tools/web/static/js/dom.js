// Elements made by `h`, and `render`, which changes a page as little as possible: the focus and
// running animations stay.

/**
 * @typedef {Node | string | number | null | undefined | false | Child[]} Child
 * @typedef {(event: Event & { target: HTMLInputElement }) => unknown} Listener
 * @typedef {Record<string, string>} Style
 * @typedef {Record<string, string | number | boolean | null | undefined | Style | Listener>} Props
 * @typedef {{ style: Style, listeners: Record<string, Listener> }} Made what `h` has set
 */

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set("svg use path g circle rect line polyline text title tspan".split(" "));
/** @type {WeakMap<Node, Made>} */
const made = new WeakMap();
const NOTHING = { style: {}, listeners: {} };

/**
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Props} props
 * @param {...Child} children
 * @returns {Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag]
 *   : Tag extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[Tag] : HTMLElement}
 */
export function h(tag, props, ...children) {
  const element = /** @type {any} */ (
    DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag)
  );
  made.set(element, { style: {}, listeners: {} });
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  append(element, children);
  return element;
}

/** @type {(element: any, name: string, value: Props[string]) => void} */
function set(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  const kept = /** @type {Made} */ (made.get(element));
  if (typeof value === "object") {
    // Through the object model: a strict policy forbids style attributes.
    kept.style = value;
    for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
  } else if (typeof value === "function") {
    kept.listeners[name] = value;
    element[name] = value;
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @type {(element: Element, children: Child[]) => void} */
function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false && child !== "")
      element.append(child instanceof Node ? child : String(child));
  }
}

/** @param {string} name @param {string} [label] */
export function icon(name, label) {
  const named = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return h(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 24 24", ...named },
    h("use", { href: `/static/icons.svg#${name}` }),
  );
}

/** @param {Element} root @param {...Child} nodes */
export function render(root, ...nodes) {
  const holder = document.createElement("div");
  append(holder, nodes);
  children(root, [...holder.childNodes]);
}

/**
 * Draw once, however often it was asked for at a time.
 * @param {() => void} draw
 */
export function once(draw) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let due;
  return () => {
    due ??= setTimeout(() => {
      due = undefined;
      draw();
    });
  };
}

/** @param {Node} node @returns {node is Element} */
const isElement = (node) => node.nodeType === 1;

/** @param {Node} node */
const keyOf = (node) => (isElement(node) ? node.getAttribute("data-key") : null);

/** @type {(parent: Element, wanted: Node[]) => void} */
function children(parent, wanted) {
  const old = [...parent.childNodes];
  const keyed = new Map(old.filter(keyOf).map((node) => [keyOf(node), node]));
  const plain = old.filter((node) => !keyOf(node));
  let next = parent.firstChild;
  for (const node of wanted) {
    const kept = match(node, keyed, plain);
    if (kept) morph(kept, node);
    const shown = kept ?? node;
    if (shown === next) next = next.nextSibling;
    else parent.insertBefore(shown, next);
  }
  for (const node of [...keyed.values(), ...plain]) if (node.parentNode === parent) node.remove();
}

/**
 * Take the old node that a new one continues.
 * @param {Node} node
 * @param {Map<string | null, ChildNode>} keyed
 * @param {ChildNode[]} plain
 */
function match(node, keyed, plain) {
  const key = keyOf(node);
  if (key) {
    const kept = keyed.get(key);
    if (kept?.nodeName !== node.nodeName) return undefined;
    keyed.delete(key);
    return kept;
  }
  const index = plain.findIndex((old) => old.nodeName === node.nodeName);
  return index < 0 ? undefined : plain.splice(index, 1)[0];
}

/** @type {(from: Node, to: Node) => void} */
function morph(from, to) {
  if (!isElement(from) || !isElement(to)) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return;
  }
  const before = made.get(from) ?? NOTHING;
  const after = made.get(to) ?? NOTHING;
  attributes(from, to);
  style(/** @type {any} */ (from), before.style, after.style);
  listeners(/** @type {any} */ (from), before.listeners, after.listeners);
  made.set(from, after);
  if (!from.hasAttribute("data-own")) children(from, [...to.childNodes]);
}

/**
 * What people have opened, typed or chosen stays theirs.
 * @type {Record<string, string[]>}
 */
const THEIRS = { DETAILS: ["open"], DIALOG: ["open"], INPUT: ["value", "checked"] };

/** @type {(from: Element, to: Element) => void} */
function attributes(from, to) {
  const kept = ["style", ...(THEIRS[from.nodeName] ?? [])];
  for (const { name } of [...from.attributes])
    if (!kept.includes(name) && !to.hasAttribute(name)) from.removeAttribute(name);
  for (const { name, value } of [...to.attributes])
    if (!kept.includes(name) && from.getAttribute(name) !== value) from.setAttribute(name, value);
}

/** @type {(element: HTMLElement, before: Style, after: Style) => void} */
function style(element, before, after) {
  for (const key of Object.keys(before)) if (!(key in after)) element.style.removeProperty(key);
  for (const [key, text] of Object.entries(after)) element.style.setProperty(key, text);
}

/** @type {(element: any, before: Made["listeners"], after: Made["listeners"]) => void} */
function listeners(element, before, after) {
  for (const name of Object.keys(before)) if (!(name in after)) element[name] = null;
  Object.assign(element, after);
}
