// A card, drawn: `card(view)` open, `cardBack(age)` face down. Needs css/art.css.
//
//   card(cardView, { onclick, class, key })   an element with the card's whole text as its label;
//                                             a button where `onclick` is given
//   cardBack(age, { class, key })             the back of an Age, or of the leaders with 0
//
// Their width is the CSS variable --card-width (6rem by default), all else follows from it; they
// are two units wide and three high.

import { h, icon } from "./dom.js";
import { resource } from "./parts.js";
import { sign, signSize, signs } from "./signs.js";
import { coinsText, t } from "./strings.js";

/**
 * @typedef {import("./dom.js").Child} Child
 * @typedef {{ onclick?: () => unknown, class?: string, key?: string }} CardOptions
 */

// In hundredths of a card's width.
const ROOM = { wide: 88, beside: 64, high: 84, line: 15 };
const LARGEST = 34;
const WIDEST = 8.5; // letters of a word that fit into a line at the usual size

/** @type {(view: CardView, options?: CardOptions) => HTMLElement} */
export function card(view, options = {}) {
  const tag = options.onclick ? "button" : "div";
  return h(
    tag,
    {
      class: `drawn c-${view.color} ${isTall(view) ? "priced" : ""} ${options.class ?? ""}`,
      "data-key": options.key,
      "aria-label": cardText(view),
      style: { "--long": String(longestWord(view.name)), "--size": String(size(view)) },
      ...(options.onclick ? { type: "button", onclick: options.onclick } : { role: "img" }),
    },
    h("span", { class: "drawn-band hue" }, h("span", {}, "I".repeat(view.age)), icon(view.color)),
    price(view),
    h("span", { class: "drawn-effect" }, signs(view.signs)),
    h("span", { class: "drawn-name" }, view.name),
  );
}

/** @type {(age: number, options?: CardOptions) => HTMLElement} */
export function cardBack(age, options = {}) {
  return h(
    "div",
    {
      class: `drawn drawn-back age-${age} ${options.class ?? ""}`,
      "data-key": options.key,
      role: "img",
      "aria-label": t("closed_card"),
    },
    h(
      "svg",
      { viewBox: "0 0 100 150", "aria-hidden": "true" },
      h("use", { href: `/static/art/backs.svg#back-${age}` }),
    ),
  );
}

/**
 * Everything that a card says: its name, colour, cost and effect.
 * @param {CardView} view
 */
export const cardText = (view) =>
  `${view.name}, ${t(`color_${view.color}`)}. ${costText(view)}. ${view.text}`;

/**
 * What a card or stage costs, in words.
 * @param {StageView} view
 */
export function costText({ cost, coins, coins_text }) {
  const price = coins === "age" ? `${t("coins")} ${coins_text}` : coinsText(coins);
  const parts = [...(coins ? [price] : []), ...[...cost].map((letter) => t(`res_${letter}`))];
  return parts.length ? `${t("cost")}: ${parts.join(", ")}` : t("free");
}

/**
 * What a card or stage costs, as signs.
 * @param {StageView} view
 */
export const priceOf = ({ cost, coins, coins_text }) => [
  ...(coins ? [sign("coin", coins_text)] : []),
  ...[...cost].map(resource),
];

/**
 * Does the price hang down beside the effect? One sign has room in the band.
 * @param {CardView} view
 */
const isTall = (view) => priceOf(view).length > 1;

/** @param {CardView} view */
function price(view) {
  const parts = priceOf(view);
  if (!parts.length) return null;
  return h(
    "span",
    { class: `drawn-price ${parts.length > 5 ? "tight" : ""}`, "aria-hidden": "true" },
    parts,
  );
}

/**
 * The size of the signs in the room that price and name leave.
 * @param {CardView} view
 */
function size(view) {
  const wide = isTall(view) ? ROOM.beside : ROOM.wide;
  const lines = Math.min(view.name.split(" ").length, Math.ceil(view.name.length / WIDEST));
  return Math.min(
    LARGEST,
    signSize(view.signs, wide, ROOM.high - ROOM.line * Math.max(0, lines - 2)),
  );
}

/**
 * How many times too long the longest word of a name is.
 * @param {string} name
 */
const longestWord = (name) =>
  Math.max(1, ...name.split(/[\s-]/).map((word) => word.length / WIDEST));
