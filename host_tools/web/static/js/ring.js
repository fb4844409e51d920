// The ring round the middle: the way that hands are passed, and who fights or pays whom.

import { h, icon, render } from "./dom.js";
import { ledger } from "./model.js";

const STEPS = 720;

export function drawRing(svg, stage, view, scene, fought) {
  const box = stage.getBoundingClientRect();
  const middle = stage.querySelector(".centre")?.getBoundingClientRect();
  if (!middle || !box.width) return render(svg);
  const unit = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const path = outline(middle, box, 1.7 * unit, 3.6 * unit);
  svg.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
  const points = along(path);
  const anchors = view.seats.map((seat) => anchor(stage, box, points, seat.seat));
  if (anchors.includes(null)) return render(svg);
  const span = (a, b) => (((b - a) % STEPS) + STEPS) % STEPS;
  const near = (a, b) => (span(a, b) <= span(b, a) ? [a, span(a, b)] : [b, span(b, a)]);
  const scale = unit / 16;

  const parts = [h("path", { class: "way", d: path })];
  if (["laying", "payments", "countdown", "reveal"].includes(scene)) {
    const back = view.passing === "right";
    parts.push(h("path", { class: `flow ${back ? "back" : ""}`, d: path }));
    anchors.forEach((from, seat) => {
      const to = anchors[(seat + 1) % anchors.length];
      for (const part of [0.26, 0.74])
        parts.push(chevron(points, from + span(from, to) * part, back, scale));
    });
  }
  const pairs = scene === "payments" ? paid(view) : fightBadges(view, scene, fought);
  for (const pair of pairs) {
    const [from, steps] =
      view.seats.length === 2
        ? near(anchors[pair.a], anchors[pair.b])
        : [anchors[pair.a], span(anchors[pair.a], anchors[pair.b])];
    const at = points[Math.round(from + steps / 2) % STEPS];
    if (pair.link) parts.push(h("path", { class: "link", d: piece(points, from, steps) }));
    const here = Math.round(from + steps / 2);
    parts.push(
      ...(pair.arrows
        ? pair.arrows.map((arrow, nth) =>
            coins(
              points,
              here + (nth ? -1 : 1) * (pair.arrows.length - 1) * 22 * scale,
              arrow,
              scale,
            ),
          )
        : [badge(pair, at, scale)]),
    );
  }
  render(svg, parts);
}

// Points at equal distances; a table changes its shape only with the window.
let known = { path: "", points: [] };

function along(path) {
  if (known.path === path) return known.points;
  const line = h("path", { d: path });
  const length = line.getTotalLength();
  known = {
    path,
    points: Array.from({ length: STEPS }, (_, at) => line.getPointAtLength((at / STEPS) * length)),
  };
  return known.points;
}

// A rounded frame round the middle, from below clockwise: to the left, up, to the right, down.
function outline(middle, box, margin, round) {
  const l = middle.left - box.left - margin,
    r = middle.right - box.left + margin;
  const a = middle.top - box.top - margin,
    b = middle.bottom - box.top + margin;
  const q = Math.min(round, (b - a) / 2, (r - l) / 2);
  return `M${(l + r) / 2} ${b}H${l + q}A${q} ${q} 0 0 1 ${l} ${b - q}V${a + q}A${q} ${q} 0 0 1 ${l + q} ${a}H${r - q}A${q} ${q} 0 0 1 ${r} ${a + q}V${b - q}A${q} ${q} 0 0 1 ${r - q} ${b}Z`;
}

function anchor(stage, box, points, seat) {
  const panel = stage.querySelector(`.at-${seat}`)?.getBoundingClientRect();
  if (!panel) return null;
  const x = (panel.left + panel.right) / 2 - box.left,
    y = (panel.top + panel.bottom) / 2 - box.top;
  let best = 0,
    least = Infinity;
  points.forEach((point, at) => {
    const far = (point.x - x) ** 2 + (point.y - y) ** 2;
    if (far < least) [least, best] = [far, at];
  });
  return best;
}

const pointAt = (points, at) => points[((Math.round(at) % STEPS) + STEPS) % STEPS];

function piece(points, from, steps) {
  const some = [];
  for (let at = 0; at <= steps; at += 2) some.push(pointAt(points, from + at));
  return `M${some.map((point) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`).join("L")}`;
}

function chevron(points, at, back, scale) {
  const here = pointAt(points, at),
    next = pointAt(points, at + 2),
    before = pointAt(points, at - 2);
  const turn =
    (Math.atan2(next.y - before.y, next.x - before.x) * 180) / Math.PI + (back ? 180 : 0);
  return h("path", {
    class: "chevron",
    d: "M-6 -9 5 0-6 9",
    transform: `translate(${here.x} ${here.y}) rotate(${turn}) scale(${scale})`,
  });
}

function badge(pair, at, scale) {
  const wide = 24 + pair.text.length * 12 + 18;
  const sign = icon(pair.sign);
  sign.setAttribute("width", 20);
  sign.setAttribute("height", 20);
  sign.setAttribute("x", -wide / 2 + 9);
  sign.setAttribute("y", -10);
  return h(
    "g",
    { class: `badge ${pair.kind}`, transform: `translate(${at.x} ${at.y}) scale(${scale})` },
    h("rect", { x: -wide / 2, y: -18, width: wide, height: 36, rx: 18 }),
    sign,
    h("text", { x: 12, y: 1 }, pair.text),
  );
}

// Coins on their way: how many, and an arrow along the ring to whom they go.
function coins(points, at, { number, back }, scale) {
  const here = pointAt(points, at),
    next = pointAt(points, at + 2),
    before = pointAt(points, at - 2);
  const turn =
    (Math.atan2(next.y - before.y, next.x - before.x) * 180) / Math.PI + (back ? 180 : 0);
  return h(
    "g",
    { class: "badge coins", transform: `translate(${here.x} ${here.y}) scale(${scale})` },
    h("path", { class: "point", d: "M20 -22 48 0 20 22Z", transform: `rotate(${turn})` }),
    h("circle", { r: 25 }),
    h("text", { y: 1 }, number),
  );
}

function fightBadges(view, scene, fought) {
  if (scene === "conflict")
    return fought.fights.map((fight) => ({
      ...fight,
      link: true,
      kind: "war",
      sign: "swords",
      text: `${fight.shields[0]}:${fight.shields[1]}`,
    }));
  if (scene === "draft") return [];
  return view.fights.map(([a, b]) => {
    const shields = [view.seats[a].shields, view.seats[b].shields];
    return {
      a,
      b,
      link: shields[0] !== shields[1],
      kind: "war",
      sign: "swords",
      text: `${shields[0]}:${shields[1]}`,
    };
  });
}

// Coins between neighbours, as arrows from one to the other.
function paid(view) {
  const count = view.seats.length;
  const found = new Map();
  for (const { kind, from, to, coins } of ledger(view)) {
    if (kind !== "pays") continue;
    const clockwise = (from + 1) % count === to;
    const a = clockwise ? from : to;
    const known = found.get(a) ?? { a, b: (a + 1) % count, onward: 0, back: 0 };
    known[clockwise ? "onward" : "back"] += coins;
    found.set(a, known);
  }
  return [...found.values()].map((pair) => ({
    ...pair,
    kind: "coins",
    sign: "coin",
    arrows: [
      { number: pair.onward, back: false },
      { number: pair.back, back: true },
    ].filter((arrow) => arrow.number),
  }));
}
