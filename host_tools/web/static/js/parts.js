// Small things that many scenes show: coins, resources, costs, marks of seats and colours.

import { h, icon } from "./dom.js";
import { t } from "./strings.js";

export const SIGNS = "ABCDEFGH";

export const mark = (seat) =>
  h("span", { class: `mark s-${seat}`, "aria-hidden": "true" }, SIGNS[seat]);

export const money = (number) =>
  h("span", { class: "money number" }, number, icon("coin", t("coins")));

export const resource = (letter) =>
  h("span", { class: `res r-${letter}` }, icon(letter, t(`res_${letter}`)));

export const hueDot = (color) =>
  h("span", { class: `dot hue c-${color}` }, icon(color, t(`color_${color}`)));

// What a card or stage costs: coins, then resources, or that it is free.
export function cost(card) {
  const coins = card.coins === "age" ? "1–3" : card.coins;
  if (!coins && !card.cost) return h("span", { class: "cost" }, t("free"));
  return h(
    "span",
    { class: "cost" },
    coins ? money(coins) : null,
    [...(card.cost ?? "")].map(resource),
  );
}

// What a city makes: one sign a resource, joined where it is a choice, hollow where it is not sold.
export function makes(seat) {
  const all = seat.makes ?? (seat.resource ? [{ any: seat.resource, sold: true }] : []);
  return h(
    "div",
    {
      class: "makes",
      role: "img",
      "aria-label": `${t("resources")}: ${all.map(spoken).join(", ")}`,
    },
    all.map((make) => {
      const kept = make.sold ? "" : " kept";
      const letters = make.any.length > 4 ? ["any"] : [...make.any];
      if (letters.length === 1)
        return h("span", { class: `res r-${letters[0]}${kept}` }, icon(letters[0]));
      return h(
        "span",
        { class: `choices${kept}` },
        letters.map((letter) => h("span", { class: `res choice r-${letter}` }, icon(letter))),
      );
    }),
  );
}

function spoken(make) {
  const kinds =
    make.any.length > 4
      ? t("any_resource")
      : [...make.any].map((letter) => t(`res_${letter}`)).join(` ${t("or")} `);
  return make.sold ? kinds : `${kinds} (${t("not_sold")})`;
}
