// The ring round the middle: the direction in which hands are passed, and who fights or pays whom.

import { h, icon, render } from "./dom.js";
import { coinsShown, flights, isPlaying } from "./drama.js";
import { isBetweenTurns, ledger } from "./model.js";

/**
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ left: number, right: number, top: number, bottom: number }} Box
 * @typedef {{ number: number, back: boolean }} Arrow
 * @typedef {{ a: number, b: number, link?: boolean, text?: string, arrows?: Arrow[] }} Pair
 *   what is shown between two seats: the shields of a fight, or coins on their way
 */

export const STEPS = 720;
const PASSING = ["laying", "countdown", "reveal"];

/** @type {(svg: SVGElement, stage: Element, view: GameView, scene: string) => void} */
export function drawRing(svg, stage, view, scene) {
  const box = stage.getBoundingClientRect();
  const middle = stage.querySelector(".centre")?.getBoundingClientRect();
  if (!middle || !box.width) return render(svg);
  const unit = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const path = outline(within(middle, box), 1.7 * unit, 3.6 * unit);
  svg.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
  const points = along(path);
  /** @type {number[]} */
  const anchors = [];
  for (const { seat } of view.seats) {
    const panel = stage.querySelector(`.at-${seat}`)?.getBoundingClientRect();
    if (!panel) return render(svg);
    anchors.push(nearest(points, centreOf(within(panel, box))));
  }
  const scale = unit / 16;
  const pairs = scene === "reveal" && isBetweenTurns(view) ? paid(view) : fought(view, scene);
  return render(
    svg,
    h("path", { class: "way", d: path }),
    PASSING.includes(scene) ? passing(path, points, anchors, view.passing, scale) : null,
    pairs.map((pair, index) =>
      h("g", { style: { "--i": String(index) } }, between(points, anchors, pair, scale)),
    ),
    isPlaying("reveal") && isBetweenTurns(view)
      ? travelling(view, points, anchors, centreOf(within(middle, box)), scale)
      : null,
  );
}

// Geometry

/** @type {(part: Box, box: Box) => Box} */
const within = (part, box) => ({
  left: part.left - box.left,
  right: part.right - box.left,
  top: part.top - box.top,
  bottom: part.bottom - box.top,
});

/** @type {(box: Box) => Point} */
const centreOf = (box) => ({ x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 });

/**
 * A rounded frame round the middle, from below clockwise: to the left, up, to the right, down.
 * @type {(middle: Box, margin: number, round: number) => string}
 */
export function outline(middle, margin, round) {
  const [left, right] = [middle.left - margin, middle.right + margin];
  const [top, bottom] = [middle.top - margin, middle.bottom + margin];
  const r = Math.min(round, (bottom - top) / 2, (right - left) / 2);
  /** @type {(x: number, y: number) => string} */
  const corner = (x, y) => `A${r} ${r} 0 0 1 ${x} ${y}`;
  return [
    `M${(left + right) / 2} ${bottom}`,
    `H${left + r}${corner(left, bottom - r)}`,
    `V${top + r}${corner(left + r, top)}`,
    `H${right - r}${corner(right, top + r)}`,
    `V${bottom - r}${corner(right - r, bottom)}Z`,
  ].join("");
}

/**
 * The last path and its points: the table changes its shape only with the window.
 * @type {{ path: string, points: Point[] }}
 */
let known = { path: "", points: [] };

/**
 * Points at equal distances along a path.
 * @type {(path: string) => Point[]}
 */
function along(path) {
  if (known.path === path) return known.points;
  const line = h("path", { d: path });
  const step = line.getTotalLength() / STEPS;
  const points = Array.from({ length: STEPS }, (_, index) => line.getPointAtLength(index * step));
  known = { path, points };
  return points;
}

/** @type {(points: Point[], to: Point) => number} */
export function nearest(points, { x, y }) {
  let best = 0;
  let least = Infinity;
  points.forEach((point, index) => {
    const distance = (point.x - x) ** 2 + (point.y - y) ** 2;
    if (distance < least) [least, best] = [distance, index];
  });
  return best;
}

/**
 * Steps from one point to another, clockwise.
 * @type {(from: number, to: number) => number}
 */
export const span = (from, to) => (((to - from) % STEPS) + STEPS) % STEPS;

/**
 * Where the arc between two seats begins, and how long it is; the shorter one where there are two.
 * @type {(anchors: number[], a: number, b: number) => [number, number]}
 */
export function arc(anchors, a, b) {
  const [there, back] = [span(anchors[a], anchors[b]), span(anchors[b], anchors[a])];
  return anchors.length === 2 && back < there ? [anchors[b], back] : [anchors[a], there];
}

/** @type {(points: Point[], step: number) => Point} */
const pointAt = (points, step) => points[span(0, Math.round(step))];

/** @type {(points: Point[], from: number, steps: number) => Point[]} */
function stretch(points, from, steps) {
  const some = [];
  for (let step = 0; step <= steps; step += 2) some.push(pointAt(points, from + step));
  return some;
}

/** @param {Point[]} some */
const line = (some) => `M${some.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;

/**
 * The direction of the ring at a step, in degrees.
 * @type {(points: Point[], step: number, back: boolean) => number}
 */
function heading(points, step, back) {
  const [next, before] = [pointAt(points, step + 2), pointAt(points, step - 2)];
  const angle = (Math.atan2(next.y - before.y, next.x - before.x) * 180) / Math.PI;
  return angle + (back ? 180 : 0);
}

// Drawings

/**
 * The direction in which hands are passed.
 * @param {string} path
 * @param {Point[]} points
 * @param {number[]} anchors
 * @param {string} way
 * @param {number} scale
 */
function passing(path, points, anchors, way, scale) {
  const back = way === "right";
  const flow = h("path", { class: `flow ${back ? "back" : ""}`, d: path });
  const chevrons = anchors.flatMap((from, seat) => {
    const steps = span(from, anchors[(seat + 1) % anchors.length]);
    return [0.26, 0.74].map((part) => chevron(points, from + steps * part, back, scale));
  });
  return [flow, ...chevrons];
}

/** @type {(points: Point[], step: number, back: boolean, scale: number) => Element} */
function chevron(points, step, back, scale) {
  const { x, y } = pointAt(points, step);
  const turn = heading(points, step, back);
  return h("path", {
    class: "chevron",
    d: "M-6 -9 5 0-6 9",
    transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale})`,
  });
}

/** @type {(points: Point[], anchors: number[], pair: Pair, scale: number) => Element[]} */
function between(points, anchors, { a, b, link, text, arrows = [] }, scale) {
  const [from, steps] = arc(anchors, a, b);
  const middle = Math.round(from + steps / 2);
  const apart = arrows.length > 1 ? Math.min(22, steps / 4) : 0;
  return [
    ...(link ? [h("path", { class: "link", d: line(stretch(points, from, steps)) })] : []),
    ...(text ? [badge(pointAt(points, middle), text, scale)] : []),
    ...arrows.map((arrow, index) => coins(points, middle + (index ? -apart : apart), arrow, scale)),
  ];
}

/** @type {(point: Point, text: string, scale: number) => Element} */
function badge({ x, y }, text, scale) {
  const wide = 24 + text.length * 15 + 22;
  const sign = icon("swords");
  const place = { width: 24, height: 24, x: -wide / 2 + 9, y: -12 };
  for (const [name, value] of Object.entries(place)) sign.setAttribute(name, String(value));
  return h(
    "g",
    { class: "badge war", transform: `translate(${x} ${y}) scale(${scale})` },
    h("rect", { x: -wide / 2, y: -19, width: wide, height: 38, rx: 19 }),
    sign,
    h("text", { x: 14, y: 1 }, text),
  );
}

/**
 * Coins on their way: how many, and an arrow along the ring to whom they go.
 * @type {(points: Point[], step: number, arrow: Arrow, scale: number) => Element}
 */
function coins(points, step, { number, back }, scale) {
  const { x, y } = pointAt(points, step);
  const turn = heading(points, step, back);
  return h(
    "g",
    { class: "badge coins", transform: `translate(${x} ${y}) scale(${scale})` },
    h("path", { class: "point", d: "M20 -22 48 0 20 22Z", transform: `rotate(${turn})` }),
    h("circle", { r: 25 }),
    h("text", { y: 1 }, number),
  );
}

/**
 * Coins that travel: along the ring between neighbours, and a short way to or from the bank.
 * @type {(view: GameView, points: Point[], anchors: number[], bank: Point, scale: number) => Element[]}
 */
function travelling(view, points, anchors, bank, scale) {
  return flights(view).flatMap((flight, line) => {
    const way = `path("${wayOf(flight, points, anchors, bank)}")`;
    return Array.from({ length: coinsShown(flight) }, (_, index) =>
      h("circle", {
        class: "coin",
        r: 14 * scale,
        "data-key": `coin-${line}-${index}`,
        style: { "offset-path": way, "--i": String(index) },
      }),
    );
  });
}

const TO_BANK = 0.4; // of the way to the very middle

/** @type {(flight: import("./drama.js").Debit, points: Point[], anchors: number[], bank: Point) => string} */
function wayOf({ from, to }, points, anchors, bank) {
  if (from === "bank" || to === "bank") {
    const seat = pointAt(points, anchors[Number(from === "bank" ? to : from)]);
    const [x, y] = [bank.x - seat.x, bank.y - seat.y];
    const inside = { x: seat.x + x * TO_BANK, y: seat.y + y * TO_BANK };
    return line(from === "bank" ? [inside, seat] : [seat, inside]);
  }
  const onward = (from + 1) % anchors.length === to;
  const [start, steps] = onward ? arc(anchors, from, to) : arc(anchors, to, from);
  const way = stretch(points, start, steps);
  return line(start === anchors[from] ? way : way.reverse());
}

// Pairs of seats

/** @type {(view: GameView, scene: string) => Pair[]} */
export function fought(view, scene) {
  if (scene === "draft" || scene === "locked") return [];
  if (scene === "conflict")
    return (view.conflict?.fights ?? []).map(({ a, b, shields }) => ({
      a,
      b,
      link: true,
      text: shields.join(":"),
    }));
  return view.fights.map(([a, b]) => {
    const shields = [view.seats[a].shields, view.seats[b].shields];
    return { a, b, link: shields[0] !== shields[1], text: shields.join(":") };
  });
}

/**
 * Coins between neighbours, as arrows from one to the other.
 * @type {(view: GameView) => Pair[]}
 */
export function paid(view) {
  const count = view.seats.length;
  /** @type {Map<number, { onward: number, back: number }>} */
  const sums = new Map();
  for (const { kind, from, to, number } of ledger(view)) {
    if (kind !== "pays" || from === "bank" || to === "bank") continue;
    const clockwise = (from + 1) % count === to;
    const first = clockwise ? from : to;
    const sum = sums.get(first) ?? { onward: 0, back: 0 };
    sum[clockwise ? "onward" : "back"] += number;
    sums.set(first, sum);
  }
  return [...sums].map(([a, { onward, back }]) => ({
    a,
    b: (a + 1) % count,
    arrows: [
      { number: onward, back: false },
      { number: back, back: true },
    ].filter((arrow) => arrow.number),
  }));
}
