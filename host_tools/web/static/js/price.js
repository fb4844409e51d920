// What a move costs: as text for lists, as coins and arrows for phones.

import { h, icon } from "./dom.js";
import { paymentParts } from "./model.js";
import { money, partyName, resource } from "./parts.js";
import { coinsText, t } from "./strings.js";

/** @typedef {PaymentView & { action?: string }} Priced */

/** @type {(view: GameView, seat: number, move: Priced) => string} */
export function priceText(view, seat, move) {
  if (move.action === "sell") return `+${view.constants.sale}`;
  const parts = paymentParts(view, seat, move).map(({ coins, to, bought }) => {
    const what = [...(bought ?? "")].map((letter) => t(`res_${letter}`)).join(", ");
    const player = partyName(view, to);
    if (!coins) return `${what} ${t("for_nothing", { player })}`;
    return `${what ? `${what}: ` : ""}${coinsText(coins)} → ${player}`;
  });
  return freeText(move) || parts.join(", ") || t("pay_nothing");
}

/** @type {(view: GameView, seat: number, move: Priced) => HTMLElement} */
export function price(view, seat, move) {
  if (move.action === "sell") return h("span", { class: "money" }, "+", money(view.constants.sale));
  const parts = paymentParts(view, seat, move);
  const text = freeText(move) || (parts.length ? "" : t("pay_nothing"));
  if (text) return h("span", {}, text);
  return h(
    "span",
    { class: "price" },
    parts.map(({ coins, to, bought }) => {
      const player = partyName(view, to);
      const paid = coins ? paidTo(coins, player) : t("for_nothing", { player });
      return h("span", { class: "part" }, [...(bought ?? "")].map(resource), paid);
    }),
  );
}

/** @type {Record<string, string>} the button that stands for an action */
const KEYS = { build: "build", recruit: "build", pick: "build", wonder: "wonder", sell: "sell" };
const ORDER = Object.keys(KEYS);

/** @param {string} action */
export const keyOf = (action) => KEYS[action];

/** @type {(a: string, b: string) => number} */
export const byAction = (a, b) => ORDER.indexOf(a) - ORDER.indexOf(b);

/**
 * @template {MoveView} Move
 * @typedef {{ action: string, total: number, stages: number[], ways: Move[] }} Offer
 */

/**
 * What can be done with a card, what happens by itself first, each with its cheapest payments.
 * @template {MoveView} Move
 * @param {Move[]} moves
 * @returns {Offer<Move>[]}
 */
export function offers(moves) {
  const actions = [...new Set(moves.map(({ action }) => action))].sort(byAction);
  return actions.map((action) => {
    const ways = moves.filter((move) => move.action === action);
    const total = Math.min(...ways.map(totalOf));
    const stages = [...new Set(ways.map(({ stage }) => stage))].filter(Boolean);
    return { action, total, stages, ways: ways.filter((move) => totalOf(move) === total) };
  });
}

/** @param {MoveView} move */
const totalOf = ({ coins }) => coins.reduce((sum, number) => sum + number, 0);

/** @type {(coins: number, name: string) => import("./dom.js").Child} */
export const paidTo = (coins, name) => [money(coins), icon("arrow", t("pays")), name];

/** @param {Priced} move */
const freeText = ({ free }) => free && t(free === "chain" ? "chain" : "for_free");
