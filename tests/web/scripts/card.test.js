// Drawn cards and boards: what they say in words, and how their signs find room.

import assert from "node:assert/strict";
import { test } from "node:test";

import { played, seatView } from "./page.js";

const { card, cardBack, costText } = await import("../../../host_tools/web/static/js/card.js");
const { board, picture } = await import("../../../host_tools/web/static/js/board.js");
const { sign, signSize } = await import("../../../host_tools/web/static/js/signs.js");

const altar = /** @type {CardView} */ (played.card);

test("a card says its name, colour, cost and effect", () => {
  assert.equal(card(altar).getAttribute("aria-label"), "Altar, Civilian. Free. 2 points.");
  const dear = { ...altar, cost: "WG", coins: 2, coins_text: "2" };
  assert.equal(costText(dear), "Cost: 2 coins, wood, glass");
  assert.equal(
    costText({ ...altar, coins: /** @type {const} */ ("age"), coins_text: "1–3" }),
    "Cost: Coins 1–3",
  );
});

test("a card is a button only where it does something", () => {
  assert.equal(card(altar).nodeName, "DIV");
  assert.equal(card(altar, { onclick: () => {} }).nodeName, "BUTTON");
});

test("a back tells nothing but its Age", () => {
  assert.equal(cardBack(2).getAttribute("aria-label"), "Closed card");
  assert.match(cardBack(2).getAttribute("class") ?? "", /age-2/);
});

test("a house wonder has the picture that fits all", () => {
  assert.match(picture("abu_simbel_day").getAttribute("class") ?? "", /picture-abu_simbel/);
  assert.match(picture("atlantis_a").getAttribute("class") ?? "", /picture-house/);
});

test("a board shows every stage and its tokens", () => {
  const text = board(seatView(0, { victories: [1, 5], defeats: 2, debt: 1 })).textContent ?? "";
  assert.equal(text, "GizahA33−115−1−1");
});

test("a number less than none has a real minus", () => {
  assert.equal(sign("any", -1).textContent, "−1");
});

test("more signs are smaller, and never larger than their room", () => {
  const one = signSize(["coin:1"], 60, 80);
  const row = signSize(["coin:1 per brown all"], 60, 80);
  const set = signSize(["points:7 per brown grey blue yellow red green purple"], 60, 80);
  assert.ok(one > row && row > set && set > 8, `${one} ${row} ${set}`);
  assert.ok(signSize(["coin:1", "coin:1", "coin:1", "coin:1"], 600, 80) <= 80 / 4);
});
