// The card that a seat has committed, for its own eyes, and what is done with it before the lock.

import { h, icon } from "../dom.js";
import { cost, hueDot } from "../parts.js";
import { keyOf, offers } from "../price.js";
import { coinsText, t } from "../strings.js";
import { lessonOf } from "./lesson.js";
import { act, now, number } from "./moment.js";

/** A phone lies on the table: the card is shown when its owner asks. */
export function secret() {
  const card = now.mine.secret;
  if (!card) return null;
  return h(
    "details",
    { class: "secret", "data-key": "secret" },
    h("summary", {}, icon("eye"), t("show")),
    h(
      "div",
      { class: "preview" },
      h("h3", {}, hueDot(card.color), card.name, cost(card)),
      h("p", {}, card.text),
      lessonOf(card),
    ),
  );
}

/**
 * Choose before the lock what is done with a card, or something else; nobody waits for it.
 * @param {QuestionView} question
 */
export function beforeTheLock(question) {
  const { view } = now;
  const own = question.seat === number;
  const about = own ? "" : `${view.seats[question.seat].player}: ${question.card?.name ?? ""}`;
  return h(
    "fieldset",
    { class: "beforehand", "data-key": `before-${question.seat}` },
    h("legend", {}, about || t("choose_action")),
    h(
      "div",
      { class: "keys" },
      question.keys
        .filter((key) => isPossible(question, key))
        .map((key) => keyButton(question, key)),
    ),
    question.chosen && question.chosen !== "sell" ? choosing(question) : null,
    h("p", { class: "hint" }, t(whatFollows(question))),
  );
}

/** @param {QuestionView} question */
function whatFollows(question) {
  if (question.chosen) return "change_action";
  const builds = now.view.grace_seconds !== null && isPossible(question, "build");
  return builds ? "undecided" : "asked_later";
}

/** @type {(question: QuestionView, key: string) => import("../price.js").Offer<OfferView> | undefined} */
const offerFor = (question, key) =>
  offers(question.offers).find(({ action }) => keyOf(action) === key);

/**
 * Of a card that nobody knows yet, only its owner can tell whether it can be built.
 * @type {(question: QuestionView, key: string) => boolean}
 */
const isPossible = (question, key) =>
  Boolean(offerFor(question, key)) || (key === "build" && !question.card);

/** @type {(question: QuestionView, key: string) => HTMLElement} */
const keyButton = (question, key) =>
  h(
    "button",
    {
      type: "button",
      class: `button ${key === keyOf(question.chosen) ? "main" : ""}`,
      "aria-pressed": String(key === keyOf(question.chosen)),
      disabled: now.busy,
      onclick: () => act("press", { step: question.step, key }),
    },
    icon(key),
    t(`short_${key}`),
    h("small", {}, keyPrice(question, key)),
  );

/** @type {(question: QuestionView, key: string) => string} */
function keyPrice(question, key) {
  const offer = offerFor(question, key);
  if (!offer) return t("closed_price");
  if (key === "sell") return `+${coinsText(offer.ways[0].gains)}`;
  const stage = key === "wonder" && offer.ways[0].builds ? `${offer.ways[0].builds}: ` : "";
  return stage + (offer.total ? coinsText(offer.total) : t("free"));
}

/**
 * Say before the lock that one chooses how to pay, or not.
 * @param {QuestionView} question
 */
function choosing({ step, chosen, choosing }) {
  const key = keyOf(chosen);
  return h(
    "button",
    {
      type: "button",
      class: `button quiet ${choosing ? "main" : ""}`,
      "data-key": "choosing",
      "aria-pressed": String(choosing),
      disabled: now.busy,
      onclick: () => act("press", { step, key, choose: !choosing }),
    },
    icon("coin"),
    t("choose_payment"),
  );
}
