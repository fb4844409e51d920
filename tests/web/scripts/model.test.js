import assert from "node:assert/strict";
import test from "node:test";
import { facts, gameView, seatView } from "./page.js";

const { explainedBy, hasEnded, holdings, ledger, paymentParts, sceneOf, turnKey } =
  await import("../../../host_tools/web/static/js/model.js");

/** @param {object} more @param {object} [first] what is special about the first seat */
const view = (more, first) => gameView(more, [seatView(0, first), seatView(1), seatView(2)]);
/** @type {ConflictView} */
const conflict = { age: 1, fights: [], diplomats: [] };

test("neighbours are paid before the bank, and debts come last of a seat", () => {
  const found = view({}, { facts: facts({ pay_left: 2, pay_right: 1, bank: -1, debts: 1 }) });
  assert.deepEqual(ledger(found), [
    { kind: "pays", from: 0, to: 1, number: 2 },
    { kind: "pays", from: 0, to: 2, number: 1 },
    { kind: "gives", from: 0, to: "bank", number: 1 },
    { kind: "owes", from: 0, to: "bank", number: 1 },
  ]);
});

test("the bank pays too, and who has no facts owes nothing", () => {
  assert.deepEqual(ledger(view({}, { facts: facts({ bank: 3 }) })), [
    { kind: "takes", from: "bank", to: 0, number: 3 },
  ]);
  assert.deepEqual(ledger(view({})), []);
});

test("a payment has no parts that cost nothing", () => {
  assert.deepEqual(paymentParts(view({}), 0, [0, 2, 1]), [
    { coins: 2, to: 2 },
    { coins: 1, to: "bank" },
  ]);
  assert.deepEqual(paymentParts(view({}), 0, [0, 0, 0]), []);
});

test("cards are held in the order of the server's colours, with their category", () => {
  const cards = { blue: ["Altar"], brown: ["Clay Pool", "Quarry"] };
  const found = view({}, { cards, leaders: ["Midas"] });
  assert.deepEqual(holdings(found, found.seats[0]), [
    { color: "brown", category: "", names: ["Clay Pool", "Quarry"] },
    { color: "blue", category: "civilian", names: ["Altar"] },
    { color: "white", category: "leaders", names: ["Midas"] },
  ]);
});

/** @type {[string, object, object, boolean, string][]} */
const SCENES = [
  ["nothing has happened", {}, {}, false, "laying"],
  ["a turn has ended", {}, { facts: facts() }, false, "payments"],
  ["a countdown runs", { countdown: 2 }, { facts: facts() }, false, "countdown"],
  ["cards are turned", { phase: "open" }, {}, false, "reveal"],
  ["somebody pays", { phase: "pay" }, {}, false, "reveal"],
  ["leaders are drafted", { phase: "draft" }, {}, false, "draft"],
  ["an Age has ended", { conflict }, { facts: facts() }, false, "conflict"],
  ["people have seen the conflict", { conflict }, { facts: facts() }, true, "payments"],
  ["somebody has laid a card again", { conflict }, { committed: true }, false, "laying"],
  ["the last conflict is over", { conflict, phase: "over" }, {}, false, "conflict"],
  ["the game is over", { conflict, phase: "over" }, {}, true, "score"],
  ["the game was abandoned", { conflict, phase: "abandoned" }, {}, false, "abandoned"],
];
for (const [when, more, first, seen, scene] of SCENES)
  test(`the scene when ${when}`, () => assert.equal(sceneOf(view(more, first), seen), scene));

test("a turn has one name until it ends", () => {
  assert.equal(turnKey(view({})), turnKey(view({ countdown: 2, phase: "lay" })));
  assert.notEqual(turnKey(view({})), turnKey(view({ turn: 3 })));
  assert.notEqual(turnKey(view({})), turnKey(view({ phase: "over" })));
});

test("points are explained by category, or all of them", () => {
  const seat = seatView(0);
  assert.equal(explainedBy(seat, "treasury").length, 1);
  assert.equal(explainedBy(seat, "military").length, 0);
  assert.equal(explainedBy(seat, "").length, 1);
});

test("over and abandoned games have ended", () => {
  assert.deepEqual(
    ["over", "abandoned", "lay", "none"].map((phase) => hasEnded({ phase })),
    [true, true, false, false],
  );
});
