import assert from "node:assert/strict";
import test from "node:test";
import { gameView, payment } from "./page.js";

const { offers, price, priceText } = await import("../../../host_tools/web/static/js/price.js");

/** @type {[string, number[], string, string, string][]} */
const PRICES = [
  ["sell", [0, 0, 0], "", "+3", "+3"],
  ["build", [0, 0, 0], "", "Costs nothing", "Costs nothing"],
  ["build", [0, 0, 0], "chain", "by chain", "by chain"],
  ["build", [0, 0, 0], "olympia", "free", "free"],
  ["wonder", [2, 0, 1], "", "2 coins → Bo, 1 coin → Bank", "2Bo1Bank"],
];
for (const [action, coins, free, text, shown] of PRICES)
  test(`the price of ${action} ${coins} ${free}`, () => {
    const view = gameView();
    const move = { action, ...payment(coins, { free }) };
    assert.equal(priceText(view, 0, move), text);
    assert.equal(price(view, 0, move).textContent, shown);
  });

test("an option to pay needs no action", () => {
  assert.equal(priceText(gameView(), 2, payment([0, 4, 0])), "4 coins → Bo");
});

test("what is bought is told where it is named, also for nothing", () => {
  const move = payment([0, 2, 0], { bought: ["W", "CC", ""] });
  assert.equal(
    priceText(gameView(), 0, move),
    "wood from Bo for nothing, clay, clay: 2 coins → Cy",
  );
  assert.equal(price(gameView(), 0, move).textContent, "from Bo for nothing2Cy");
});

test("stages that can be built in any order are offered together", () => {
  const stages = [payment([2, 0, 0], { stage: 1 }), payment([0, 0, 0], { stage: 3 })];
  const [offer] = offers(stages.map((way) => ({ action: "wonder", ...way })));
  assert.deepEqual([offer.stages, offer.total], [[1, 3], 0]);
});

test("a card offers what happens by itself first, each action with its cheapest payments", () => {
  const moves = [
    { action: "sell", ...payment([0, 0, 0]) },
    { action: "wonder", ...payment([0, 0, 0]) },
    { action: "build", ...payment([2, 2, 0]) },
    { action: "build", ...payment([0, 2, 0]) },
    { action: "build", ...payment([2, 0, 0]) },
  ];
  assert.deepEqual(
    offers(moves).map(({ action, ways }) => [action, ...ways.map(({ coins }) => coins)]),
    [
      ["build", [0, 2, 0], [2, 0, 0]],
      ["wonder", [0, 0, 0]],
      ["sell", [0, 0, 0]],
    ],
  );
});
