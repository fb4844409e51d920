// What the boards have reported, and what was corrected in this game.

import { now, panel } from "./desk.js";
import { h, icon } from "./dom.js";
import { lang } from "./prefs.js";
import { boardName } from "./seats_panel.js";
import { t } from "./strings.js";

const NOTICES = 12;

export function noticesPanel() {
  const notices = now.health.notices.slice(-NOTICES).reverse();
  const corrections = now.view.phase === "none" ? [] : now.view.log.filter(Boolean);
  return panel(
    "notices",
    null,
    notices.length
      ? h("ul", { class: "notices" }, notices.map(noticeLine))
      : h("p", { class: "hint" }, t("no_notices")),
    corrections.length
      ? [
          h("h3", {}, t("log")),
          h(
            "ul",
            { class: "notices" },
            corrections.map((text) => h("li", {}, icon("edit"), h("span", {}, text))),
          ),
        ]
      : null,
  );
}

/** @param {NoticeView} notice */
const noticeLine = ({ at, board, player, text }) =>
  h(
    "li",
    {},
    h("time", {}, new Date(at * 1000).toLocaleTimeString(lang)),
    h("span", {}, player ? h("b", {}, player) : board ? boardName(board) : null, ` ${text}`),
  );
