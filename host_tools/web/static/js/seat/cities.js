// All cities of the table, one at a time: the own one first, then as people sit.

import { stats, works } from "../city.js";
import { h, icon } from "../dom.js";
import { asks } from "../explain.js";
import { explainedBy } from "../model.js";
import { hueDot, mark, ruleLink } from "../parts.js";
import { pointsText, t } from "../strings.js";
import { cardButton } from "./card_facts.js";
import { now, number, show } from "./moment.js";

/** @typedef {import("../dom.js").Child} Child */

let shown = number; // the seat whose city is open
const LONG = 11; // letters of a name that needs a wider tab
const ONWARD = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** @type {() => HTMLElement[]} */
export function cities() {
  const seats = around();
  if (!seats.some(({ seat }) => seat === shown)) shown = number;
  return [
    h(
      "div",
      {
        class: seats.some(({ player }) => player.length > LONG) ? "tabs wide" : "tabs",
        role: "tablist",
        "aria-label": t("all_cities"),
        "data-key": "tabs",
        onkeydown: (event) => walk(seats, event),
      },
      seats.map(tab),
    ),
    city(now.view.seats[shown]),
  ];
}

/** The seats as they sit, from the own one to the left and round the table. */
function around() {
  const { seats } = now.view;
  const found = [seats[number]];
  while (found.length < seats.length) found.push(seats[found[found.length - 1].left]);
  return found;
}

/** @type {(seats: SeatView[], event: any) => void} */
function walk(seats, event) {
  const step = ONWARD[/** @type {keyof typeof ONWARD} */ (event.key)];
  if (!step) return;
  event.preventDefault();
  const index = seats.findIndex(({ seat }) => seat === shown);
  shown = seats[(index + step + seats.length) % seats.length].seat;
  document.getElementById(`tab-${shown}`)?.focus();
  show();
}

/**
 * What a seat is to this one: itself, a neighbour, the team-mate, or nothing of these.
 * @param {number} seat
 */
function relations(seat) {
  const { seats, variant } = now.view;
  const { left, right } = seats[number];
  return [
    seat === number && "own_city",
    seat === left && "left",
    seat === right && "right",
    variant === "team" && seat === (number ^ 1) && "team_mate",
  ].flatMap((key) => key || []);
}

/** @param {SeatView} seat */
function tab({ seat, player }) {
  const open = seat === shown;
  return h(
    "button",
    {
      type: "button",
      role: "tab",
      id: `tab-${seat}`,
      class: `tab s-${seat}`,
      "data-key": `tab-${seat}`,
      "aria-selected": String(open),
      "aria-controls": "city",
      tabindex: open ? 0 : -1,
      onclick: () => {
        shown = seat;
        show();
      },
    },
    mark(seat),
    h(
      "span",
      { class: "hint" },
      relations(seat)
        .map((key) => t(key))
        .join(", "),
    ),
    h("span", { class: "name" }, player),
  );
}

/** @param {SeatView} seat */
function city(seat) {
  const { total } = seat.score;
  return h(
    "section",
    {
      class: `city s-${seat.seat}`,
      role: "tabpanel",
      id: "city",
      "aria-labelledby": `tab-${seat.seat}`,
      "data-key": `city-${seat.seat}`,
    },
    h(
      "header",
      {},
      mark(seat.seat),
      h(
        "div",
        {},
        h("h2", {}, seat.player),
        h("p", { class: "hint" }, `${seat.wonder} · ${seat.side}`),
      ),
      asks(seat, t("total"), "", total, { class: "sum", "aria-label": pointsText(total) }),
    ),
    stats(seat),
    works(seat),
    folded("card", t("cards"), built(seat), seat.seat === number),
    folded("laurel", t("points_by_item"), sheet(seat)),
  );
}

/** @type {(sign: string, title: string, content: Child, open?: boolean) => HTMLElement} */
const folded = (sign, title, content, open = false) =>
  h("details", { open, "data-key": title }, h("summary", {}, icon(sign), title), content);

/**
 * The cards of a city by colour; each tells what it does.
 * @param {SeatView} seat
 */
function built(seat) {
  const cards = [...seat.built, ...seat.recruited];
  if (!cards.length) return h("p", { class: "hint" }, t("no_cards"));
  const rows = now.view.constants.colors.map(({ color }) => ({
    color,
    same: cards.filter((card) => card.color === color),
  }));
  return h(
    "ul",
    { class: "colors" },
    rows
      .filter(({ same }) => same.length)
      .map(({ color, same }) =>
        h(
          "li",
          {},
          hueDot(color),
          h(
            "span",
            { class: "cards" },
            same.map((card) => cardButton(card, card.name)),
          ),
        ),
      ),
  );
}

/**
 * The score sheet of a city: every item of every category, with the rule that counts it.
 * @param {SeatView} seat
 */
function sheet(seat) {
  const rows = now.view.constants.categories.map((name) => ({
    name,
    items: explainedBy(seat, name),
  }));
  const filled = rows.filter(({ items }) => items.length);
  if (!filled.length) return h("p", { class: "hint" }, t("nothing_counted"));
  return h(
    "dl",
    { class: "sheet" },
    filled.map(({ name, items }) => [
      h(
        "dt",
        {},
        h("span", {}, t(`category.${name}`)),
        h("span", { class: "number" }, pointsText(seat.score[name])),
      ),
      items.map(({ points, text, rule }) =>
        h("dd", {}, h("b", {}, points), h("span", {}, text), rule ? ruleLink(rule) : null),
      ),
    ]),
  );
}
