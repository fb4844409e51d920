// The score: who won, where the points come from, and how it came about.

import { h, icon } from "./dom.js";
import { asks } from "./explain.js";
import { keep } from "./keep.js";
import { CATEGORIES, CATEGORY_COLOR, CATEGORY_ICON, history } from "./model.js";
import { SIGNS, mark } from "./parts.js";
import { AGES, pointsText, t } from "./strings.js";

export function scoreScene(view) {
  const ranks =
    view.ranks ??
    view.seats.map(
      (seat) => 1 + view.seats.filter((other) => other.score.total > seat.score.total).length,
    );
  const order = view.seats
    .map((seat) => seat.seat)
    .sort((a, b) => (ranks[a] ?? 99) - (ranks[b] ?? 99) || a - b);
  const most = Math.max(1, ...view.seats.map((seat) => plus(seat) + minus(seat)));
  const used = CATEGORIES.filter((name) => view.seats.some((seat) => seat.score[name]));
  const first = order.filter((seat) => ranks[seat] === 1);
  return h(
    "div",
    { class: "score", "data-key": "score" },
    h(
      "section",
      { "aria-label": t("breakdown") },
      h(
        "p",
        { class: "podium" },
        icon("laurel"),
        t(first.length > 1 ? "winners" : "winner"),
        h("b", {}, first.map((seat) => view.seats[seat].player).join(", ")),
      ),
      h(
        "table",
        {},
        h(
          "thead",
          { class: "sr" },
          h(
            "tr",
            {},
            ["rank", "player", "breakdown", "total"].map((name) =>
              h("th", { scope: "col" }, t(name)),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          order.map((seat) => row(view.seats[seat], ranks[seat], most)),
        ),
      ),
      h(
        "ul",
        { class: "legend" },
        used.map((name) =>
          h(
            "li",
            {},
            h("span", { class: `dot hue c-${CATEGORY_COLOR[name]}` }, icon(CATEGORY_ICON[name])),
            t(`cat_${name}`),
          ),
        ),
      ),
    ),
    h(
      "section",
      { "aria-label": t("course") },
      h("h2", {}, t("course")),
      chart(view),
      keep(view.result),
    ),
  );
}

const plus = (seat) => CATEGORIES.reduce((sum, name) => sum + Math.max(0, seat.score[name]), 0);
const minus = (seat) => CATEGORIES.filter((name) => seat.score[name] < 0).length * 3;

function row(seat, rank, most) {
  const bars = CATEGORIES.filter((name) => seat.score[name]).sort(
    (a, b) => (seat.score[a] < 0) - (seat.score[b] < 0),
  );
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
        bars.map((name) => bar(seat, name, most)),
      ),
    ),
    h(
      "td",
      { class: "sum" },
      asks(seat, t("all_points"), "", seat.score.total, {
        "aria-label": `${seat.player}: ${pointsText(seat.score.total)}`,
      }),
    ),
  );
}

function bar(seat, name, most) {
  const points = seat.score[name];
  return h(
    "button",
    {
      type: "button",
      class: `bar ${points < 0 ? "minus" : `hue c-${CATEGORY_COLOR[name]}`}`,
      "aria-haspopup": "dialog",
      style: { width: `${(Math.max(points, 1) / most) * 100}%` },
      "aria-label": `${t(`cat_${name}`)}: ${pointsText(points)}`,
      onclick: asks(seat, t(`cat_${name}`), name, "").onclick,
    },
    icon(CATEGORY_ICON[name]),
    points < 0 ? `−${-points}` : points,
  );
}

// One line a seat, named by its sign at its end; dashes tell the lines apart without colour.
const DASHES = ["", "14 7", "3 9", "18 7 3 7", "8 8", "24 6", "2 6 10 6", "14 5 3 5 3 5"];

function chart(view) {
  const turns = history(view);
  const wide = 680,
    high = 760,
    left = 52,
    right = 58,
    low = 46,
    top = 16;
  const most = Math.max(10, ...turns.flatMap((turn) => turn.totals));
  const least = Math.min(0, ...turns.flatMap((turn) => turn.totals));
  const x = (at) => left + (at / Math.max(1, turns.length - 1)) * (wide - left - right);
  const y = (points) => high - low - ((points - least) / (most - least)) * (high - low - top);
  const step = most > 60 ? 20 : most > 25 ? 10 : 5;
  const marks = Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
  const ages = turns
    .map((turn, at) => ({ ...turn, at }))
    .filter((turn, at) => at === 0 || turns[at - 1].age !== turn.age);
  const ends = spread(
    view.seats.map((seat) => ({ seat: seat.seat, y: y(turns.at(-1)?.totals[seat.seat] ?? 0) })),
    34,
    high - low,
  );
  return h(
    "svg",
    { class: "chart", viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": t("chart_text") },
    marks.map((points) => [
      h("line", { class: "axis", x1: left, x2: wide - right, y1: y(points), y2: y(points) }),
      h("text", { x: left - 10, y: y(points) + 7, "text-anchor": "end" }, points),
    ]),
    ages.map((turn) => [
      turn.at
        ? h("line", {
            class: "age",
            x1: x(turn.at - 0.5),
            x2: x(turn.at - 0.5),
            y1: top,
            y2: high - low,
          })
        : null,
      h("text", { x: x(turn.at), y: high - 12 }, t("age", { age: AGES[turn.age] })),
    ]),
    view.seats.map(({ seat }) =>
      h(
        "g",
        { class: `s-${seat}` },
        h("polyline", {
          class: "course",
          "stroke-dasharray": DASHES[seat] || null,
          points: turns
            .map((turn, at) => `${x(at).toFixed(1)},${y(turn.totals[seat]).toFixed(1)}`)
            .join(" "),
        }),
      ),
    ),
    ends.map(({ seat, y: at }) =>
      h(
        "g",
        { class: `s-${seat}` },
        h("rect", { class: "end", x: wide - right + 12, y: at - 16, width: 32, height: 32, rx: 8 }),
        h("text", { class: "endname", x: wide - right + 28, y: at + 1 }, SIGNS[seat]),
      ),
    ),
  );
}

// Names at the ends of lines must not cover one another.
function spread(ends, gap, floor) {
  const found = [...ends].sort((a, b) => a.y - b.y);
  found.forEach((end, at) => {
    if (at) end.y = Math.max(end.y, found[at - 1].y + gap);
  });
  let limit = floor;
  for (const end of found.reverse()) {
    end.y = Math.min(end.y, limit);
    limit = end.y - gap;
  }
  return found;
}
