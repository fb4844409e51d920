// The question: what a seat must do now, and the buttons that do it.

import { h } from "../dom.js";
import { actionText, alertPill, graceBar, pill, ruleLink } from "../parts.js";
import { byAction, offers, price } from "../price.js";
import { t } from "../strings.js";
import { hand } from "./hand.js";
import { act, hasReader, laysHere, mustAnswer, mustLay, now, number } from "./moment.js";
import { button, offered, option, payOtherwise, stageOption } from "./options.js";
import { beforeTheLock, secret } from "./secret.js";

/** @typedef {import("../dom.js").Child} Child */

export function headline() {
  const { view, mine } = now;
  const question = mine.ask;
  if (!question || question.optional) return mine.text;
  if (question.takes_card) return mine.text;
  const city = question.seat === number ? "" : `${view.seats[question.seat].player}: `;
  if (question.default) return city + t(`soon_${question.default}`);
  if (question.kind !== "pay") return city + mine.text;
  const stages = new Set(question.options.map(({ payment }) => payment?.stage));
  return city + t(stages.size > 1 ? "which_stage" : "pay_title");
}

export function question() {
  const waiting = !mustAnswer() && !mustLay();
  return h(
    "section",
    { class: `now ${waiting ? "calm" : "call"}`, "aria-labelledby": "what", "data-key": "now" },
    h("h2", { id: "what" }, waiting ? null : call(), h("span", {}, headline())),
    why(),
    now.wrong ? alertPill(now.wrong, "wrong") : null,
    now.view.paused ? null : controls(),
  );
}

/** By which rule the seat is asked, or why it lays again. */
function why() {
  const { mine } = now;
  const rule = mustAnswer() ? mine.ask?.rule : mine.rule;
  return rule ? h("p", { class: "why" }, t("why"), " ", ruleLink(rule)) : null;
}

const call = () =>
  now.view.seats[number].again
    ? pill("bad", "undo", t("again"))
    : pill("wait", "hourglass", t("your_turn"));

/** @returns {Child[]} */
function controls() {
  const { view, mine } = now;
  const asked = mine.ask;
  return [
    mine.bot
      ? button("phone", t("take_over"), "wide", () => act("bot", { plays: false }), "over")
      : null,
    mine.bot === false
      ? button("undo", t("give_back"), "quiet", () => act("bot", { plays: true }), "back")
      : null,
    asked && !asked.takes_card && !asked.optional ? choices(asked) : null,
    mine.secret || (mine.committed && view.phase === "lay") ? secret() : null,
    asked?.optional ? beforeTheLock(asked) : null,
    mine.committed && view.phase === "lay" && !hasReader()
      ? button("undo", t("withdraw"), "quiet wide", () => act("withdraw"), "withdraw")
      : null,
    laysHere() ? hand() : null,
    asked?.may_decline
      ? button("close", t("decline"), "wide", () => act("decline"), "decline")
      : null,
  ];
}

/** @type {(question: QuestionView, key: string) => () => void} */
const press =
  ({ step }, key) =>
  () =>
    act("press", { step, key });

/** @param {QuestionView} question */
function choices(question) {
  const { kind, step, options } = question;
  /** @type {() => Child} */
  const buttons = () => {
    if (kind === "ready") return option("check", t("ready_button"), "", press(question, "ok"));
    if (kind === "declare") return declarations(question);
    return options.map((answer, index) => {
      const take = () => act("take", { option: index });
      if (answer.payment?.stage) return stageOption(question.seat, answer.payment, take);
      if (answer.payment)
        return option("coin", price(now.view, question.seat, answer.payment), "", take);
      return option("check", answer.text, "", take);
    });
  };
  return h("div", { class: "choices-list", "data-key": `ask-${step}` }, buttons());
}

/**
 * What is done with a card: where something happens by itself, it comes first.
 * @type {(question: QuestionView) => Child}
 */
function declarations(question) {
  const { view, mine } = now;
  const { options, keys } = question;
  if (!options.length)
    return keys.map((key) => option(key, actionText(view, key), "", press(question, key)));
  const known = question.seat === number ? offers(mine.secret?.moves ?? []) : [];
  const actions = options.map(({ text }, index) => ({ text, index }));
  return [
    question.default ? graceBar(view) : null,
    actions
      .sort((a, b) => byAction(a.text, b.text))
      .map(({ text, index }) => {
        const offer = known.find(({ action }) => action === text);
        const kind = text === question.default ? "main" : "";
        return [
          option(text, offer ? offered(offer) : actionText(view, text), kind, () =>
            act("take", { option: index }),
          ),
          payOtherwise(text, question.card, () => act("take", { option: index, choose: true })),
        ];
      }),
  ];
}
