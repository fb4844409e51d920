import assert from "node:assert/strict";
import test from "node:test";
import { facts, gameView, payment, played, seatView } from "./page.js";

const {
  explainedBy,
  hasEnded,
  holdings,
  ledger,
  paymentParts,
  sceneOf,
  stagesText,
  tradesOf,
  turnKey,
} = await import("../../../host_tools/web/static/js/model.js");

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
  assert.deepEqual(paymentParts(view({}), 0, payment([0, 2, 1])), [
    { coins: 2, to: 2, bought: "" },
    { coins: 1, to: "bank", bought: "" },
  ]);
  assert.deepEqual(paymentParts(view({}), 0, payment()), []);
});

test("a purchase for nothing is a part too", () => {
  assert.deepEqual(paymentParts(view({}), 0, payment([0, 0, 0], { bought: ["W", "", ""] })), [
    { coins: 0, to: 1, bought: "W" },
  ]);
});

test("stages that were built in another order are named", () => {
  const stage = { cost: "", coins: 0, coins_text: "0", text: "", signs: [] };
  const all_stages = [stage, stage, stage, stage];
  assert.equal(stagesText(seatView(0, { raised: [], all_stages })), "0/4");
  assert.equal(stagesText(seatView(0, { raised: [1, 2], all_stages })), "2/4");
  assert.equal(stagesText(seatView(0, { raised: [1, 3], all_stages })), "2/4 (1, 3)");
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

test("a seat pays each neighbour and the bank, and takes one sum", () => {
  const seats = [
    seatView(0, { facts: facts({ pay_left: 2, bank: -1 }) }),
    seatView(1, { facts: facts({ from_right: 2, bank: 1, debts: 2 }) }),
    seatView(2),
  ];
  const found = gameView({}, seats);
  assert.deepEqual(tradesOf(found, 0), {
    pays: [
      { coins: 2, to: 1 },
      { coins: 1, to: "bank" },
    ],
    takes: 0,
  });
  assert.deepEqual(tradesOf(found, 1), { pays: [], takes: 3 });
  assert.deepEqual(tradesOf(found, 2), { pays: [], takes: 0 });
});

/** @type {[string, object, object, number, string][]} */
const SCENES = [
  ["nothing has happened", {}, {}, 0, "laying"],
  ["a turn has ended", {}, { played }, 0, "reveal"],
  ["people have seen the cards", {}, { played }, 1, "laying"],
  ["the first lays the next card", {}, { played, committed: true }, 0, "reveal"],
  ["a countdown runs", { countdown: 2 }, { played }, 0, "countdown"],
  ["all cards are down", { phase: "open" }, { played, committed: true }, 0, "locked"],
  ["somebody chooses an action", { phase: "declare" }, { played, committed: true }, 0, "locked"],
  ["an extra card is laid", { phase: "card" }, { played }, 0, "reveal"],
  ["an extra card is paid", { phase: "declare" }, { played }, 0, "reveal"],
  ["somebody answers", { phase: "ask" }, { played }, 0, "reveal"],
  ["leaders are drafted", { phase: "draft" }, {}, 0, "draft"],
  ["the last cards of an Age are open", { conflict }, { played }, 0, "reveal"],
  ["an Age has ended", { conflict }, { played }, 1, "conflict"],
  ["people have seen the conflict", { conflict }, { played }, 2, "laying"],
  ["the last cards are open", { conflict, phase: "over" }, { played }, 0, "reveal"],
  ["the last conflict is over", { conflict, phase: "over" }, { played }, 1, "conflict"],
  ["the game is over", { conflict, phase: "over" }, { played }, 2, "score"],
  ["the game was abandoned", { conflict, phase: "abandoned" }, {}, 0, "abandoned"],
];
for (const [when, more, first, seen, scene] of SCENES)
  test(`the scene when ${when}`, () => assert.equal(sceneOf(view(more, first), seen), scene));

test("a turn has one name until it ends", () => {
  assert.equal(turnKey(view({})), turnKey(view({ countdown: 2, phase: "lay" })));
  assert.equal(turnKey(view({})), turnKey(view({ round: 2 })), "a seat lays again");
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
