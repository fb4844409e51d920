// The neighbourhood: a seat's own city and those beside it.

import { stats, works } from "../city.js";
import { h, icon } from "../dom.js";
import { asks } from "../explain.js";
import { hueDot, mark } from "../parts.js";
import { pointsText, t } from "../strings.js";
import { cardButton } from "./card_facts.js";
import { now } from "./moment.js";

/** @param {SeatView} seat */
export const neighbourhood = (seat) => [
  city(seat, t("your_city"), true),
  h("h2", { class: "between", "data-key": "between" }, t("neighbours")),
  city(now.view.seats[seat.left], t("left_neighbour")),
  city(now.view.seats[seat.right], t("right_neighbour")),
];

/** @type {(seat: SeatView, title: string, open?: boolean) => HTMLElement} */
function city(seat, title, open = false) {
  const { total } = seat.score;
  return h(
    "section",
    {
      class: `city s-${seat.seat}`,
      "aria-label": `${title}: ${seat.player}`,
      "data-key": `city-${title}`,
    },
    h(
      "header",
      {},
      mark(seat.seat),
      h(
        "div",
        {},
        h("p", { class: "hint" }, title),
        h("h2", {}, seat.player),
        h("p", { class: "hint" }, `${seat.wonder} · ${seat.side}`),
      ),
      asks(seat, t("total"), "", total, { class: "sum", "aria-label": pointsText(total) }),
    ),
    stats(seat),
    works(seat),
    h("details", { open }, h("summary", {}, icon("card"), t("cards")), built(seat)),
  );
}

/** @param {SeatView} seat */
function built(seat) {
  const cards = [...seat.built, ...seat.recruited];
  if (!cards.length) return h("p", { class: "hint" }, t("no_cards"));
  return h(
    "ul",
    { class: "colors" },
    now.view.constants.colors
      .map(({ color }) => cards.filter((card) => card.color === color))
      .filter((same) => same.length)
      .map((same) =>
        h(
          "li",
          {},
          hueDot(same[0].color),
          h(
            "span",
            { class: "cards" },
            same.map((card) => cardButton(card, card.name)),
          ),
        ),
      ),
  );
}
