// The last turns: who built, staged or sold what, and who paid whom. Fetched when they are opened.

import { h, icon } from "../dom.js";
import { ask, messageOf } from "../live.js";
import { tradesOf } from "../model.js";
import { alertPill, hueDot, mark, money, partyName, pill, playedText } from "../parts.js";
import { lang } from "../prefs.js";
import { paidTo } from "../price.js";
import { t } from "../strings.js";
import { now, number, show } from "./moment.js";

/** @typedef {import("../dom.js").Child} Child */

let open = false;
let asked = ""; // for which moment they were fetched
/** @type {TurnView[]} */
let turns = [];
/** @type {string | import("../live.js").Refusal} */
let wrong = "";

async function fetchTurns() {
  const moment = [now.view.game, now.view.round, now.view.phase].join("|");
  if (!open || asked === moment) return;
  asked = moment;
  try {
    /** @type {TurnsView} */
    const answer = await ask(`/api/seat/${number}/turns?lang=${lang}`, {});
    turns = answer.turns;
    wrong = "";
  } catch (error) {
    wrong = messageOf(error);
  }
  show();
}

export function lastTurns() {
  fetchTurns();
  return h(
    "details",
    {
      class: "panel turns",
      "data-key": "turns",
      ontoggle: (event) => {
        open = /** @type {any} */ (event.target).open;
        show();
      },
    },
    h("summary", {}, icon("hourglass"), t("last_turns")),
    wrong ? alertPill(wrong) : null,
    turns.length || wrong ? turns.map(turn) : h("p", { class: "hint" }, t("no_turns")),
  );
}

/** @param {TurnView} past */
function turn({ age, turn, seats }) {
  const { view } = now;
  const then = { ...view, seats: view.seats.map((seat, i) => ({ ...seat, ...seats[i] })) };
  const when = turn ? t("turn", { turn, turns: view.turns }) : t("leader_turn");
  return h(
    "section",
    { "data-key": `turn-${age}-${turn}` },
    h("h3", {}, `${t("age", { age: view.constants.roman[age] })} · ${when}`),
    h(
      "ul",
      {},
      seats.map((seat) => h("li", {}, deed(then, seat))),
    ),
  );
}

/** @type {(then: GameView, seat: SeatTurnView) => Child} */
function deed(then, { seat, played, also, facts }) {
  const { pays, takes } = tradesOf(then, seat);
  return [
    mark(seat),
    h(
      "div",
      {},
      h("b", {}, then.seats[seat].player),
      played ? [" ", sign(played), " ", playedText(played)] : null,
      also.map((card) => [" + ", hueDot(card.color), " ", card.name]),
      h(
        "span",
        { class: "trades" },
        pays.map(({ coins, to }) =>
          h("span", { class: "part" }, paidTo(coins, partyName(then, to))),
        ),
        takes ? h("span", { class: "part" }, t("takes"), money(takes)) : null,
        facts.victories.map((value) => pill("good", "laurel", `+${value}`)),
        facts.defeats > 0 ? pill("bad", "defeat", String(facts.defeats)) : null,
      ),
    ),
  ];
}

/** @param {PlayedView} played */
const sign = ({ card, action }) => (card ? hueDot(card.color) : icon(action));
