// Small things that many scenes show: coins, resources, costs, marks of seats and colours.

import { h, icon } from "./dom.js";
import { hasEnded } from "./model.js";
import { lang } from "./prefs.js";
import { ruleTitle, t } from "./strings.js";

/** @typedef {import("./dom.js").Child} Child */

export const SIGNS = "ABCDEFGH";

/** @param {number} seat */
export const mark = (seat) =>
  h("span", { class: `mark s-${seat}`, "aria-hidden": "true" }, SIGNS[seat]);

/** @param {number | string} number */
export const money = (number) =>
  h("span", { class: "money number" }, number, icon("coin", t("coins")));

/** @param {string} letter */
export const resource = (letter) =>
  h("span", { class: `res r-${letter}` }, icon(letter, t(`res_${letter}`)));

/** @param {string} color */
export const hueDot = (color) =>
  h("span", { class: `dot hue c-${color}` }, icon(color, t(`color_${color}`)));

/** @type {(kind: string, sign: string, text: string) => HTMLElement} */
export const pill = (kind, sign, text) => h("span", { class: `pill ${kind}` }, icon(sign), text);

/**
 * The number of a rule: it opens the rule in a tab of its own.
 * @type {(number: string, text?: string) => HTMLElement}
 */
export const ruleLink = (number, text = number) =>
  h(
    "a",
    {
      class: "rule",
      href: `/rules?lang=${lang}#${number.toLowerCase()}`,
      target: "_blank",
      rel: "noopener",
      title: `${number} ${ruleTitle(number)}`,
    },
    text,
  );

/**
 * A sentence, and the number of its rule where it has one.
 * @type {(told: string | import("./live.js").Refusal) => Child}
 */
export const withRule = (told) =>
  typeof told === "string"
    ? told
    : [h("span", {}, told.text), told.rule ? ruleLink(told.rule) : null];

/** @type {(told: string | import("./live.js").Refusal, kind?: string) => HTMLElement} */
export const alertPill = (told, kind = "") =>
  h("p", { class: `pill bad ${kind}`, role: "alert" }, icon("warning"), withRule(told));

/**
 * How long a seat that says nothing can still choose; it runs by itself.
 * @param {GameView} view
 */
export const graceBar = (view) =>
  view.grace_seconds
    ? h(
        "div",
        { class: "grace", "data-key": `grace-${view.round}`, "aria-hidden": "true" },
        h("i", { style: { "--grace": `${view.grace_seconds}s` } }),
      )
    : null;

/**
 * The name of a built card, or what a closed one was used for.
 * @param {PlayedView} played
 */
export const playedText = ({ action, stage, card }) =>
  card ? card.name : t(`action_${action}`, { number: stage });

/** @type {(view: GameView, party: import("./model.js").Party) => string} */
export const partyName = (view, party) => (party === "bank" ? t("bank") : view.seats[party].player);

/**
 * A seat or the bank by its sign, and by its name where there is room.
 * @type {(view: GameView, party: import("./model.js").Party, side?: string) => HTMLElement}
 */
export const party = (view, party, side = "") =>
  h(
    "span",
    { class: `party ${side}`, role: "img", "aria-label": partyName(view, party) },
    party === "bank" ? h("span", { class: "mark bank" }, icon("bank")) : mark(party),
    h("b", {}, partyName(view, party)),
  );

/** The signs of teams: a diamond, a disc, a triangle, a square. */
const TEAM_SIGNS = [
  "M12 1 23 12 12 23 1 12Z",
  "M12 1.5a10.5 10.5 0 1 0 .1 0Z",
  "M12 2 23 21.5H1Z",
  "M2.5 2.5h19v19h-19Z",
];

/** @param {number} team */
export const teamSign = (team) =>
  h(
    "svg",
    { class: "icon teamsign", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: TEAM_SIGNS[team], fill: "currentColor" }),
  );

/** @param {number} team */
export const teamName = (team) => t("team", { number: team + 1 });

/** @param {GameView} view */
export const ageText = (view) => t("age", { age: view.constants.roman[view.age] });

/** @param {GameView} view */
export const turnText = (view) =>
  view.turn ? t("turn", { turn: view.turn, turns: view.turns }) : t("leader_turn");

/**
 * Who calls a mistake in which turn, or nothing.
 * @param {GameView} view
 */
export const undoCalled = (view) => {
  const undo = view.undo;
  if (!undo || undo.caller === null) return "";
  const { player } = view.seats[undo.caller];
  return t("undo_called", {
    player,
    turn: undo.number,
    age: view.constants.roman[undo.age],
  });
};

/**
 * Age and turn, or what there is instead of them.
 * @param {GameView | NoGameView} view
 */
export const whenText = (view) =>
  view.phase === "none" || hasEnded(view)
    ? view.phase_text
    : `${ageText(view)} · ${turnText(view)}`;

/** @type {(view: GameView, action: string) => string} */
export const actionText = (view, action) => t(action, { coins: view.constants.sale });

/** @type {(view: GameView, move: MoveView) => string} */
export const moveText = (view, { action, stage }) =>
  stage ? t("stage", { number: stage }) : actionText(view, action);

/**
 * What a card or stage costs: coins, then resources, or that it is free.
 * @param {StageView} card
 */
export function cost(card) {
  if (!card.coins && !card.cost) return h("span", { class: "cost" }, t("free"));
  return h(
    "span",
    { class: "cost" },
    card.coins ? money(card.coins_text) : null,
    [...card.cost].map(resource),
  );
}

const MOST_SIGNS = 4; // a choice of more kinds is shown by one sign

/**
 * What a city makes: one sign a resource, joined where it is a choice, hollow where it is not sold.
 * @param {SeatView} seat
 */
export function makes(seat) {
  const label = `${t("resources")}: ${seat.makes.map(spoken).join(", ")}`;
  return h(
    "div",
    { class: "makes", role: "img", "aria-label": label },
    seat.makes.map((make) => {
      const kept = make.sold ? "" : " kept";
      const letters = make.any.length > MOST_SIGNS ? ["any"] : [...make.any];
      if (letters.length === 1)
        return h("span", { class: `res r-${letters[0]}${kept}` }, icon(letters[0]));
      const signs = letters.map((letter) =>
        h("span", { class: `res choice r-${letter}` }, icon(letter)),
      );
      return h("span", { class: `choices${kept}` }, signs);
    }),
  );
}

/** @param {MakesView} make */
function spoken(make) {
  const letters = [...make.any].map((letter) => t(`res_${letter}`));
  const kinds = letters.length > MOST_SIGNS ? t("any_resource") : letters.join(` ${t("or")} `);
  return make.sold ? kinds : `${kinds} (${t("not_sold")})`;
}
