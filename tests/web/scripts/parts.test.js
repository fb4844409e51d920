import assert from "node:assert/strict";
import test from "node:test";
import { facts, gameView, played, seatView, withClass } from "./page.js";

const parts = await import("../../../host_tools/web/static/js/parts.js");
const { seatPanel } = await import("../../../host_tools/web/static/js/city.js");
const { timerPill } = await import("../../../host_tools/web/static/js/timer.js");
const { centre } = await import("../../../host_tools/web/static/js/centre.js");

test("a cost has coins and resources, or is free", () => {
  const stage = { cost: "WW", coins: 2, coins_text: "2", text: "", signs: [] };
  const shown = parts.cost(stage);
  assert.equal(shown.textContent, "2");
  assert.equal(withClass(shown, "r-W").length, 2);
  const free = { cost: "", coins: 0, coins_text: "0", text: "", signs: [] };
  assert.equal(parts.cost(free).textContent, "Free");
});

test("a price that depends on the Age is shown as the server says", () => {
  const card = {
    cost: "",
    coins: /** @type {const} */ ("age"),
    coins_text: "1–3",
    text: "",
    signs: [],
  };
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

/** @type {PlayedView} */
const underStage = { action: "wonder", stage: 1, card: null };
/** @type {PlayedView} */
const sold = { action: "sell", stage: 0, card: null };

test("a reveal opens what was built, and nothing else", () => {
  const seats = [played, underStage, sold].map((what, seat) => seatView(seat, { played: what }));
  const view = gameView({}, seats);
  const shown = seats.map((seat) => withClass(seatPanel(view, seat, "reveal", true), "inner")[0]);
  assert.deepEqual(
    shown.map((inner) => inner.textContent),
    ["Altar2 points.", "Stage 13 points.", "SoldThe card stays closed."],
  );
});

test("before everybody has decided a panel shows the back of a card", () => {
  const seat = seatView(0, { played, committed: true, waited_for: false });
  const panel = seatPanel(gameView({ phase: "declare" }, [seat]), seat, "locked", true);
  assert.equal(withClass(panel, "back").length, 1);
  assert.equal(withClass(panel, "face").length, 0);
  assert.doesNotMatch(panel.textContent ?? "", /Altar/);
});

test("a panel says whom its seat pays and what it takes, once the turn is over", () => {
  const first = facts({ pay_left: 2, bank: -1, from_right: 3 });
  const last = facts({ pay_left: 3 });
  const seats = [seatView(0, { played, facts: first }), seatView(1), seatView(2, { facts: last })];
  const view = gameView({}, seats);
  for (const scene of /** @type {const} */ (["reveal", "laying"])) {
    const [trades] = withClass(seatPanel(view, seats[0], scene, true), "trades");
    assert.equal(trades.textContent, "pays2BBo1Banktakes+3");
  }
  const inTurn = gameView({ phase: "ask" }, seats);
  assert.equal(withClass(seatPanel(inTurn, seats[0], "reveal", true), "trades").length, 0);
});

test("the middle lists payments only at a small table", () => {
  const paying = (/** @type {number} */ count) =>
    gameView(
      {},
      Array.from({ length: count }, (_, seat) =>
        seatView(seat, { player: `P${seat}`, played, facts: facts({ bank: 1 }) }),
      ),
    );
  const lines = (/** @type {GameView} */ view) =>
    withClass(
      centre(view, "reveal", () => {}),
      "to",
    ).length;
  assert.equal(lines(paying(3)), 3);
  assert.equal(lines(paying(5)), 0);
});

test("the grace runs in the middle as long as somebody may choose", () => {
  const seats = [seatView(0, { committed: true })];
  const bars = (/** @type {object} */ more) =>
    withClass(
      centre(gameView(more, seats), "locked", () => {}),
      "grace",
    ).length;
  assert.equal(bars({ phase: "declare" }), 1);
  assert.equal(bars({ phase: "pay" }), 0);
  assert.equal(bars({ phase: "declare", grace_seconds: null }), 0);
});

test("a turn timer says what is left, and is friendly at the end", () => {
  assert.equal(timerPill(gameView()), null);
  assert.equal(timerPill(gameView({ timer: 64.2 }))?.textContent, "1:05 left");
  assert.equal(timerPill(gameView({ timer: 0 }))?.textContent, "Time is up. No hurry.");
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
