// Drama: what a scene plays when it begins, and when. A timetable is pure; one act runs at a time,
// and everybody who comes late, skips it or wants no motion sees its end.

import { ledger } from "./model.js";
import { play } from "./sound.js";

/**
 * @typedef {import("./model.js").Debit} Debit
 * @typedef {import("./model.js").Scene} Scene
 * @typedef {{ at: number, tune: import("./sound.js").Tune }} Beat
 * @typedef {{ name: string, lasts: number, beats: Beat[], times: Record<string, number> }} Act
 *   all in ms from its beginning; styles know each of its times as `--name`
 */

const FLIP = 1100; // all cards turn at once
const FLIGHT = 1000; // a coin on its way
const APART = 110; // from one coin to the next
const COINS = 6; // no more fly for one payment
const FIRST = 600; // before the first fight, or the first category
const FIGHT = 1400; // from one fight to the next
const FIGHTS = 10500; // all of them: with eight seats, too, people look at the end for a while
const CATEGORY = 1000;
const COUNT = 700; // a category counts up
const SETTLE = 1500; // the rows find their places
const DRAW = 1500; // the lines of the chart
const TELL = 1000; // a sentence

// Timetables

/** @type {(at: number, tune: Beat["tune"]) => Beat} */
const beat = (at, tune) => ({ at, tune });

/**
 * The coins that change hands after a turn; a debt moves none.
 * @type {(view: GameView) => Debit[]}
 */
export const flights = (view) => ledger(view).filter(({ kind }) => kind !== "owes");

/** @type {(debit: Debit) => number} */
export const coinsShown = ({ number }) => Math.min(number, COINS);

/** @type {(view: GameView, turns: boolean, pays: boolean) => Act} */
export function revealAct(view, turns, pays) {
  const most = pays ? Math.max(0, ...flights(view).map(coinsShown)) : 0;
  const lift = turns ? FLIP : 0;
  return {
    name: turns ? "reveal cards" : "reveal",
    lasts: lift + (most ? FLIGHT + (most - 1) * APART : 0),
    beats: [...(turns ? [beat(0, "reveal")] : []), ...(most ? [beat(lift + FLIGHT, "coins")] : [])],
    times: { flip: FLIP, lift, flight: FLIGHT, apart: APART },
  };
}

/** @type {(view: GameView) => Act} */
export function conflictAct(view) {
  const fights = view.conflict?.fights ?? [];
  const gap = Math.min(FIGHT, FIGHTS / Math.max(1, fights.length));
  return {
    name: "conflict",
    lasts: FIRST + fights.length * gap,
    beats: [
      beat(0, "conflict"),
      ...fights.map(({ winner }, index) =>
        beat(FIRST + index * gap, winner === null ? "tick" : "clash"),
      ),
    ],
    times: { first: FIRST, gap },
  };
}

/** @type {(view: GameView) => Act} */
export function scoreAct(view) {
  const categories = scoredCategories(view);
  const settle = FIRST + categories.length * CATEGORY;
  const draw = settle + SETTLE;
  const tell = draw + DRAW;
  return {
    name: "score",
    lasts: tell + (view.moments.length + 1) * TELL,
    beats: [
      ...categories.map((_, index) => beat(FIRST + index * CATEGORY, "count")),
      beat(settle, "over"),
    ],
    times: {
      first: FIRST,
      gap: CATEGORY,
      count: COUNT,
      settle,
      draw,
      drawn: DRAW,
      tell,
      told: TELL,
    },
  };
}

/**
 * The categories in which anybody has points, in the rulebook's order.
 * @type {(view: GameView) => string[]}
 */
export const scoredCategories = ({ constants, seats }) =>
  constants.categories.filter((name) => seats.some((seat) => seat.score[name]));

/**
 * The points of a seat so far: those of the categories that have come, the newest still counting.
 * @type {(score: Record<string, number>, categories: string[], elapsed: number) => number}
 */
export const soFar = (score, categories, elapsed) =>
  categories.reduce((sum, name, index) => {
    const part = (elapsed - FIRST - index * CATEGORY) / COUNT;
    return sum + Math.trunc(score[name] * Math.min(1, Math.max(0, part)));
  }, 0);

// The act that runs

/** @type {{ act: Act, began: number, timers: number[] } | null} */
let running = null;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {string} name */
export const isPlaying = (name) => running?.act.name.split(" ").includes(name) ?? false;

/**
 * Begin an act, unless people want no motion.
 * @type {(act: Act, ended: () => void) => boolean}
 */
export function begin(act, ended) {
  cut();
  if (isStill()) return false;
  const timers = act.beats.map(({ at, tune }) => setTimeout(() => play(tune), at));
  const end = () => {
    cut();
    ended();
  };
  timers.push(setTimeout(end, act.lasts));
  running = { act, began: performance.now(), timers: /** @type {any} */ (timers) };
  document.body.dataset.drama = act.name;
  for (const [name, ms] of Object.entries(act.times))
    document.body.style.setProperty(`--${name}`, `${ms}ms`);
  return true;
}

/**
 * End the act at once: what is shown without it is its end. Was there one?
 * @returns {boolean}
 */
export function cut() {
  if (!running) return false;
  running.timers.forEach(clearTimeout);
  running = null;
  delete document.body.dataset.drama;
  return true;
}

/**
 * Draw something for every frame of the act that runs.
 * @param {(elapsed: number) => void} draw
 */
export function eachFrame(draw) {
  const mine = running;
  const frame = () => {
    if (!mine || running !== mine) return;
    draw(performance.now() - mine.began);
    requestAnimationFrame(frame);
  };
  frame();
}
