// What people keep of a game that is over: a code for BG Stats, the score sheet, its page.

import { makeLightDialog } from "./dialog.js";
import { h } from "./dom.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

const dialog = makeLightDialog("bigcode", "code", { class: "wide" });

/** @type {(game: string, label: string) => HTMLElement} */
const code = (game, label) =>
  h("img", { class: "qr", src: `/history/${game}/bgstats.svg`, alt: label });

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

/** @param {string} game */
const bigger = (game) =>
  h(
    "button",
    {
      type: "button",
      class: "code",
      "aria-haspopup": "dialog",
      "aria-label": t("bgstats"),
      onclick: () => dialog.open(t("bgstats"), code(game, t("bgstats_text"))),
    },
    code(game, ""),
  );

/**
 * Nothing to show before the game is in the history. A private one has no code: a shared screen may
 * not draw it.
 * @param {string | null} game
 * @param {boolean} isPrivate
 */
export function keep(game, isPrivate) {
  if (!game) return null;
  return h(
    "aside",
    { class: "keep", "data-key": `keep-${game}`, "aria-label": t("keep") },
    isPrivate ? null : bigger(game),
    h(
      "div",
      {},
      h("b", {}, t(isPrivate ? "keep" : "bgstats")),
      h("p", { class: "hint" }, t(isPrivate ? "history_private" : "bgstats_text")),
      links(game),
    ),
  );
}
