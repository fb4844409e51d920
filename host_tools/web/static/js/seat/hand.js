// The cards that a seat can lay now: found by a part of their name, one of them open.

import { h, icon } from "../dom.js";
import { ask, messageOf } from "../live.js";
import { cost, hueDot } from "../parts.js";
import { lang } from "../prefs.js";
import { keyOf, offers } from "../price.js";
import { t } from "../strings.js";
import { handHint, lessonOf } from "./lesson.js";
import { act, laysHere, now, number, show } from "./moment.js";
import { button, offered, option, payOtherwise, ways } from "./options.js";

/** @typedef {import("../dom.js").Child} Child */

/** @type {ChoiceView[]} */
let cards = []; // what can be laid now
let wanted = ""; // what is typed
let asked = ""; // for which question the cards were fetched

const AGAIN_MS = 2000;

/**
 * A seat that must lay a card has one: an empty answer came too early.
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
  if (!question) {
    cards = [];
    now.chosen = wanted = "";
    return;
  }
  try {
    const query = `q=${encodeURIComponent(wanted)}&lang=${lang}`;
    /** @type {FoundCards} */
    const answer = await ask(`/api/seat/${number}/cards?${query}`);
    if (asked === question) cards = answer.cards;
    if (!answer.cards.length && !wanted) setTimeout(askAgain, AGAIN_MS, question);
  } catch (error) {
    asked = "";
    now.wrong = messageOf(error);
  }
  show();
}

export function hand() {
  return h(
    "section",
    { class: "finder", "aria-label": t("search"), "data-key": "finder" },
    handHint(),
    h(
      "label",
      { class: "search" },
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
    ),
    cards.length ? null : h("p", { class: "hint" }, asked ? t("no_match") : t("loading")),
    h("ul", { class: "found" }, cards.map(cardRow)),
  );
}

/** @param {ChoiceView} card */
function cardRow(card) {
  const open = now.chosen === card.id;
  return h(
    "li",
    { "data-key": card.id, class: open ? "open" : "" },
    h(
      "button",
      {
        type: "button",
        class: "pick",
        "aria-expanded": String(open),
        onclick: () => {
          now.chosen = open ? "" : card.id;
          show();
        },
      },
      hueDot(card.color),
      h("span", { class: "name" }, card.name),
      cost(card),
      payable(card),
    ),
    open
      ? h("div", { class: "detail" }, h("p", {}, card.text), layButtons(card), lessonOf(card))
      : null,
  );
}

/**
 * Lay a card that is asked for; or commit one together with what is done with it.
 * @param {ChoiceView} card
 * @returns {Child}
 */
function layButtons(card) {
  const { id, moves } = card;
  if (now.mine.ask?.takes_card)
    return [ways(moves), button("check", t("lay_it"), "main wide", () => act("lay", { card: id }))];
  return [
    offers(moves).map((offer, index) => {
      const play = { card: id, action: keyOf(offer.action) };
      return [
        option(offer.action, offered(offer), index ? "" : "main", () => act("play", play)),
        payOtherwise(offer.action, card, () => act("play", { ...play, choose: true })),
      ];
    }),
    button("lock", t("commit"), "quiet wide", () => act("commit", { card: id })),
  ];
}

/** @param {ChoiceView} card */
function payable({ moves }) {
  if (!moves.length) return null;
  const builds = moves.filter(({ action }) => action === "build" || action === "recruit");
  if (!builds.length) return h("span", { class: "able none" }, icon("close", t("too_dear")));
  if (builds.some(({ coins: [left, right] }) => !left && !right))
    return h("span", { class: "able yes" }, icon("check", t("affordable")));
  return h("span", { class: "able trade" }, icon("arrow", t("by_trade")));
}
