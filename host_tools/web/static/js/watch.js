// A code for spectators: it leads to this screen, for whoever is in the same network.

import { makeLightDialog } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./strings.js";

const dialog = makeLightDialog("bigcode", "watch", { class: "wide" });

/** @param {string} label */
const code = (label) => h("img", { class: "qr", src: "/watch.svg", alt: label });

/**
 * A small code that opens a large one; nothing where only this computer can open the screen.
 * @type {(view: GameView | NoGameView) => import("./dom.js").Child}
 */
export const watchCode = ({ watch }) =>
  watch
    ? h(
        "button",
        {
          type: "button",
          class: "code watch",
          "data-key": "watch",
          "aria-haspopup": "dialog",
          "aria-label": t("watch"),
          title: `${t("watch_text")} ${watch}`,
          onclick: () => dialog.open(t("watch"), code(t("watch_text"))),
        },
        code(""),
      )
    : null;

/**
 * The code as large as people need it who come in before a game.
 * @type {(view: GameView | NoGameView) => import("./dom.js").Child}
 */
export const watchInvitation = ({ watch }) =>
  watch
    ? h(
        "figure",
        { class: "invitation", "data-key": "invitation" },
        code(""),
        h("figcaption", {}, h("b", {}, t("watch")), h("span", {}, watch)),
      )
    : null;
