// What the operator's and the set-up page share: their bar, their dialogs, their way to fail.

import { h, icon, render } from "./dom.js";
import { isDark, lang, otherLanguage, setTheme } from "./prefs.js";
import { t } from "./strings.js";

const dialog = h("dialog", { "aria-labelledby": "asked" });
const told = h("p", { class: "told", role: "status", "aria-live": "polite" });
document.body.append(dialog, told);
let fading = 0;

export function bar(here, again) {
  return h(
    "header",
    { class: "bar", "data-key": "bar" },
    h("h1", {}, t(here)),
    h(
      "nav",
      { "aria-label": t("title") },
      here === "operator"
        ? null
        : h("a", { class: "button quiet", href: `/operator?lang=${lang}` }, t("operator")),
      here === "setup"
        ? null
        : h("a", { class: "button quiet", href: `/setup?lang=${lang}` }, t("setup")),
      h("a", { class: "button quiet", href: `/?lang=${lang}` }, t("screen")),
      h("a", { class: "button quiet", href: `/history?lang=${lang}` }, t("history")),
      h(
        "button",
        {
          type: "button",
          class: "button quiet round",
          "aria-label": t(isDark() ? "light" : "dark"),
          onclick: () => {
            setTheme(isDark() ? "light" : "dark");
            again();
          },
        },
        icon(isDark() ? "sun" : "moon"),
      ),
      h(
        "a",
        { class: "button quiet", href: otherLanguage(), lang: lang === "fr" ? "en" : "fr" },
        t("language"),
      ),
    ),
  );
}

export function tell(text, bad = false) {
  told.textContent = text;
  told.classList.toggle("wrong", bad);
  told.classList.add("up");
  clearTimeout(fading);
  fading = setTimeout(() => told.classList.remove("up"), bad ? 8000 : 3000);
}

export function openDialog(title, ...content) {
  render(
    dialog,
    h(
      "div",
      { class: "sheet" },
      h(
        "header",
        {},
        h("h2", { id: "asked" }, title),
        h(
          "button",
          {
            type: "button",
            class: "button quiet round",
            "aria-label": t("close"),
            onclick: closeDialog,
          },
          icon("close"),
        ),
      ),
      content,
    ),
  );
  if (!dialog.open) dialog.showModal();
}

export const closeDialog = () => dialog.close();

// Ask before something that people would regret.
export function sure(title, text, run) {
  openDialog(
    title,
    h("p", {}, text),
    h(
      "div",
      { class: "row end" },
      h("button", { type: "button", class: "button", onclick: closeDialog }, t("cancel")),
      h(
        "button",
        {
          type: "button",
          class: "button main",
          onclick: () => {
            closeDialog();
            run();
          },
        },
        t("yes"),
      ),
    ),
  );
}

export const button = (sign, text, run, kind = "", more = {}) =>
  h("button", { type: "button", class: `button ${kind}`, onclick: run, ...more }, icon(sign), text);
