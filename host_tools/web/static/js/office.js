// What the pages of the office share: their bar, dialogs, buttons and messages.

import { languageLinks, themeTool } from "./bar.js";
import { makeDialog } from "./dialog.js";
import { h, icon, render } from "./dom.js";
import { messageOf } from "./live.js";
import { alertPill, withRule } from "./parts.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

const dialog = makeDialog("sheet", "asked");
const message = h("p", { class: "told", role: "status", "aria-live": "polite" });
document.body.append(message);
/** @type {number} */
let fading;
/** @type {(() => void) | null} draws what the dialog shows */
let shown = null;
/** @type {string | import("./live.js").Refusal} why the last choice in the dialog failed */
let refused = "";

/** @type {(path: string, key: string) => HTMLElement} */
const place = (path, key) =>
  h("a", { class: "button quiet", href: `${path}?lang=${lang}` }, t(key));

/** @param {"operator" | "setup" | "codes"} page @param {() => void} again draws the page again */
export function bar(page, again) {
  return h(
    "header",
    { class: "bar", "data-key": "bar" },
    h("h1", {}, t(page)),
    h(
      "nav",
      { "aria-label": t("title") },
      page === "operator" ? null : place("/operator", "operator"),
      page === "setup" ? null : place("/setup", "setup"),
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

/**
 * Open a dialog that changes with the page: see `refreshDialog`.
 * @type {(title: string, content: () => import("./dom.js").Child) => void}
 */
export function liveDialog(title, content) {
  refused = "";
  shown = () => dialog.open(title, content(), refused ? alertPill(refused, "wrong") : null);
  shown();
}

/**
 * Open a dialog that stays as it is.
 * @type {(title: string, ...content: import("./dom.js").Child[]) => void}
 */
export function openDialog(title, ...content) {
  shown = () => {};
  dialog.open(title, content);
}

export const closeDialog = dialog.close;

/** Draw an open dialog again. */
export const refreshDialog = () => dialog.isOpen() && shown?.();

/**
 * Ask before something that people would regret.
 * @type {(title: string, text: string, run: () => unknown, yes?: string, kind?: string) => void}
 */
export const sure = (title, text, run, yes, kind) =>
  confirm(title, () => h("p", {}, text), run, yes, kind);

/**
 * Ask before something that needs more than a sentence.
 * @type {(title: string, about: () => import("./dom.js").Child, run: () => unknown, yes?: string,
 *   kind?: string) => void}
 */
export function confirm(title, about, run, yes = t("yes"), kind = "main") {
  liveDialog(title, () => [
    about(),
    h(
      "div",
      { class: "row end" },
      h("button", { type: "button", class: "button", onclick: closeDialog }, t("cancel")),
      choice(yes, kind, run),
    ),
  ]);
}

/**
 * A button of a dialog. The dialog closes when the choice is done, and says there why it is not.
 * @type {(content: import("./dom.js").Child, kind: string, run: () => unknown) =>
 *   HTMLButtonElement}
 */
export const choice = (content, kind, run) =>
  h("button", { type: "button", class: `button ${kind}`, onclick: () => choose(run) }, content);

/** @param {() => unknown} run */
async function choose(run) {
  const before = shown;
  try {
    await run();
    if (shown === before) closeDialog();
  } catch (error) {
    refused = messageOf(error);
    refreshDialog();
  }
}

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
