import assert from "node:assert/strict";
import test from "node:test";
import { facts, gameView, seatView } from "./page.js";

const { STEPS, arc, fought, nearest, outline, paid, span } =
  await import("../../../host_tools/web/static/js/ring.js");

test("the outline is closed and keeps its distance", () => {
  const path = outline({ left: 100, right: 300, top: 100, bottom: 200 }, 10, 20);
  assert.equal(
    path,
    "M200 210H110A20 20 0 0 1 90 190V110A20 20 0 0 1 110 90" +
      "H290A20 20 0 0 1 310 110V190A20 20 0 0 1 290 210Z",
  );
});

test("corners are never larger than the frame", () => {
  assert.match(outline({ left: 0, right: 40, top: 0, bottom: 10 }, 0, 20), /A5 5 /);
});

test("the nearest point of the ring", () => {
  const points = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 10, y: 10 },
  ];
  assert.equal(nearest(points, { x: 9, y: 8 }), 2);
});

test("steps are counted clockwise, across the beginning too", () => {
  assert.equal(span(10, 30), 20);
  assert.equal(span(STEPS - 10, 10), 20);
});

test("the arc between two seats is the shorter one only when there are two", () => {
  assert.deepEqual(arc([0, 500, 600], 0, 1), [0, 500]);
  assert.deepEqual(arc([0, 500], 0, 1), [500, 220]);
  assert.deepEqual(arc([0, 200], 0, 1), [0, 200]);
});

test("coins between two neighbours are added, one arrow for each direction", () => {
  const view = gameView({}, [
    seatView(0, { facts: facts({ pay_left: 2 }) }),
    seatView(1, { facts: facts({ pay_right: 3, bank: 5 }) }),
    seatView(2, { facts: facts({ pay_left: 1 }) }),
  ]);
  assert.deepEqual(paid(view), [
    {
      a: 0,
      b: 1,
      arrows: [
        { number: 2, back: false },
        { number: 3, back: true },
      ],
    },
    { a: 2, b: 0, arrows: [{ number: 1, back: false }] },
  ]);
});

test("fights show shields, and are joined where somebody would win", () => {
  const view = gameView({}, [seatView(0, { shields: 2 }), seatView(1), seatView(2)]);
  assert.deepEqual(fought(view, "laying"), [
    { a: 0, b: 1, link: true, text: "2:0" },
    { a: 1, b: 2, link: false, text: "0:0" },
    { a: 2, b: 0, link: true, text: "0:2" },
  ]);
  assert.deepEqual(fought(view, "draft"), []);
});

test("in a conflict the shields are those that counted", () => {
  const fight = { a: 0, b: 1, shields: [3, 1], winner: 0, points: 1, tokens: 1 };
  const view = gameView({ conflict: { age: 1, fights: [fight], diplomats: [] } });
  assert.deepEqual(fought(view, "conflict"), [{ a: 0, b: 1, link: true, text: "3:1" }]);
});
