// The chart of a game: one line a seat, with its sign at the end, and the turns that decided it.
// Dashes tell the lines apart without colour.

import { h } from "./dom.js";
import { SIGNS } from "./parts.js";
import { t } from "./strings.js";

/** @typedef {{ seat: number, y: number }} End where the line of a seat ends */

const DASHES = ["", "14 7", "3 9", "18 7 3 7", "8 8", "24 6", "2 6 10 6", "14 5 3 5 3 5"];
const WIDE = 680;
const HIGH = 340;
const LEFT = 52;
const RIGHT = 58;
const LOW = 38;
const TOP = 34;

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
export function chart(view) {
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
    view.moments.map(({ turn }, index) => pin(x(turn), index, y(0))),
    spread(ends, (HIGH - TOP) / 8, HIGH - LOW).map(endMark),
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

/**
 * The number of a turn that decided the game, over its line.
 * @type {(x: number, index: number, floor: number) => Element}
 */
const pin = (x, index, floor) =>
  h(
    "g",
    { class: "pin", style: { "--i": String(index) } },
    h("line", { x1: x, x2: x, y1: TOP, y2: floor }),
    h("circle", { cx: x, cy: TOP / 2, r: 14 }),
    h("text", { x, y: TOP / 2 + 1 }, index + 1),
  );

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
