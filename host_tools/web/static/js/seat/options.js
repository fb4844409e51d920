// Options: the buttons of the bar, each with its price, what it gives and where the coins go.

import { h, icon } from "../dom.js";
import { actionText, cost } from "../parts.js";
import { price } from "../price.js";
import { coinsText, t } from "../strings.js";
import { now } from "./moment.js";

/**
 * @typedef {import("../dom.js").Child} Child
 * @typedef {import("../price.js").Offer<OfferView>} Offer
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
    h("span", {}, text),
  );

/** @type {(sign: string, content: Child, kind: string, run: () => void) => HTMLElement} */
export const option = (sign, content, kind, run) =>
  h(
    "button",
    { type: "button", class: `button option ${kind}`, disabled: now.busy, onclick: run },
    icon(sign),
    h("span", { class: "grow" }, content),
  );

/** @type {Record<string, string>} signs of actions that have none of their own name */
const SIGNS = { pick: "card" };

/**
 * What is done with a card; `otherwise` asks for every way to pay.
 * @param {{ seat: number, offer: Offer, card: CardView | null, kind?: string,
 *   run: () => void, otherwise?: () => void }} what
 */
export const offerOption = ({ seat, offer, card, kind = "", run, otherwise }) =>
  h(
    "div",
    { class: "row" },
    option(SIGNS[offer.action] ?? offer.action, offered(seat, offer, card), kind, run),
    otherwise && paysResources(offer.action, card) ? paysOtherwise(otherwise) : null,
  );

/** @type {(action: string, card: CardView | null) => boolean} */
const paysResources = (action, card) =>
  action === "wonder" || (action === "build" && Boolean(card?.cost));

/** @param {() => void} run */
const paysOtherwise = (run) =>
  h(
    "button",
    {
      type: "button",
      class: "button otherwise",
      disabled: now.busy,
      "aria-label": t("choose_payment"),
      title: t("choose_payment"),
      onclick: run,
    },
    icon("coin"),
    "…",
  );

/** @type {(seat: number, offer: Offer, card: CardView | null) => Child[]} */
function offered(seat, offer, card) {
  const { action, ways, total, stages } = offer;
  const name = h("b", {}, offerText(offer, card));
  if (action === "sell") return [name];
  if (stages.length > 1)
    return [name, h("span", { class: "costs" }, t("any_stage", { stages: stages.join(", ") }))];
  const paid =
    ways.length > 1
      ? t("pay_ways", { coins: coinsText(total) })
      : action !== "pick" && price(now.view, seat, ways[0]);
  const stage = now.view.seats[seat].all_stages[ways[0].builds - 1];
  return [
    name,
    gained(ways[0]),
    stage ? h("span", { class: "effect" }, stage.text) : null,
    paid ? h("span", { class: "costs" }, paid) : null,
  ];
}

/** @type {Record<string, string>} */
const WITH_CARD = { build: "build_card", recruit: "recruit_card", pick: "pick_card" };

/** @type {(offer: Offer, card: CardView | null) => string} */
function offerText({ action, ways, stages }, card) {
  if (action === "sell") return t("sell", { coins: ways[0].gains });
  if (action === "wonder" && stages.length < 2) return t("stage", { number: ways[0].builds });
  return card ? t(WITH_CARD[action], { card: card.name }) : actionText(now.view, action);
}

/**
 * What something gives at once; nothing where it gives neither points nor coins.
 * @type {(gain: { points: number, gains: number }) => Child}
 */
export function gained({ points, gains }) {
  const more = points < 0 ? "fewer_points" : "more_points";
  const texts = [
    points ? t(more, { number: Math.abs(points) }) : "",
    gains > 0 ? t("more_coins", { number: gains }) : "",
  ].filter(Boolean);
  return texts.length ? h("span", { class: "gain" }, texts.join(", ")) : null;
}

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
