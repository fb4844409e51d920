// The score: who won, where the points come from, how it came about, and what decided it.

import { chart } from "./chart.js";
import { h, icon } from "./dom.js";
import { scoredCategories, soFar } from "./drama.js";
import { asks, explain } from "./explain.js";
import { keep } from "./keep.js";
import { CATEGORY_LOOK } from "./model.js";
import { mark } from "./parts.js";
import { pointsText, t } from "./strings.js";

/** @typedef {import("./dom.js").Child} Child */

/** @type {(view: GameView, building?: boolean, skip?: () => void) => HTMLElement} */
export function scoreScene(view, building = false, skip = () => {}) {
  const order = standing(view);
  const used = scoredCategories(view);
  const widest = Math.max(1, ...view.seats.map((seat) => barWidth(used, seat)));
  return h(
    "div",
    { class: "score", "data-key": "score" },
    h(
      "section",
      { "aria-label": t("breakdown") },
      h("div", { class: "head" }, podium(view), building ? calls(used) : null),
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
          order.map((seat) => row(view, seat, { used, widest, building })),
        ),
      ),
      h("ul", { class: "legend" }, used.map(legend)),
    ),
    h(
      "section",
      { class: "course-of", "aria-label": t("course") },
      building ? skipButton(skip) : null,
      h("h2", {}, t("course")),
      chart(view),
      moments(view),
      keep(view),
    ),
  );
}

const HEADS = ["rank", "player", "breakdown", "total"];

/** @param {() => void} skip */
const skipButton = (skip) =>
  h(
    "button",
    { class: "button cut", type: "button", "data-key": "cut", onclick: skip },
    t("skip_drama"),
  );

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

/**
 * Who won: a team by the names of both; the Free City has no rank.
 * @type {(view: GameView) => string[]}
 */
export function winners(view) {
  const first = view.seats.filter(({ seat }) => rankOf(view, seat) === 1);
  if (view.variant !== "team") return first.map(({ player }) => player);
  return first
    .filter(({ seat }) => seat % 2 === 0)
    .map(({ seat, player }) => `${player} & ${view.seats[seat + 1].player}`);
}

/** @param {GameView} view */
function podium(view) {
  const names = winners(view);
  const title = names.length > 1 ? "winners" : view.variant === "team" ? "winning_team" : "winner";
  return h("p", { class: "podium" }, icon("laurel"), t(title), h("b", {}, names.join(", ")));
}

/**
 * The category that is being counted, in large letters.
 * @param {string[]} used
 */
const calls = (used) =>
  h(
    "ul",
    { class: "calls", "data-key": "calls", "aria-hidden": "true" },
    used.map((name, index) =>
      h("li", { style: { "--i": String(index) } }, dot(name), t(`category.${name}`)),
    ),
  );

/** @param {string} name */
const dot = (name) =>
  h("span", { class: `dot hue c-${CATEGORY_LOOK[name].color}` }, icon(CATEGORY_LOOK[name].icon));

/** @param {string} name */
const legend = (name) => h("li", {}, dot(name), t(`category.${name}`));

const LOST_WIDTH = 3; // a bar of lost points is as wide as this many points

/** @type {(categories: string[], seat: SeatView) => number} */
const barWidth = (categories, seat) =>
  categories
    .map((name) => seat.score[name])
    .reduce((sum, points) => sum + (points < 0 ? LOST_WIDTH : points), 0);

/**
 * @typedef {{ used: string[], widest: number, building: boolean }} Look how the rows are drawn
 * @type {(view: GameView, number: number, look: Look) => HTMLElement}
 */
function row(view, number, { used, widest, building }) {
  const seat = view.seats[number];
  const rank = rankOf(view, number);
  const scored = used.filter((name) => seat.score[name]);
  const gains = scored.filter((name) => seat.score[name] > 0);
  const losses = scored.filter((name) => seat.score[name] < 0);
  return h(
    "tr",
    { class: rank === 1 ? "first" : "", "data-key": `row-${number}`, "data-seat": number },
    h("td", { class: "rank" }, rank ?? "–"),
    h(
      "th",
      { class: "who", scope: "row" },
      h("b", {}, seat.player),
      h("small", { class: `s-${number}` }, mark(number), seat.wonder),
    ),
    h(
      "td",
      { class: "barcell" },
      h(
        "div",
        { class: "bars" },
        [...gains, ...losses].map((name) => bar(seat, name, widest, used.indexOf(name))),
      ),
    ),
    h("td", { class: "sum" }, building ? runningTotal(seat) : sum(seat), teamSum(view, number)),
  );
}

/** @param {SeatView} seat */
const sum = (seat) =>
  asks(seat, t("all_points"), "", seat.score.total, {
    "aria-label": `${seat.player}: ${pointsText(seat.score.total)}`,
  });

/**
 * A total that is still growing; `countUp` writes it.
 * @param {SeatView} seat
 */
const runningTotal = ({ seat }) =>
  h(
    "span",
    { class: "running ask", "data-key": "running", "data-own": true, "data-seat": seat },
    0,
  );

/**
 * Write the points that everybody has so far.
 * @type {(root: Element, view: GameView, elapsed: number) => void}
 */
export function countUp(root, view, elapsed) {
  const used = scoredCategories(view);
  for (const total of root.querySelectorAll(".running")) {
    const { score } = view.seats[Number(total.getAttribute("data-seat"))];
    total.textContent = String(soFar(score, used, elapsed)).replace("-", "−");
  }
}

/**
 * Let the rows begin in the order of the seats, however high they are; styles move them from there.
 * @param {Element} root
 */
export function lineUp(root) {
  /** @type {HTMLElement[]} */
  const rows = [...root.querySelectorAll("tbody tr")].map((row) => /** @type {any} */ (row));
  let top = Math.min(...rows.map((row) => row.offsetTop));
  for (const row of rows.sort((a, b) => Number(a.dataset.seat) - Number(b.dataset.seat))) {
    row.style.setProperty("--from", `${top - row.offsetTop}px`);
    top += row.offsetHeight;
  }
}

/** @type {(view: GameView, seat: number) => Child} */
function teamSum(view, seat) {
  if (view.variant !== "team") return null;
  const number = view.seats[seat].score.total + view.seats[seat ^ 1].score.total;
  return h("small", { class: "team" }, t("team_total", { number }));
}

/** @type {(seat: SeatView, name: string, widest: number, index: number) => HTMLElement} */
function bar(seat, name, widest, index) {
  const points = seat.score[name];
  const look = CATEGORY_LOOK[name];
  const category = t(`category.${name}`);
  const wide = ((points < 0 ? LOST_WIDTH : points) / widest) * 100;
  return h(
    "button",
    {
      type: "button",
      class: `bar ${points < 0 ? "minus" : `hue c-${look.color}`}`,
      "aria-haspopup": "dialog",
      style: { width: `${wide}%`, "--i": String(index) },
      "aria-label": `${category}: ${pointsText(points)}`,
      onclick: () => explain(seat, category, name),
    },
    icon(look.icon),
    points < 0 ? `−${-points}` : points,
  );
}

/**
 * The turns that decided the game, as the chart numbers them.
 * @param {GameView} view
 */
function moments(view) {
  if (!view.moments.length) return null;
  return h(
    "div",
    { class: "moments", "data-key": "moments" },
    h("h2", {}, t("moments_title")),
    h(
      "ol",
      {},
      view.moments.map(({ text }, index) =>
        h(
          "li",
          { style: { "--i": String(index) } },
          h("span", { class: "pin", "aria-hidden": "true" }, index + 1),
          text,
        ),
      ),
    ),
  );
}
