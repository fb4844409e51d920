// Looking a card up where a reader lays the cards: the page does not know the hand.

import { h, icon } from "../dom.js";
import { ask } from "../live.js";
import { cost, hueDot } from "../parts.js";
import { lang } from "../prefs.js";
import { t } from "../strings.js";
import { number, show } from "./moment.js";

/** @typedef {import("../dom.js").Child} Child */

const SHORTEST = 2; // letters
const MOST = 6; // cards that are listed
let wanted = "";
/** @type {ChoiceView[]} */
let cards = [];
let chosen = "";

/** @param {string} words */
async function find(words) {
  wanted = words;
  chosen = "";
  const query = `q=${encodeURIComponent(words)}&lang=${lang}`;
  /** @type {FoundCards} */
  const found =
    words.length < SHORTEST ? { cards: [] } : await ask(`/api/seat/${number}/cards?${query}`);
  if (wanted === words) cards = found.cards.slice(0, MOST);
  show();
}

/** @param {(card: CardView) => Child} lessonOf */
export const lookUp = (lessonOf) =>
  h(
    "div",
    { class: "lookup", "data-key": "lookup" },
    h(
      "label",
      { class: "search" },
      icon("search"),
      h("span", { class: "sr" }, t("look_up")),
      h("input", {
        type: "search",
        placeholder: t("look_up"),
        autocomplete: "off",
        spellcheck: "false",
        oninput: (event) => find(event.target.value.trim()).catch(() => {}),
      }),
    ),
    h(
      "ul",
      { class: "found" },
      cards.map((card) => row(card, lessonOf)),
    ),
  );

/** @type {(card: ChoiceView, lessonOf: (card: CardView) => Child) => HTMLElement} */
function row(card, lessonOf) {
  const open = chosen === card.id;
  const pick = () => {
    chosen = open ? "" : card.id;
    show();
  };
  return h(
    "li",
    { "data-key": card.id, class: open ? "open" : "" },
    h(
      "button",
      { type: "button", class: "pick", "aria-expanded": String(open), onclick: pick },
      hueDot(card.color),
      h("span", { class: "name" }, card.name),
      cost(card),
    ),
    open ? h("div", { class: "detail" }, h("p", {}, card.text), lessonOf(card)) : null,
  );
}
