// What a move costs: as text for lists, as coins and arrows for phones.

import { h, icon } from "./dom.js";
import { paymentParts } from "./model.js";
import { money, partyName } from "./parts.js";
import { coinsText, t } from "./strings.js";

/** @typedef {PaymentView & { action?: string }} Priced */

/** @type {(view: GameView, seat: number, move: Priced) => string} */
export function priceText(view, seat, move) {
  if (move.action === "sell") return `+${view.constants.sale}`;
  const parts = paymentParts(view, seat, move.coins).map(
    ({ coins, to }) => `${coinsText(coins)} → ${partyName(view, to)}`,
  );
  return freeText(move) || parts.join(", ") || t("pay_nothing");
}

/** @type {(view: GameView, seat: number, move: Priced) => HTMLElement} */
export function price(view, seat, move) {
  if (move.action === "sell") return h("span", { class: "money" }, "+", money(view.constants.sale));
  const parts = paymentParts(view, seat, move.coins);
  const text = freeText(move) || (parts.length ? "" : t("pay_nothing"));
  if (text) return h("span", {}, text);
  return h(
    "span",
    { class: "price" },
    parts.map(({ coins, to }) => h("span", { class: "part" }, paidTo(coins, partyName(view, to)))),
  );
}

/** @type {(coins: number, name: string) => import("./dom.js").Child} */
export const paidTo = (coins, name) => [money(coins), icon("arrow", t("pays_short")), name];

/** @param {Priced} move */
const freeText = ({ free }) => free && t(free === "chain" ? "chain" : "for_free");
