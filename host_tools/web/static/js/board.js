// A wonder board, drawn: `board(seat)`. Needs css/art.css.
//
//   board(seatView, { onstage, class, key })   picture, name, stages with cost and effect, coins and
//                                              tokens; each stage is a button where `onstage` is
//                                              given: it gets the stage's view and its number from 1
//   picture(wonderId)                          the picture alone; it fills its box
//   stages(seatView, onstage)                  the stages alone
//   purse(seatView)                            coins, debts and conflict tokens alone
//
// All sizes are in em: the board follows the font size and the width around it.

import { costText, priceOf } from "./card.js";
import { h, icon } from "./dom.js";
import { resource } from "./parts.js";
import { sign, signSize, signs } from "./signs.js";
import { coinsText, t } from "./strings.js";

/**
 * @typedef {(stage: StageView, number: number) => unknown} OnStage
 * @typedef {{ onstage?: OnStage, class?: string, key?: string }} BoardOptions
 */

const ROOM = /** @type {const} */ ([5.2, 3.4]); // em of a stage's box, for its signs
const LARGEST = 1.6;
const PICTURES = new Set(
  (
    "alexandria babylon ephesos gizah halikarnassos olympia rhodos roma petra byzantium " +
    "abu_simbel great_wall stonehenge manneken_pis"
  ).split(" "),
);

/** @type {(seat: SeatView, options?: BoardOptions) => HTMLElement} */
export const board = (seat, options = {}) =>
  h(
    "article",
    {
      class: `board ${options.class ?? ""}`,
      "data-key": options.key,
      "aria-label": `${seat.wonder}, ${seat.side}`,
    },
    h(
      "header",
      { class: "board-head" },
      picture(seat.wonder_id),
      h(
        "p",
        { class: "board-name" },
        seat.resource ? resource(seat.resource) : null,
        h("strong", {}, seat.wonder),
        h("span", {}, seat.side),
      ),
    ),
    stages(seat, options.onstage),
    purse(seat),
  );

/**
 * The picture of a wonder; a house wonder has one that fits all.
 * @param {string} wonderId
 */
export function picture(wonderId) {
  const name = wonderId.slice(0, wonderId.lastIndexOf("_"));
  const drawn = PICTURES.has(name) ? name : "house";
  return h(
    "svg",
    { class: `picture picture-${drawn}`, "aria-hidden": "true" },
    h("use", { href: `/static/art/wonders.svg#w-${drawn}`, width: "100%", height: "100%" }),
  );
}

/** @type {(seat: SeatView, onstage?: OnStage) => HTMLElement} */
export const stages = (seat, onstage) =>
  h(
    "ol",
    { class: "board-stages", "aria-label": t("stages") },
    seat.all_stages.map((stage, index) =>
      h("li", {}, stageBox(stage, index + 1, seat.raised.includes(index + 1), onstage)),
    ),
  );

/** @type {(stage: StageView, number: number, built: boolean, onstage?: OnStage) => HTMLElement} */
function stageBox(stage, number, built, onstage) {
  const state = t(built ? "stage_built" : "stage_open");
  return h(
    onstage ? "button" : "div",
    {
      class: `board-stage ${built ? "built" : ""}`,
      style: { "--size": String(Math.min(LARGEST, signSize([stage.signs.join(" ")], ...ROOM))) },
      "aria-label": `${t("stage", { number })}, ${state}. ${costText(stage)}. ${stage.text}`,
      ...(onstage ? { type: "button", onclick: () => onstage(stage, number) } : { role: "img" }),
    },
    h("span", { class: "board-number" }, built ? icon("check") : number),
    signs(stage.signs),
    h("span", { class: "board-price", "aria-hidden": "true" }, priceOf(stage)),
  );
}

/** @param {SeatView} seat */
export const purse = (seat) =>
  h(
    "div",
    { class: "purse" },
    pile("coin", seat.coins, coinsText(seat.coins)),
    seat.debt ? pile("debt", -seat.debt, `${t("debt")}: ${seat.debt}`) : null,
    conflictTokens(seat),
  );

/** @type {(name: string, number: number, label: string) => HTMLElement} */
const pile = (name, number, label) =>
  h("span", { class: `pile pile-${name}`, role: "img", "aria-label": label }, sign(name, number));

/** @param {SeatView} seat */
function conflictTokens({ victories, defeats }) {
  if (!victories.length && !defeats) return null;
  const label = `${t("victories")}: ${victories.join(", ") || 0}; ${t("defeats")}: ${defeats}`;
  return h(
    "span",
    { class: "conflict-tokens", role: "img", "aria-label": label },
    victories.map((points) => sign("victory", points)),
    Array.from({ length: Math.max(0, defeats) }, () => sign("defeated", -1)),
  );
}
