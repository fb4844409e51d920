// What a seat has laid: closed, open, in a line when it is over; or its shields in a conflict.

import { cardBack, card as drawnCard } from "./card.js";
import { h, icon } from "./dom.js";
import { hasEnded, isBetweenTurns, tokenFights, tradesOf, turnKey } from "./model.js";
import { hueDot, money, party, pill, playedText } from "./parts.js";
import { t } from "./strings.js";

/** @typedef {import("./dom.js").Child} Child */

/** @param {Child} content */
const tray = (content) => h("div", { class: "tray", "data-key": "tray" }, content);

/**
 * The Age whose cards are on the trays; 0 for leaders.
 * @param {GameView} view
 */
function ageShown(view) {
  const recruits = view.seats.some(({ played }) => played?.card?.color === "white");
  if (!isBetweenTurns(view)) return view.turn ? view.age : 0;
  return recruits && view.turn < 2 ? 0 : (view.conflict?.age ?? view.age);
}

/** @param {GameView} view */
export const closedCard = (view) =>
  tray(h("div", { class: "back", "data-key": "back" }, cardBack(view.turn ? view.age : 0)));

/**
 * What a seat has played: a built card is open, any other stays closed.
 * @type {(view: GameView, seat: SeatView, played: PlayedView) => HTMLElement}
 */
export function playedCard(view, seat, played) {
  const { card, stage } = played;
  const text = card ? card.text : (seat.all_stages[stage - 1]?.text ?? t("stays_closed"));
  return tray(
    h(
      "article",
      { class: card ? `face c-${card.color}` : "face closed", "data-key": turnKey(view) },
      card ? drawnCard(card) : cardBack(ageShown(view)),
      h(
        "div",
        { class: "inner" },
        h("h3", {}, playedText(played)),
        h("p", { class: "effect" }, text),
      ),
      trades(view, seat),
    ),
  );
}

/**
 * Whom a seat pays, and what it takes, once the turn is over.
 * @type {(view: GameView, seat: SeatView) => Child}
 */
function trades(view, seat) {
  const { pays, takes } = tradesOf(view, seat.seat);
  if (!isBetweenTurns(view) || !(pays.length || takes)) return null;
  return h(
    "p",
    { class: "trades", "data-key": "trades" },
    pays.map(({ coins, to }, index) =>
      h(
        "span",
        { class: "part" },
        index ? null : h("span", { class: "word" }, t("pays")),
        money(coins),
        icon("arrow", t("pays")),
        party(view, to),
      ),
    ),
    takes
      ? h("span", { class: "part" }, h("span", { class: "word" }, t("takes")), money(`+${takes}`))
      : null,
  );
}

/**
 * What a seat did in the last turn, in a line below its city.
 * @type {(view: GameView, seat: SeatView) => Child}
 */
export function lastTurn(view, seat) {
  if (!seat.played || hasEnded(view)) return null;
  const { action, card } = seat.played;
  return h(
    "div",
    { class: "last", "data-key": "last" },
    h(
      "span",
      { class: "what" },
      card ? hueDot(card.color) : icon(action),
      h("span", { class: "title" }, playedText(seat.played)),
    ),
    trades(view, seat),
  );
}

// The conflict

/** @type {(view: GameView, seat: SeatView) => HTMLElement} */
export function clash(view, seat) {
  const victories = seat.facts?.victories ?? [];
  const defeats = seat.facts?.defeats ?? 0; // fewer than none: given back
  const atPeace = view.conflict?.diplomats.includes(seat.seat);
  const lost = `−${-view.constants.defeat}`;
  const fights = tokenFights(view, seat.seat);
  return h(
    "div",
    { class: "clash", "data-key": "clash" },
    h(
      "span",
      { class: "force", "aria-label": `${t("shields")}: ${seat.shields}` },
      icon("shield"),
      seat.shields,
    ),
    h(
      "div",
      { class: "tokens" },
      atPeace ? pill("good", "dove", t("at_peace")) : null,
      victories.map((value, index) =>
        token("won", `${t("victories")} +${value}`, `+${value}`, fights.won[index] ?? fights.last),
      ),
      Array.from({ length: Math.max(0, defeats) }, (_, index) =>
        token("lost", t("defeats"), lost, fights.lost[index] ?? fights.last),
      ),
      atPeace || victories.length || defeats
        ? null
        : h("span", { class: "hint", style: { "--i": String(fights.last) } }, t("tie")),
    ),
  );
}

/** @type {(kind: string, label: string, text: string, fight: number) => HTMLElement} */
const token = (kind, label, text, fight) => {
  const style = { "--i": String(fight) };
  return h("span", { class: `token ${kind}`, role: "img", "aria-label": label, style }, text);
};
