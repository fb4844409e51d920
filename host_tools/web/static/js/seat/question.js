// The question: a bar at the bottom with what a seat must do now and the buttons that do it.

import { h, icon } from "../dom.js";
import { alertPill, graceBar, pill, ruleLink } from "../parts.js";
import { byAction, keyOf, offers, price } from "../price.js";
import { t } from "../strings.js";
import { finalBar } from "./final_bar.js";
import { drawnCard } from "./card_facts.js";
import { chosenCard } from "./hand.js";
import { agreement } from "./mistake.js";
import { act, hasReader, mustAnswer, mustLay, now, number, show } from "./moment.js";
import { obstacles } from "./obstacles.js";
import { button, gained, offerOption, option, stageOption } from "./options.js";
import { beforeTheLock, secret } from "./secret.js";

/** @typedef {import("../dom.js").Child} Child */

/** What the seat is asked, or what it waits for. */
export function headline() {
  const { view, mine } = now;
  const asked = mine.ask;
  const chosen = chosenCard();
  if (view.paused) return t("stop_title_paused");
  if (chosen && !asked?.takes_card) return t("what_with", { card: chosen.name });
  if (!asked || asked.optional) return mine.text;
  const city = asked.seat === number || asked.takes_card ? "" : `${playerOf(asked)}: `;
  const card = asked.card?.name ?? "";
  if (asked.default === "build") return city + t("building_soon", { card });
  if (asked.default) return city + t("recruiting_soon", { card });
  return city + mine.text;
}

/** @param {QuestionView} asked */
const playerOf = ({ seat }) => now.view.seats[seat].player;

export function question() {
  const waiting = now.view.paused || (!mustAnswer() && !mustLay());
  const over = now.view.phase === "over";
  return h(
    "section",
    {
      class: `now ${waiting ? "calm" : "call"}`,
      id: "now",
      "aria-labelledby": "what",
      "data-key": "now",
    },
    agreement(),
    over ? finalBar() : [title(waiting), now.wrong ? alertPill(now.wrong, "wrong") : null],
    over ? null : heldUp(),
    now.view.paused || over ? null : controls(),
  );
}

/** What holds the table up, if anything does. */
function heldUp() {
  const { paused, pause_reason: reason, audit } = now.view;
  if (paused) return h("p", { class: "hint" }, reason || t("stop_do_paused"));
  if (!audit) return null;
  return h("p", { class: "hint" }, t("stop_audit"), " ", hasReader() ? t("stop_do_audit") : null);
}

/** @param {boolean} waiting */
const title = (waiting) =>
  h(
    "h2",
    { id: "what" },
    waiting ? icon("hourglass") : again(),
    h("span", {}, headline(), " ", why()),
  );

const again = () => (now.view.seats[number].again ? pill("bad", "undo", t("again")) : null);

/** By which rule the seat is asked, or why it lays again. */
function why() {
  const { mine } = now;
  const rule = mustAnswer() ? mine.ask?.rule : mine.rule;
  return rule ? h("small", { class: "why" }, ruleLink(rule)) : null;
}

/** @returns {Child[]} */
function controls() {
  const { view, mine } = now;
  const asked = mine.ask;
  const card = chosenCard();
  return [
    card ? chosen(card) : null,
    asked && !asked.takes_card && !asked.optional ? choices(asked) : null,
    mine.committed && view.phase === "lay" ? secret() : null,
    asked?.optional ? beforeTheLock(asked) : null,
    h("div", { class: "more", "data-key": "more" }, more(card)),
  ];
}

/**
 * What comes seldom: quiet buttons below the others.
 * @type {(card: ChoiceView | undefined) => Child[]}
 */
function more(card) {
  const { view, mine } = now;
  const asked = mine.ask;
  return [
    card && !asked?.takes_card
      ? button("lock", t("commit"), "quiet", () => act("commit", { card: card.id }), "later")
      : null,
    asked?.may_decline ? button("close", t("decline"), "", () => act("decline"), "decline") : null,
    mine.committed && view.phase === "lay" && !hasReader()
      ? button("undo", t("withdraw"), "quiet", () => act("withdraw"), "withdraw")
      : null,
    mine.bot
      ? button("phone", t("take_over"), "", () => act("bot", { plays: false }), "over")
      : null,
    mine.bot === false
      ? button("undo", t("give_back"), "quiet", () => act("bot", { plays: true }), "back")
      : null,
  ];
}

// A card of the hand

/** @param {ChoiceView} card */
const chosen = (card) =>
  h(
    "div",
    { class: "chosen", "data-key": `chosen-${card.id}` },
    h(
      "div",
      { class: "head" },
      drawnCard(card),
      h(
        "div",
        { class: "grow" },
        now.mine.ask?.takes_card ? h("h3", {}, card.name) : null, // or the title names it
        h("p", { class: "effect" }, card.text),
      ),
      h(
        "button",
        {
          type: "button",
          class: "button quiet round",
          "aria-label": t("deselect"),
          onclick: () => {
            now.chosen = "";
            show();
          },
        },
        icon("close"),
      ),
    ),
    h("div", { class: "choices-list" }, layOptions(card)),
    obstacles(card.obstacles),
  );

/**
 * Lay a card that is asked for; or commit one together with what is done with it.
 * @param {ChoiceView} card
 * @returns {Child}
 */
function layOptions(card) {
  const asked = now.mine.ask;
  if (asked?.takes_card) return layOption(asked, card);
  return offers(card.moves).map((offer, index) => {
    const play = { card: card.id, action: keyOf(offer.action) };
    return offerOption({
      seat: number,
      offer,
      card,
      kind: index ? "" : "main",
      run: () => act("play", play),
      otherwise: () => act("play", { ...play, choose: true }),
    });
  });
}

/** @type {(asked: QuestionView, card: ChoiceView) => Child} */
function layOption(asked, card) {
  const run = () => act("lay", { card: card.id });
  const [offer] = offers(card.moves);
  if (asked.kind === "pick" && offer)
    return offerOption({ seat: asked.seat, offer, card, kind: "main", run });
  return option("check", h("b", {}, t(`lay_${asked.kind}`, { card: card.name })), "main", run);
}

// Other questions

/** @param {QuestionView} asked */
function choices(asked) {
  const { step } = asked;
  return h("div", { class: "choices-list", "data-key": `ask-${step}` }, answers(asked));
}

/** @type {(asked: QuestionView) => Child} */
function answers(asked) {
  const { kind, step, options } = asked;
  if (kind === "ready")
    return option("check", h("b", {}, t("ready_button")), "main", () =>
      act("press", { step, key: "ok" }),
    );
  if (kind === "declare") return declarations(asked);
  return options.map((answer, index) => {
    const take = () => act("take", { option: index });
    if (answer.payment?.stage) return stageOption(asked.seat, answer.payment, take);
    if (answer.payment)
      return option("coin", price(now.view, asked.seat, answer.payment), "", take);
    return answerOption(answer, take);
  });
}

/** @type {(answer: OptionView, take: () => void) => HTMLElement} */
const answerOption = (answer, take) =>
  option(
    "check",
    [
      h("b", {}, answer.text),
      gained(answer),
      answer.card ? h("span", { class: "effect" }, answer.card.text) : null,
    ],
    "",
    take,
  );

/**
 * What is done with a card: where something happens by itself, it comes first.
 * @type {(asked: QuestionView) => Child}
 */
function declarations(asked) {
  const { step, options, keys, card } = asked;
  const known = offers(asked.offers);
  if (!options.length)
    return keys.map((key) => {
      const offer = known.find(({ action }) => keyOf(action) === key);
      const run = () => act("press", { step, key });
      if (offer) return offerOption({ seat: asked.seat, offer, card, run });
      return key === "build" ? option(key, h("b", {}, t(key)), "", run) : null;
    });
  const actions = options.map(({ text }, index) => ({ text, index }));
  return [
    asked.default ? graceBar(now.view) : null,
    card
      ? h("div", { class: "head" }, drawnCard(card), h("p", { class: "effect grow" }, card.text))
      : null,
    actions
      .sort((a, b) => byAction(a.text, b.text))
      .map(({ text, index }) => {
        const offer = known.find(({ action }) => action === text);
        return offer
          ? offerOption({
              seat: asked.seat,
              offer,
              card,
              kind: text === asked.default ? "main" : "",
              run: () => act("take", { option: index }),
              otherwise: () => act("take", { option: index, choose: true }),
            })
          : null;
      }),
    obstacles(asked.obstacles),
  ];
}
