// The fields of the set-up page: choices, ticks and slides, each saved when it changes.

import { h } from "./dom.js";
import { fault, marked } from "./plan.js";
import { t } from "./strings.js";

/**
 * @param {string} field
 * @param {string} label
 * @param {(readonly [value: string, text: string])[]} options
 * @param {string} value
 * @param {(value: string) => void} take
 */
export function select(field, label, options, value, take) {
  return h(
    "select",
    { ...marked(field), "aria-label": label, onchange: (event) => take(event.target.value) },
    options.map(([name, text]) => h("option", { value: name, selected: name === value }, text)),
  );
}

/**
 * Fields under a title, with what is wrong with them.
 * @type {(field: string, title: string, ...content: import("./dom.js").Child[]) => HTMLElement}
 */
export const fields = (field, title, ...content) =>
  h(
    "fieldset",
    { ...marked(field), class: "radios", tabindex: "-1" },
    h("legend", {}, title),
    content,
    fault(field),
  );

/**
 * @template {string | number} Value
 * @param {string} name
 * @param {(readonly [value: Value, text: string])[]} options
 * @param {Value} value
 * @param {(value: Value) => void} take
 */
export const choices = (name, options, value, take) =>
  options.map(([key, text]) =>
    h(
      "label",
      { class: "tick" },
      h("input", {
        type: "radio",
        name,
        value: key,
        "data-checked": String(key === value),
        checked: key === value,
        onchange: () => take(key),
      }),
      h("span", {}, text),
    ),
  );

/**
 * @param {string} name
 * @param {string[]} options
 * @param {string} value
 * @param {(value: string) => void} take
 */
export const radios = (name, options, value, take) =>
  fields(
    name,
    t(name),
    choices(
      name,
      options.map((key) => /** @type {const} */ ([key, t(`${name}_${key}`)])),
      value,
      take,
    ),
  );

/**
 * @param {string} text
 * @param {boolean} on
 * @param {(on: boolean) => void} take
 * @param {boolean} [disabled]
 */
export const tick = (text, on, take, disabled = false) =>
  h(
    "label",
    { class: "tick" },
    h("input", {
      type: "checkbox",
      "data-checked": String(on),
      checked: on,
      disabled,
      onchange: (event) => take(event.target.checked),
    }),
    h("span", {}, text),
  );

/**
 * @param {string} text
 * @param {number} value
 * @param {number} max
 * @param {number} step
 * @param {(value: number) => string} say
 * @param {(value: number) => void} take
 */
export const slide = (text, value, max, step, say, take) =>
  h(
    "label",
    { class: "slide" },
    h("span", {}, text),
    h("input", {
      type: "range",
      min: 0,
      max,
      step,
      "data-value": value,
      value,
      "aria-valuetext": say(value),
      onchange: (event) => take(Number(event.target.value)),
    }),
    h("b", { class: "number" }, say(value)),
  );

/**
 * Show what was saved, except where somebody is typing.
 * @param {Element} root
 */
export function showSaved(root) {
  for (const input of inputs(root, "[data-value]"))
    if (input !== document.activeElement) input.value = input.dataset.value ?? "";
  for (const input of inputs(root, "[data-checked]"))
    input.checked = input.dataset.checked === "true";
  for (const option of /** @type {NodeListOf<HTMLOptionElement>} */ (
    root.querySelectorAll("option[selected]")
  ))
    option.selected = true;
}

/** @type {(root: Element, selector: string) => NodeListOf<HTMLInputElement>} */
const inputs = (root, selector) => root.querySelectorAll(selector);
