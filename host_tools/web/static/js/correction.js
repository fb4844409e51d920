// Correcting a move of the last turn: what a seat did, what it could have done, and a last look.

import { act, now } from "./desk.js";
import { h, icon } from "./dom.js";
import { button, choice, liveDialog } from "./office.js";
import { actionText, mark, moveText } from "./parts.js";
import { priceText } from "./price.js";
import { t } from "./strings.js";

export function correct() {
  liveDialog(t("correct"), () => [
    h("p", { class: "hint" }, t("correct_text")),
    now.view.phase === "none" ? null : now.health.last_turn.map(moves(now.view)),
  ]);
}

/** @param {LastMoveView} last */
const cardText = ({ name }) => name || t("closed_card");

/** @type {(view: GameView) => (last: LastMoveView) => HTMLElement} */
const moves = (view) => (last) =>
  h(
    "section",
    { class: "turn", "data-key": `turn-${last.seat}` },
    h(
      "h3",
      {},
      mark(last.seat),
      t("correct_to", {
        player: last.player,
        card: cardText(last),
        action: actionText(view, last.action),
      }),
    ),
    h(
      "div",
      { class: "row" },
      last.choices.map((move) =>
        button(move.action, moveText(view, move), () => lookAgain(view, last, move), "move"),
      ),
    ),
  );

/** @type {(view: GameView, seat: number, move: MoveView) => string} */
const price = (view, seat, move) =>
  move.action === "sell" ? "" : move.coins.length ? priceText(view, seat, move) : t("cheapest");

/** @type {(view: GameView, last: LastMoveView, move: MoveView) => void} */
function lookAgain(view, last, move) {
  const { seat, player } = last;
  const said = { player, card: cardText(last), action: moveText(view, move) };
  const paid = price(view, seat, move);
  liveDialog(t("correct"), () => [
    h("p", {}, h("b", {}, t("correct_to", said)), paid ? ` · ${paid}` : null),
    h("p", { class: "hint" }, t("correct_sure")),
    h(
      "div",
      { class: "row end" },
      button("undo", t("back"), correct),
      choice([icon("check"), t("correct_do")], "main", () =>
        act("correct", { seat, ...move }, t("told_correct", said)),
      ),
    ),
  ]);
}
