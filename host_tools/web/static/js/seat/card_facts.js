// What a card or stage does, asked for by a touch: effect, cost, chains and rule, in a dialog.

import { makeLightDialog } from "../dialog.js";
import { h } from "../dom.js";
import { ask, messageOf } from "../live.js";
import { cost, hueDot, ruleLink, withRule } from "../parts.js";
import { lang } from "../prefs.js";
import { t } from "../strings.js";
import { number } from "./moment.js";

/** @typedef {import("../dom.js").Child} Child */

/** @type {ReturnType<typeof makeLightDialog> | undefined} */
let dialog;

/** @type {(card: CardView, shown: Child, kind?: string) => HTMLElement} */
export const cardButton = (card, shown, kind = "") =>
  h(
    "button",
    {
      type: "button",
      class: `ask card-of ${kind}`,
      "aria-haspopup": "dialog",
      title: t("explain_card", { card: card.name }),
      onclick: () => explainCard(card),
    },
    shown,
  );

/** @param {CardView} card */
async function explainCard(card) {
  dialog ??= makeLightDialog("explain", "card-explained");
  dialog.open(card.name, facts(card, null));
  try {
    const found = await ask(`/api/seat/${number}/card?id=${card.id}&lang=${lang}`);
    dialog.open(card.name, facts(card, found));
  } catch (error) {
    dialog.open(card.name, facts(card, null), h("p", {}, withRule(messageOf(error))));
  }
}

/** @type {(card: CardView, found: CardFacts | null) => HTMLElement} */
const facts = (card, found) =>
  h(
    "div",
    { class: "facts" },
    h("p", { class: "effect" }, hueDot(card.color), " ", card.text),
    h("p", {}, `${t("cost")}: `, cost(card)),
    found?.free_from.length
      ? h("p", {}, `${t("chain_from")}: ${found.free_from.join(", ")}`)
      : null,
    found?.chains_to.length ? h("p", {}, `${t("chain_to")}: ${found.chains_to.join(", ")}`) : null,
    found?.rule ? h("p", {}, `${t("rule")}: `, ruleLink(found.rule)) : null,
  );
