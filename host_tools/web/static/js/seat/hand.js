// The hand: the cards that a seat can choose from now; the bar says what can be done with one.

import { h, icon } from "../dom.js";
import { ask } from "../live.js";
import { cost, hueDot } from "../parts.js";
import { lang } from "../prefs.js";
import { t } from "../strings.js";
import { handHint, lessonOf } from "./lesson.js";
import { laysHere, now, number, refuse, show } from "./moment.js";
import { gained } from "./options.js";

/** @type {ChoiceView[]} */
let cards = []; // what can be laid now
let wanted = ""; // what is typed
let asked = ""; // for which question the cards were fetched
let known = false; // whether they have come

const AGAIN_MS = 2000;
const LONG = 10; // a hand has at most eight cards, and needs no search

/** The card that is chosen in the list. */
export const chosenCard = () => cards.find(({ id }) => id === now.chosen);

/**
 * A seat that must lay a card has one: an empty answer came too early, or none came.
 * @param {string} question
 */
function askAgain(question) {
  if (asked !== question || cards.length) return;
  asked = "";
  show();
}

export async function fetchHand() {
  const { view, mine } = now;
  const moment = [view.game, view.round, mine.ask?.step ?? "", wanted, mine.bot];
  const question = laysHere() ? moment.join("|") : "";
  if (question === asked) return;
  asked = question;
  known = false;
  if (!question) {
    cards = [];
    now.chosen = wanted = "";
    return;
  }
  try {
    const query = `q=${encodeURIComponent(wanted)}&lang=${lang}`;
    /** @type {FoundCards} */
    const answer = await ask(`/api/seat/${number}/cards?${query}`);
    if (asked !== question) return;
    cards = answer.cards;
    known = true;
    if (!cards.length && !wanted) setTimeout(askAgain, AGAIN_MS, question);
  } catch (error) {
    refuse(error);
    cards = [];
    setTimeout(askAgain, AGAIN_MS, question);
  }
  show();
}

export function hand() {
  if (!laysHere()) return null;
  return h(
    "section",
    { class: "finder", "aria-label": t("hand"), "data-key": "finder" },
    handHint(),
    wanted || cards.length > LONG ? search() : null,
    cards.length ? null : h("p", { class: "hint" }, nothing()),
    h("ul", { class: "found" }, cards.map(cardRow)),
  );
}

const nothing = () => {
  if (!known) return t("loading");
  return t(wanted ? "no_match" : "empty_hand");
};

const search = () =>
  h(
    "label",
    { class: "search", "data-key": "search" },
    icon("search"),
    h("span", { class: "sr" }, t("search")),
    h("input", {
      type: "search",
      placeholder: t("search_hint"),
      autocomplete: "off",
      spellcheck: "false",
      "aria-label": t("search"),
      oninput: (event) => {
        wanted = event.target.value;
        now.chosen = "";
        fetchHand();
      },
    }),
  );

/** @param {ChoiceView} card */
function cardRow(card) {
  const open = now.chosen === card.id;
  const best = card.moves.find(({ action }) => action !== "wonder" && action !== "sell");
  const blocked = card.obstacles.find(({ action }) => action !== "wonder");
  return h(
    "li",
    { "data-key": card.id, class: open ? "open" : "" },
    h(
      "button",
      {
        type: "button",
        class: "pick",
        "aria-pressed": String(open),
        onclick: () => {
          now.chosen = open ? "" : card.id;
          show();
        },
      },
      hueDot(card.color),
      h("span", { class: "name" }, card.name, best ? gained(best) : null),
      cost(card),
      payable(card),
      blocked ? h("span", { class: "blocked" }, blocked.text) : null,
    ),
    open ? lessonOf(card) : null,
  );
}

/** @param {ChoiceView} card */
function payable({ moves }) {
  if (!moves.length) return null;
  const builds = moves.filter(({ action }) => action !== "wonder" && action !== "sell");
  if (!builds.length) return h("span", { class: "able none" }, icon("close", t("too_dear")));
  if (builds.some(({ coins: [left, right] }) => !left && !right))
    return h("span", { class: "able yes" }, icon("check", t("affordable")));
  return h("span", { class: "able trade" }, icon("arrow", t("by_trade")));
}
