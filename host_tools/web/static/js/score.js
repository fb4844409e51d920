// The score: who won, where the points come from, and how it came about.

import { h, icon } from "./dom.js";
import { asks, explain } from "./explain.js";
import { keep } from "./keep.js";
import { CATEGORY_LOOK } from "./model.js";
import { SIGNS, mark } from "./parts.js";
import { pointsText, t } from "./strings.js";

/** @typedef {{ seat: number, y: number }} End where the line of a seat ends */

/** @param {GameView} view */
export function scoreScene(view) {
  const { categories } = view.constants;
  const order = standing(view);
  const winners = order.filter((seat) => rankOf(view, seat) === 1);
  const used = categories.filter((name) => view.seats.some((seat) => seat.score[name]));
  const widest = Math.max(1, ...view.seats.map((seat) => barWidth(categories, seat)));
  return h(
    "div",
    { class: "score", "data-key": "score" },
    h(
      "section",
      { "aria-label": t("breakdown") },
      podium(winners.map((seat) => view.seats[seat].player)),
      h(
        "table",
        {},
        h(
          "thead",
          { class: "sr" },
          h(
            "tr",
            {},
            HEADS.map((name) => h("th", { scope: "col" }, t(name))),
          ),
        ),
        h(
          "tbody",
          {},
          order.map((seat) => row(view, view.seats[seat], widest)),
        ),
      ),
      h("ul", { class: "legend" }, used.map(legend)),
    ),
    h(
      "section",
      { "aria-label": t("course") },
      h("h2", {}, t("course")),
      chart(view),
      keep(view.result, view.private_history),
    ),
  );
}

const HEADS = ["rank", "player", "breakdown", "total"];

/** @type {(view: GameView, seat: number) => number | null} */
const rankOf = (view, seat) => view.ranks?.[seat] ?? null;

/**
 * The seats by their rank; those without one come last.
 * @type {(view: GameView) => number[]}
 */
export const standing = (view) =>
  view.seats
    .map((seat) => seat.seat)
    .sort((a, b) => (rankOf(view, a) ?? 99) - (rankOf(view, b) ?? 99) || a - b);

/** @param {string[]} players */
const podium = (players) =>
  h(
    "p",
    { class: "podium" },
    icon("laurel"),
    t(players.length > 1 ? "winners" : "winner"),
    h("b", {}, players.join(", ")),
  );

/** @param {string} name */
const legend = (name) =>
  h(
    "li",
    {},
    h("span", { class: `dot hue c-${CATEGORY_LOOK[name].color}` }, icon(CATEGORY_LOOK[name].icon)),
    t(`category.${name}`),
  );

const LOST_WIDTH = 3; // a bar of lost points is as wide as this many points

/** @type {(categories: string[], seat: SeatView) => number} */
const barWidth = (categories, seat) =>
  categories
    .map((name) => seat.score[name])
    .reduce((sum, points) => sum + (points < 0 ? LOST_WIDTH : points), 0);

/** @type {(view: GameView, seat: SeatView, widest: number) => HTMLElement} */
function row(view, seat, widest) {
  const rank = rankOf(view, seat.seat);
  const { total } = seat.score;
  const scored = view.constants.categories.filter((name) => seat.score[name]);
  const gains = scored.filter((name) => seat.score[name] > 0);
  const losses = scored.filter((name) => seat.score[name] < 0);
  return h(
    "tr",
    { class: rank === 1 ? "first" : "", "data-key": `row-${seat.seat}` },
    h("td", { class: "rank" }, rank ?? "–"),
    h(
      "th",
      { class: "who", scope: "row" },
      h("b", {}, seat.player),
      h("small", { class: `s-${seat.seat}` }, mark(seat.seat), seat.wonder),
    ),
    h(
      "td",
      { class: "barcell" },
      h(
        "div",
        { class: "bars" },
        [...gains, ...losses].map((name) => bar(seat, name, widest)),
      ),
    ),
    h(
      "td",
      { class: "sum" },
      asks(seat, t("all_points"), "", total, {
        "aria-label": `${seat.player}: ${pointsText(total)}`,
      }),
    ),
  );
}

/** @type {(seat: SeatView, name: string, widest: number) => HTMLElement} */
function bar(seat, name, widest) {
  const points = seat.score[name];
  const look = CATEGORY_LOOK[name];
  const category = t(`category.${name}`);
  return h(
    "button",
    {
      type: "button",
      class: `bar ${points < 0 ? "minus" : `hue c-${look.color}`}`,
      "aria-haspopup": "dialog",
      style: { width: `${(Math.max(points, 1) / widest) * 100}%` },
      "aria-label": `${category}: ${pointsText(points)}`,
      onclick: () => explain(seat, category, name),
    },
    icon(look.icon),
    points < 0 ? `−${-points}` : points,
  );
}

// The chart: one line a seat, with its sign at the end; dashes tell the lines apart without colour.

const DASHES = ["", "14 7", "3 9", "18 7 3 7", "8 8", "24 6", "2 6 10 6", "14 5 3 5 3 5"];
const WIDE = 680;
const HIGH = 760;
const LEFT = 52;
const RIGHT = 58;
const LOW = 46;
const TOP = 16;

/** @param {TotalsView[]} turns */
function scales(turns) {
  const totals = turns.flatMap((turn) => turn.totals);
  const most = Math.max(10, ...totals);
  const least = Math.min(0, ...totals);
  /** @param {number} turn */
  const x = (turn) => LEFT + (turn / Math.max(1, turns.length - 1)) * (WIDE - LEFT - RIGHT);
  /** @param {number} points */
  const y = (points) => HIGH - LOW - ((points - least) / (most - least)) * (HIGH - LOW - TOP);
  return { most, x, y };
}

/** @param {GameView} view */
function chart(view) {
  const turns = view.history;
  const { most, x, y } = scales(turns);
  const ends = view.seats.map(({ seat }) => ({ seat, y: y(turns.at(-1)?.totals[seat] ?? 0) }));
  return h(
    "svg",
    {
      class: "chart",
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      "aria-label": t("chart_text"),
    },
    axisMarks(most).map((points) => [
      h("line", { class: "axis", x1: LEFT, x2: WIDE - RIGHT, y1: y(points), y2: y(points) }),
      h("text", { x: LEFT - 10, y: y(points) + 7, "text-anchor": "end" }, points),
    ]),
    turns.map((turn, index) =>
      turns[index - 1]?.age === turn.age ? null : ageMark(view, turn.age, index, x),
    ),
    view.seats.map(({ seat }) => {
      const points = turns.map(
        (turn, index) => `${x(index).toFixed(1)},${y(turn.totals[seat]).toFixed(1)}`,
      );
      const line = { "stroke-dasharray": DASHES[seat] || null, points: points.join(" ") };
      return h("g", { class: `s-${seat}` }, h("polyline", { class: "course", ...line }));
    }),
    spread(ends, 34, HIGH - LOW).map(endMark),
  );
}

/** @param {number} most */
function axisMarks(most) {
  const step = most > 60 ? 20 : most > 25 ? 10 : 5;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

/** @type {(view: GameView, age: number, turn: number, x: (turn: number) => number) => Element[]} */
function ageMark(view, age, turn, x) {
  const name = h(
    "text",
    { x: x(turn), y: HIGH - 12 },
    t("age", { age: view.constants.roman[age] }),
  );
  if (!turn) return [name];
  const at = x(turn - 0.5);
  return [h("line", { class: "age", x1: at, x2: at, y1: TOP, y2: HIGH - LOW }), name];
}

/** @param {End} end */
const endMark = ({ seat, y }) =>
  h(
    "g",
    { class: `s-${seat}` },
    h("rect", { class: "end", x: WIDE - RIGHT + 12, y: y - 16, width: 32, height: 32, rx: 8 }),
    h("text", { class: "endname", x: WIDE - RIGHT + 28, y: y + 1 }, SIGNS[seat]),
  );

/**
 * Move the names at the ends of lines apart, so that none covers another.
 * @type {(ends: End[], gap: number, floor: number) => End[]}
 */
export function spread(ends, gap, floor) {
  const sorted = ends.map((end) => ({ ...end })).sort((a, b) => a.y - b.y);
  let lowest = -Infinity;
  for (const end of sorted) {
    end.y = Math.max(end.y, lowest);
    lowest = end.y + gap;
  }
  let limit = floor;
  for (const end of sorted.reverse()) {
    end.y = Math.min(end.y, limit);
    limit = end.y - gap;
  }
  return sorted;
}
