// What people keep of a game that is over: codes for a picture and for BG Stats, the score sheet.

import { makeLightDialog } from "./dialog.js";
import { h } from "./dom.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

const dialog = makeLightDialog("bigcode", "code", { class: "wide" });

/** @type {(address: string, label: string) => HTMLElement} */
const code = (address, label) => h("img", { class: "qr", src: address, alt: label });

/** @type {(path: string, key: string) => HTMLElement} */
const link = (path, key) => h("a", { class: "button", href: `${path}?lang=${lang}` }, t(key));

/** @param {string} game */
const links = (game) =>
  h(
    "p",
    { class: "links" },
    link(`/history/${game}/sheet.pdf`, "sheet_pdf"),
    link(`/history/${game}`, "game_page"),
    link("/history", "history"),
    link("/stats", "stats"),
  );

/**
 * A code with its name; touched, it is as large as the screen.
 * @type {(address: string, name: string, text: string) => HTMLElement}
 */
const bigger = (address, name, text) =>
  h(
    "button",
    {
      type: "button",
      class: "code",
      "aria-haspopup": "dialog",
      title: t("keep_text"),
      onclick: () => dialog.open(name, code(address, text)),
    },
    code(address, ""),
    h("b", {}, name),
  );

/**
 * Nothing to show before the game is in the history. A private one has no code: a shared screen may
 * not draw it. Where phones cannot open this host, only BG Stats has one, and it is large.
 * @param {GameView} view
 */
export function keep({ result: game, private_history: isPrivate, watch }) {
  if (!game) return null;
  return h(
    "aside",
    { class: watch ? "keep" : "keep alone", "data-key": `keep-${game}`, "aria-label": t("keep") },
    isPrivate
      ? null
      : [
          watch
            ? bigger(`/history/${game}/share.svg?lang=${lang}`, t("share"), t("share_text"))
            : null,
          bigger(`/history/${game}/bgstats.svg`, t("bgstats"), t("bgstats_text")),
        ],
    h("div", {}, isPrivate ? h("p", { class: "hint" }, t("history_private")) : null, links(game)),
  );
}
