import assert from "node:assert/strict";
import test from "node:test";
import { gameView } from "./page.js";

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
    assert.equal(priceText(view, 0, { action, coins, free }), text);
    assert.equal(price(view, 0, { action, coins, free }).textContent, shown);
  });

test("an option to pay needs no action", () => {
  assert.equal(priceText(gameView(), 2, { coins: [0, 4, 0], free: "" }), "4 coins → Bo");
});

test("a card offers what happens by itself first, each action with its cheapest payments", () => {
  const moves = [
    { action: "sell", coins: [0, 0, 0], free: "" },
    { action: "wonder", coins: [0, 0, 0], free: "" },
    { action: "build", coins: [2, 2, 0], free: "" },
    { action: "build", coins: [0, 2, 0], free: "" },
    { action: "build", coins: [2, 0, 0], free: "" },
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
