// Buttons of a seat's page: plain ones, and options with their price.

import { h, icon } from "../dom.js";
import { actionText, cost, moveText } from "../parts.js";
import { price } from "../price.js";
import { coinsText, t } from "../strings.js";
import { now, number } from "./moment.js";

/**
 * @typedef {import("../dom.js").Child} Child
 * @typedef {ReturnType<typeof import("../price.js").offers>[number]} Offer
 */

/**
 * @param {string} sign
 * @param {string} text
 * @param {string} kind
 * @param {() => void} run
 * @param {string} [key]
 */
export const button = (sign, text, kind, run, key) =>
  h(
    "button",
    {
      type: "button",
      class: `button ${kind}`,
      "data-key": key,
      disabled: now.busy,
      onclick: run,
    },
    icon(sign),
    text,
  );

/** @type {(sign: string, content: Child, kind: string, run: () => void) => HTMLElement} */
export const option = (sign, content, kind, run) =>
  h(
    "button",
    { type: "button", class: `button option ${kind}`, disabled: now.busy, onclick: run },
    icon(sign),
    h("span", { class: "grow" }, content),
  );

/** @param {Offer} offer */
export function offered({ action, ways, total, stages }) {
  const { view } = now;
  const name = h("b", {}, stages.length === 1 ? moveText(view, ways[0]) : actionText(view, action));
  if (action === "sell") return [name];
  if (stages.length > 1)
    return [name, h("span", { class: "costs" }, t("any_stage", { stages: stages.join(", ") }))];
  const paid = ways.length > 1 ? several(total) : price(view, number, ways[0]);
  return [name, h("span", { class: "costs" }, paid)];
}

/** @param {number} total */
const several = (total) => t("pay_ways", { coins: coinsText(total) });

/**
 * Be asked for every way to pay, also with what the city makes itself, where resources are the cost.
 * @type {(action: string, card: CardView | null, run: () => void) => Child}
 */
export const payOtherwise = (action, card, run) =>
  action === "wonder" || (action === "build" && card?.cost)
    ? button("coin", t("choose_payment"), "otherwise", run)
    : null;

/**
 * A stage of those that can be built in any order: its cost, what it does, and a way to pay.
 * @type {(seat: number, payment: PaymentView, run: () => void) => HTMLElement}
 */
export function stageOption(seat, payment, run) {
  const stage = now.view.seats[seat].all_stages[payment.stage - 1];
  return option(
    "wonder",
    [
      h("b", {}, t("stage", { number: payment.stage }), " ", cost(stage)),
      h("span", { class: "effect" }, stage.text),
      h("span", { class: "costs" }, price(now.view, seat, payment)),
    ],
    "",
    run,
  );
}

/**
 * All ways to play a card, with what each one costs.
 * @param {MoveView[]} moves
 */
export function ways(moves) {
  if (!moves.length) return null;
  return h(
    "ul",
    { class: "ways", "aria-label": t("ways") },
    moves.map((move) =>
      h(
        "li",
        {},
        h("span", { class: "does" }, icon(move.action), moveText(now.view, move)),
        price(now.view, number, move),
      ),
    ),
  );
}
