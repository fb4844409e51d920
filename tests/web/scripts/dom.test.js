import assert from "node:assert/strict";
import test from "node:test";
import { withClass } from "./page.js";

const { h, icon, once, render } = await import("../../../host_tools/web/static/js/dom.js");

/** @param {...import("../../../host_tools/web/static/js/dom.js").Child} items */
const drawn = (...items) => {
  const root = /** @type {any} */ (h("div", {}));
  render(root, ...items);
  return root;
};
/** @param {string} key @param {string} [text] */
const item = (key, text = key) => h("li", { "data-key": key }, text);

test("children may be nested, and what is not there is left out", () => {
  const list = h("ul", {}, [h("li", {}, 1), [null, false, undefined, ""]], "end");
  assert.equal(list.childNodes.length, 2);
  assert.equal(list.textContent, "1end");
});

test("true is an empty attribute, false and null are none", () => {
  const button = h("button", { disabled: true, hidden: false, title: null, tabindex: 0 });
  assert.equal(button.getAttribute("disabled"), "");
  assert.ok(!button.hasAttribute("hidden") && !button.hasAttribute("title"));
  assert.equal(button.getAttribute("tabindex"), "0");
});

test("a keyed element is the same after it has moved", () => {
  const root = drawn(item("a"), item("b"), item("c"));
  const [a, b, c] = root.childNodes;
  render(root, item("c", "third"), item("a"));
  assert.deepEqual([...root.childNodes], [c, a]);
  assert.equal(c.textContent, "third");
  assert.equal(b.parentNode, null);
});

test("a key with another tag is another element", () => {
  const root = drawn(item("a"));
  const [old] = root.childNodes;
  render(root, h("p", { "data-key": "a" }, "new"));
  assert.notEqual(root.firstChild, old);
  assert.equal(root.childNodes.length, 1);
});

test("elements without a key are matched by their tag", () => {
  const root = drawn(h("p", {}, "one"), h("b", {}, "two"));
  const [p, b] = root.childNodes;
  render(root, h("b", {}, "three"));
  assert.deepEqual([...root.childNodes], [b]);
  assert.equal(b.textContent, "three");
  assert.equal(p.parentNode, null);
});

test("attributes, styles and listeners become those of the new element", () => {
  const first = () => "first";
  const second = () => "second";
  const root = drawn(
    h("button", { class: "a", title: "x", style: { left: "1%" }, onclick: first }),
  );
  const [button] = root.childNodes;
  assert.equal(button.onclick, first);
  render(root, h("button", { class: "b", style: { width: "2%" }, onclick: second }));
  assert.equal(button.getAttribute("class"), "b");
  assert.ok(!button.hasAttribute("title"));
  assert.deepEqual([...button.styles], [["width", "2%"]]);
  assert.equal(button.onclick, second);
  render(root, h("button", {}));
  assert.equal(button.onclick, null);
  assert.equal(button.styles.size, 0);
});

test("what people typed or opened stays", () => {
  const root = drawn(h("input", { value: "old" }), h("details", {}));
  const [input, details] = root.childNodes;
  details.setAttribute("open", "");
  render(root, h("input", { value: "new", class: "x" }), h("details", {}));
  assert.equal(input.getAttribute("value"), "old");
  assert.equal(input.getAttribute("class"), "x");
  assert.ok(details.hasAttribute("open"));
});

test("an element that owns its content is left alone", () => {
  const root = drawn(h("div", { "data-own": true }, "mine"));
  render(root, h("div", { "data-own": true }, "theirs"));
  assert.equal(root.textContent, "mine");
});

test("an icon is named or hidden", () => {
  assert.equal(icon("coin", "Coins").getAttribute("aria-label"), "Coins");
  assert.equal(icon("coin").getAttribute("aria-hidden"), "true");
  assert.equal(withClass(icon("coin"), "icon-coin").length, 1);
});

test("a page that is asked several times is drawn once", async () => {
  let times = 0;
  const show = once(() => (times += 1));
  show();
  show();
  await new Promise((done) => setTimeout(done, 5));
  assert.equal(times, 1);
  show();
  await new Promise((done) => setTimeout(done, 5));
  assert.equal(times, 2);
});
