import assert from "node:assert/strict";
import test from "node:test";
import { gameView, seatView, withClass } from "./page.js";

const parts = await import("../../../host_tools/web/static/js/parts.js");
const { seatPanel } = await import("../../../host_tools/web/static/js/city.js");
const { centre } = await import("../../../host_tools/web/static/js/centre.js");

test("a cost has coins and resources, or is free", () => {
  const stage = { cost: "WW", coins: 2, coins_text: "2", text: "" };
  const shown = parts.cost(stage);
  assert.equal(shown.textContent, "2");
  assert.equal(withClass(shown, "r-W").length, 2);
  const free = { cost: "", coins: 0, coins_text: "0", text: "" };
  assert.equal(parts.cost(free).textContent, "Free");
});

test("a price that depends on the Age is shown as the server says", () => {
  const card = { cost: "", coins: /** @type {const} */ ("age"), coins_text: "1–3", text: "" };
  assert.equal(parts.cost(card).textContent, "1–3");
});

test("what a city makes is spoken with its choices", () => {
  const makes = [
    { any: "WS", sold: true },
    { any: "G", sold: false },
    { any: "WSCOGLP", sold: false },
  ];
  assert.equal(
    parts.makes(seatView(0, { makes })).getAttribute("aria-label"),
    "Resources: wood or stone, glass (for own use only), any resource (for own use only)",
  );
});

test("when it is", () => {
  assert.equal(parts.whenText(gameView()), "Age I · Turn 2 of 6");
  assert.equal(parts.whenText(gameView({ turn: 0 })), "Age I · Recruit a leader");
  assert.equal(
    parts.whenText(gameView({ phase: "over", phase_text: "Final score" })),
    "Final score",
  );
});

test("a sale says what it brings", () => {
  assert.equal(parts.actionText(gameView(), "sell"), "Sell for 3");
});

test("a seat shows what it is doing", () => {
  const view = gameView({}, [
    seatView(0, { waited_for: false, committed: true }),
    seatView(1),
    seatView(2, { connected: false }),
  ]);
  const states = view.seats.map(
    (seat) => withClass(seatPanel(view, seat, "laying", true), "state")[0].textContent,
  );
  assert.deepEqual(states, ["Card is down", "Choosing", "Unplugged"]);
});

test("a hidden total is not on the page", () => {
  const view = gameView();
  const seat = seatView(0, { score: { total: 47 } });
  assert.ok(!seatPanel(view, seat, "laying", false).textContent?.includes("47"));
  assert.ok(seatPanel(view, seat, "laying", true).textContent?.includes("47"));
});

test("tokens of a conflict have their worth", () => {
  const facts = { victories: [3], defeats: 1 };
  const view = gameView({ conflict: { age: 2, fights: [], diplomats: [1] } });
  const panel = seatPanel(view, seatView(0, { facts }), "conflict", true);
  assert.equal(withClass(panel, "tokens")[0].textContent, "+3−1");
  const peace = seatPanel(view, seatView(1), "conflict", true);
  assert.equal(withClass(peace, "tokens")[0].textContent, "at peace");
});

test("the middle says for whom everybody waits", () => {
  const seats = [seatView(0), seatView(1, { waited_for: false }), seatView(2)];
  const shown = centre(gameView({}, seats), "laying", () => {});
  assert.equal(withClass(shown, "missing")[0].textContent, "Waiting forAAnnCCy");
  assert.match(String(centre(gameView(), "laying", () => {}).textContent), /everybody/);
});

test("a countdown is spoken in whole seconds", () => {
  const shown = centre(gameView({ countdown: 1.2 }), "countdown", () => {});
  assert.equal(withClass(shown, "count")[0].getAttribute("aria-label"), "Reveal in 2 s");
});
