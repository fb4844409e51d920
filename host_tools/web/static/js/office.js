// What the operator's and the set-up page share: their bar, dialogs, buttons and messages.

import { languageLinks, themeTool } from "./bar.js";
import { makeDialog } from "./dialog.js";
import { h, icon, render } from "./dom.js";
import { withRule } from "./parts.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

const dialog = makeDialog("sheet", "asked");
const message = h("p", { class: "told", role: "status", "aria-live": "polite" });
document.body.append(message);
/** @type {number} */
let fading;

/** @type {(path: string, key: string) => HTMLElement} */
const place = (path, key) =>
  h("a", { class: "button quiet", href: `${path}?lang=${lang}` }, t(key));

/** @param {"operator" | "setup"} page @param {() => void} again draws the page again */
export function bar(page, again) {
  return h(
    "header",
    { class: "bar", "data-key": "bar" },
    h("h1", {}, t(page)),
    h(
      "nav",
      { "aria-label": t("title") },
      page === "setup" ? place("/operator", "operator") : place("/setup", "setup"),
      place("/", "screen"),
      place("/history", "history"),
      themeTool(again),
      ...languageLinks(),
    ),
  );
}

/** @type {(text: string | import("./live.js").Refusal, bad?: boolean) => void} */
export function tell(text, bad = false) {
  render(message, withRule(text));
  message.classList.toggle("wrong", bad);
  message.classList.add("up");
  clearTimeout(fading);
  fading = window.setTimeout(() => message.classList.remove("up"), bad ? 8000 : 3000);
}

export const openDialog = dialog.open;
export const closeDialog = dialog.close;

/**
 * Ask before something that people would regret.
 * @type {(title: string, text: string, run: () => void) => void}
 */
export function sure(title, text, run) {
  openDialog(
    title,
    h("p", {}, text),
    h(
      "div",
      { class: "row end" },
      h("button", { type: "button", class: "button", onclick: closeDialog }, t("cancel")),
      choice(t("yes"), "main", run),
    ),
  );
}

/**
 * A button of a dialog: it closes the dialog and acts.
 * @type {(content: import("./dom.js").Child, kind: string, run: () => void) => HTMLElement}
 */
export const choice = (content, kind, run) =>
  h(
    "button",
    {
      type: "button",
      class: `button ${kind}`,
      onclick: () => {
        closeDialog();
        run();
      },
    },
    content,
  );

/**
 * @param {string} sign
 * @param {string} text
 * @param {() => void} run
 * @param {string} [kind]
 * @param {boolean} [disabled]
 */
export const button = (sign, text, run, kind = "", disabled = false) =>
  h(
    "button",
    { type: "button", class: `button ${kind}`, onclick: run, disabled },
    icon(sign),
    text,
  );
