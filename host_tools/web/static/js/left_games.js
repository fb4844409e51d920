// The games that were left unfinished, to go on with one of them.

import { act, running, send } from "./desk.js";
import { h, icon } from "./dom.js";
import { choice, liveDialog } from "./office.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

export async function otherGames() {
  /** @type {LeftGames} */
  const { games } = await send("games");
  liveDialog(t("other_games"), () => [
    h("p", { class: "hint" }, t(games.length ? "other_games_text" : "no_other_games")),
    running() && games.length ? h("p", { class: "hint" }, t("put_aside")) : null,
    games.map(leftGame),
  ]);
}

/** @param {number} seconds */
const date = (seconds) =>
  new Date(seconds * 1000).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" });

/** @param {LeftGame} left */
const leftGame = ({ game, begun, last, players }) =>
  h(
    "section",
    { class: "turn" },
    h("h3", {}, players.filter(Boolean).join(", ")),
    h("p", { class: "hint" }, t("left_game", { name: game, begun: date(begun), last: date(last) })),
    h(
      "div",
      { class: "row" },
      choice([icon("play"), t("resume_game")], "small", () =>
        act("take-up", { game }, t("told_take_up", { name: game })),
      ),
    ),
  );
