import assert from "node:assert/strict";
import test from "node:test";
import { body, facts, gameView, seatView } from "./page.js";

const {
  begin,
  coinsShown,
  conflictAct,
  cut,
  flights,
  isPlaying,
  revealAct,
  scoreAct,
  scoredCategories,
  soFar,
} = await import("../../../host_tools/web/static/js/drama.js");
const { tokenFights } = await import("../../../host_tools/web/static/js/model.js");

/** @type {(a: number, b: number, winner: number | null, tokens?: number) => FightView} */
const fight = (a, b, winner, tokens = 1) => {
  const shields = winner === null ? [1, 1] : winner === a ? [2, 0] : [0, 2];
  return { a, b, shields, winner, points: 5, tokens };
};

/** @param {FightView[]} fights */
const fought = (fights) => gameView({ conflict: { age: 3, fights, diplomats: [] } });

test("every payment travels, and a debt does not", () => {
  const view = gameView({}, [
    seatView(0, { facts: facts({ pay_left: 9, bank: -1, debts: 2 }) }),
    seatView(1, { facts: facts({ bank: 3 }) }),
    seatView(2),
  ]);
  const found = flights(view);
  assert.deepEqual(
    found.map(({ from, to, number }) => [from, to, number]),
    [
      [0, 1, 9],
      [0, "bank", 1],
      ["bank", 1, 3],
    ],
  );
  assert.deepEqual(found.map(coinsShown), [6, 1, 3]);
});

test("coins wait until the cards have turned, and cards turn only once", () => {
  const view = gameView({}, [seatView(0, { facts: facts({ pay_left: 2 }) }), seatView(1)]);
  const both = revealAct(view, true, true);
  const coins = revealAct(view, false, true);
  const cards = revealAct(view, true, false);
  assert.equal(both.name, "reveal cards");
  assert.equal(coins.name, "reveal");
  assert.equal(both.lasts, cards.lasts + coins.lasts);
  assert.ok(both.beats[1].at > both.times.flip && both.lasts < 4000);
});

test("eight fights, as three, are over in less than the 14 seconds of the scene", () => {
  for (const count of [1, 3, 8, 12]) {
    const fights = Array.from({ length: count }, (_, seat) => fight(seat, seat + 1, seat));
    const { beats, lasts, times } = conflictAct(fought(fights));
    assert.equal(beats.length, 1 + count);
    assert.ok(lasts < 12000);
    assert.equal(beats[count].at, times.first + (count - 1) * times.gap);
  }
  assert.ok(conflictAct(gameView()).lasts < 1000);
});

test("a tie clashes with nothing", () => {
  const { beats } = conflictAct(fought([fight(0, 1, null), fight(1, 2, 1)]));
  assert.deepEqual(
    beats.map(({ tune }) => tune),
    ["conflict", "tick", "clash"],
  );
});

test("tokens come with the fights that bring them", () => {
  const view = fought([fight(0, 1, 1), fight(1, 2, 1, 2), fight(2, 0, 0)]);
  assert.deepEqual(tokenFights(view, 1), { won: [0, 1, 1], lost: [], last: 1 });
  assert.deepEqual(tokenFights(view, 0), { won: [2], lost: [0], last: 2 });
  assert.deepEqual(tokenFights(view, 2), { won: [], lost: [1, 1, 2], last: 2 });
  assert.deepEqual(tokenFights(gameView(), 0), { won: [], lost: [], last: 0 });
});

const over = gameView({ phase: "over", moments: [{ turn: 0, text: "" }] }, [
  seatView(0, { score: { military: -6, treasury: 1, civilian: 30, total: 25 } }),
  seatView(1, { score: { military: 18, treasury: 0, civilian: 2, total: 20 } }),
]);

test("running totals begin at nothing and end with exactly the totals", () => {
  const used = scoredCategories(over);
  assert.deepEqual(used, ["military", "treasury", "civilian"]);
  const { lasts, times } = scoreAct(over);
  for (const { score } of over.seats) {
    assert.equal(soFar(score, used, 0), 0);
    assert.equal(soFar(score, used, times.first + times.gap), score.military);
    assert.equal(soFar(score, used, times.settle), score.total);
    assert.equal(soFar(score, used, lasts), score.total);
  }
});

test("the rows settle after the last category, then comes the chart, then the sentences", () => {
  const { lasts, times } = scoreAct(over);
  assert.ok(times.first + 2 * times.gap + times.count <= times.settle);
  assert.ok(times.settle < times.draw && times.draw < times.tell && times.tell < lasts);
});

/** @param {boolean} still */
const motion = (still) => Object.assign(globalThis, { matchMedia: () => ({ matches: still }) });

test("an act ends by itself, or when it is cut", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  motion(false);
  let ended = 0;
  const act = conflictAct(fought([fight(0, 1, 0)]));
  assert.ok(begin(act, () => ended++));
  assert.ok(isPlaying("conflict") && !isPlaying("score"));
  assert.equal(body.dataset.drama, "conflict");
  assert.equal(body.styles.get("--gap"), "1400ms");
  context.mock.timers.tick(act.lasts);
  assert.equal(ended, 1);
  assert.ok(!isPlaying("conflict") && !("drama" in body.dataset));
  begin(act, () => ended++);
  assert.ok(cut());
  assert.ok(!cut());
  context.mock.timers.tick(act.lasts);
  assert.equal(ended, 1);
});

test("who wants no motion sees no act", () => {
  motion(true);
  assert.ok(!begin(scoreAct(over), assert.fail));
  assert.ok(!isPlaying("score"));
});
