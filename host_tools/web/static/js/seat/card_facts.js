// What a card or stage does, asked for by a touch: effect, cost, chains and rule, in a dialog.

import { card } from "../card.js";
import { makeLightDialog } from "../dialog.js";
import { h } from "../dom.js";
import { ask, messageOf } from "../live.js";
import { cost, ruleLink, withRule } from "../parts.js";
import { lang } from "../prefs.js";
import { t } from "../strings.js";
import { number } from "./moment.js";

/** @typedef {import("../dom.js").Child} Child */

/** @type {ReturnType<typeof makeLightDialog> | undefined} */
let dialog;

/** @type {(view: CardView, shown: Child, kind?: string) => HTMLElement} */
export const cardButton = (view, shown, kind = "") =>
  h(
    "button",
    {
      type: "button",
      class: `ask card-of ${kind}`,
      "aria-haspopup": "dialog",
      title: t("explain_card", { card: view.name }),
      onclick: () => explainCard(view),
    },
    shown,
  );

/**
 * A card as it is drawn, which tells more when it is touched.
 * @param {CardView} view
 */
export const drawnCard = (view) => card(view, { onclick: () => explainCard(view) });

/** @param {CardView} view */
async function explainCard(view) {
  dialog ??= makeLightDialog("explain", "card-explained");
  dialog.open(view.name, facts(view, null));
  try {
    const found = await ask(`/api/seat/${number}/card?id=${view.id}&lang=${lang}`);
    dialog.open(view.name, facts(view, found));
  } catch (error) {
    dialog.open(view.name, facts(view, null), h("p", {}, withRule(messageOf(error))));
  }
}

/** @type {(view: CardView, found: CardFacts | null) => HTMLElement} */
const facts = (view, found) =>
  h(
    "div",
    { class: "facts" },
    card(view),
    h(
      "div",
      { class: "grow" },
      h("p", { class: "effect" }, view.text),
      h("p", {}, `${t("cost")}: `, cost(view)),
      found?.free_from.length
        ? h("p", {}, `${t("chain_from")}: ${found.free_from.join(", ")}`)
        : null,
      found?.chains_to.length
        ? h("p", {}, `${t("chain_to")}: ${found.chains_to.join(", ")}`)
        : null,
      found?.rule ? h("p", {}, `${t("rule")}: `, ruleLink(found.rule)) : null,
    ),
  );
