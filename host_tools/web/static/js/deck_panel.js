// The cards to take out of the box.

import { h, icon } from "./dom.js";
import { hueDot } from "./parts.js";
import { setup } from "./plan.js";
import { t } from "./strings.js";

export function deckPanel() {
  return h(
    "section",
    { class: "panel deck", "aria-labelledby": "deck", "data-key": "deck" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "deck" }, t("deck")),
      h("p", { class: "hint" }, t(setup.refused ? "deck_later" : "deck_text")),
    ),
    h("div", { class: "ages" }, setup.groups.map(deckGroup)),
  );
}

/** @param {DeckGroupView} group */
const deckGroup = (group) =>
  h(
    "section",
    { "data-key": `age-${group.age}` },
    h("h3", {}, group.text, h("span", { class: "hint" }, t("deck_total", { number: group.total }))),
    group.dealt < group.total
      ? h("p", { class: "hint" }, t("deck_more", { number: group.dealt }))
      : null,
    h("ul", {}, group.cards.map(deckCard)),
  );

/** @param {DeckCardView} card */
const deckCard = (card) =>
  h(
    "li",
    { "data-key": card.id },
    hueDot(card.color),
    h("span", { class: "grow" }, card.name),
    card.drawn ? h("span", { class: "tag" }, icon("dice"), t("drawn_by_host")) : null,
    h("b", { class: "number" }, `×${card.copies}`),
  );
