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

/**
 * Nothing to show before the game is in the history.
 * @param {string | null} game
 */
export function keep(game) {
  if (!game) return null;
  return h(
    "aside",
    { class: "keep", "data-key": `keep-${game}`, "aria-label": t("keep") },
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
    ),
    h(
      "div",
      {},
      h("b", {}, t("bgstats")),
      h("p", { class: "hint" }, t("bgstats_text")),
      h(
        "p",
        { class: "links" },
        link(`/history/${game}/sheet.pdf`, "sheet_pdf"),
        link(`/history/${game}`, "game_page"),
        link("/history", "history"),
        link("/stats", "stats"),
      ),
    ),
  );
}
