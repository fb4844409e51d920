// The card that a seat has committed, for its own eyes, and what is done with it before the lock.

import { h, icon } from "../dom.js";
import { cost, hueDot } from "../parts.js";
import { keyOf, offers } from "../price.js";
import { t } from "../strings.js";
import { lessonOf } from "./lesson.js";
import { act, now, number } from "./moment.js";
import { ways } from "./options.js";

export function secret() {
  const card = now.mine.secret;
  return h(
    "section",
    { class: "secret", "data-key": "secret" },
    h("p", { class: "down" }, icon("card"), h("span", {}, t("hand_in"))),
    card
      ? h(
          "details",
          {},
          h("summary", {}, icon("eye"), t("show")),
          h(
            "div",
            { class: "preview" },
            h("p", { class: "hint" }, t("only_you")),
            h("h3", {}, hueDot(card.color), card.name, cost(card)),
            h("p", {}, card.text),
            ways(card.moves),
            lessonOf(card),
          ),
        )
      : null,
  );
}

/**
 * Choose before the lock what is done with a card, or something else; nobody waits for it.
 * @param {QuestionView} question
 */
export function beforeTheLock(question) {
  const { view, mine } = now;
  const own = question.seat === number;
  const legal = own && mine.secret ? offers(mine.secret.moves).map((o) => keyOf(o.action)) : null;
  const keys = question.keys.filter((key) => !legal || legal.includes(key));
  const about = own ? "" : `${view.seats[question.seat].player}: ${question.card?.name ?? ""}`;
  return h(
    "fieldset",
    { class: "beforehand", "data-key": `before-${question.seat}` },
    h("legend", {}, about || t("choose_action")),
    h(
      "div",
      { class: "keys" },
      keys.map((key) =>
        h(
          "button",
          {
            type: "button",
            class: `button ${key === question.chosen ? "main" : ""}`,
            "aria-pressed": String(key === question.chosen),
            disabled: now.busy,
            onclick: () => act("press", { step: question.step, key }),
          },
          icon(key),
          t(`short_${key}`),
        ),
      ),
    ),
    question.chosen && question.chosen !== "sell" ? choosing(question) : null,
    h("p", { class: "hint" }, t(question.chosen ? "change_action" : "undecided")),
  );
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
      class: `button otherwise ${choosing ? "main" : ""}`,
      "aria-pressed": String(choosing),
      disabled: now.busy,
      onclick: () => act("press", { step, key, choose: !choosing }),
    },
    icon("coin"),
    t("choose_payment"),
  );
}
