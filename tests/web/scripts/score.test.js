import assert from "node:assert/strict";
import test from "node:test";
import { body, gameView, seatView, withClass } from "./page.js";

const { scoreScene, standing, winners } =
  await import("../../../host_tools/web/static/js/score.js");
const { spread } = await import("../../../host_tools/web/static/js/chart.js");
const { asks } = await import("../../../host_tools/web/static/js/explain.js");

const over = gameView({ phase: "over", ranks: [2, 1, null], result: "id-1" }, [
  seatView(0, { score: { military: -2, treasury: 1, civilian: 3, total: 2 } }),
  seatView(1, { score: { military: 5, treasury: 0, civilian: 0, total: 5 } }),
  seatView(2),
]);

test("seats stand by rank, the Free City last", () => {
  assert.deepEqual(standing(over), [1, 0, 2]);
});

test("the winner, a row for each seat, and no category without points", () => {
  const scene = scoreScene(over);
  assert.equal(withClass(scene, "podium")[0].textContent, "WinnerBo");
  assert.deepEqual(
    withClass(scene, "rank").map((cell) => cell.textContent),
    ["1", "2", "–"],
  );
  assert.equal(withClass(scene, "legend")[0].textContent, "MilitaryTreasuryCivilian");
});

test("partners win together, and a shared victory names all", () => {
  assert.deepEqual(winners({ ...over, ranks: [1, 1, 2] }), ["Ann", "Bo"]);
  const four = [0, 1, 2, 3].map((seat) => seatView(seat, { player: "ABCD"[seat] }));
  const team = gameView({ phase: "over", variant: "team", ranks: [2, 2, 1, 1] }, four);
  assert.deepEqual(winners(team), ["C & D"]);
  const scene = scoreScene(team);
  assert.equal(withClass(scene, "podium")[0].textContent, "Winning teamC & D");
  assert.deepEqual(
    withClass(scene, "team").map((sum) => sum.textContent),
    ["Team 2", "Team 2", "Team 2", "Team 2"],
  );
});

test("while the score builds up no total is told, and it can be skipped", () => {
  const scene = scoreScene(over, true);
  assert.deepEqual(
    withClass(scene, "sum").map((cell) => cell.textContent),
    ["0", "0", "0"],
  );
  assert.equal(withClass(scene, "cut")[0].textContent, "Skip");
  assert.equal(withClass(scoreScene(over), "cut").length, 0);
});

test("what decided the game is told, and numbered in the chart", () => {
  const history = [1, 2, 3].map((turn) => ({ age: 1, turn, totals: [1, 2, 3] }));
  const view = { ...over, history, moments: [{ turn: 2, text: "Age I, turn 3: 4 points more." }] };
  const scene = scoreScene(view);
  assert.equal(
    withClass(scene, "moments")[0].textContent,
    "What decided it1Age I, turn 3: 4 points more.",
  );
  assert.equal(withClass(withClass(scene, "chart")[0], "pin").length, 1);
});

test("lost points come last, with a real minus", () => {
  const [, bars] = withClass(scoreScene(over), "bars");
  assert.deepEqual(
    bars.childNodes.map((bar) => bar.textContent),
    ["1", "3", "−2"],
  );
});

test("the game can be kept once it is in the history", () => {
  assert.equal(withClass(scoreScene(over), "keep").length, 1);
  assert.equal(withClass(scoreScene({ ...over, result: null }), "keep").length, 0);
});

test("names at the ends of lines do not cover one another", () => {
  const ends = [90, 92, 100].map((y, seat) => ({ seat, y }));
  const found = spread(ends, 10, 100).sort((a, b) => a.seat - b.seat);
  assert.deepEqual(
    found.map((end) => end.y),
    [80, 90, 100],
  );
  assert.deepEqual(
    ends.map((end) => end.y),
    [90, 92, 100],
  );
});

test("a number explains itself in a dialog", () => {
  const number = /** @type {any} */ (asks(seatView(0), "Points", "treasury", 1, { class: "sum" }));
  assert.equal(number.getAttribute("class"), "ask sum");
  number.onclick();
  const dialog = /** @type {any} */ (body.childNodes.at(-1));
  assert.ok(dialog.open);
  assert.equal(dialog.textContent, "Ann: Points+13 coinsG80");
  dialog.onclick({ target: dialog, currentTarget: dialog });
  assert.ok(!dialog.open);
});

test("what has no points says so", () => {
  /** @type {any} */ (asks(seatView(0), "Shields", "military", 0)).onclick();
  assert.match(String(body.childNodes.at(-1)?.textContent), /No points from this yet\.$/);
});
