// The middle of the table: what everybody is waiting for, the countdown, who pays whom, the fights.

import { h, icon } from "./dom.js";
import { hasBegun, isBetweenTurns, ledger, stopOf, turnKey } from "./model.js";
import { graceBar, mark, money, party } from "./parts.js";
import { stopScene } from "./stop.js";
import { t } from "./strings.js";
import { watchInvitation } from "./watch.js";

/**
 * @typedef {import("./dom.js").Child} Child
 * @typedef {import("./model.js").Scene} Scene
 */

/** @type {Record<GameView["phase"], string>} */
const TITLES = {
  draft: "draft_title",
  lay: "lay_title",
  open: "extra_title",
  declare: "extra_title",
  card: "extra_title",
  ask: "decide_title",
  over: "lay_title",
  abandoned: "lay_title",
};
const MOST_SEATS = 4; // with more, or with many lines, the panels alone say who pays whom
const MOST_LINES = 6;
const FULL = 45 * 2 * Math.PI;

/** @type {(view: GameView, scene: Scene, onward: () => void) => HTMLElement} */
export function centre(view, scene, onward) {
  const make = SCENES[scene] ?? reveal;
  const stop = scene === "conflict" ? undefined : stopOf(view);
  return h(
    "div",
    {
      class: `centre ${stop ? `stop-${stop}` : `scene-${scene}`}`,
      "data-key": "centre",
      id: "now",
    },
    stop ? stopScene(view, stop) : make(view, onward),
  );
}

/** @param {GameView} view */
const title = (view) => h("h2", { "data-key": "title" }, t(TITLES[view.phase]));

/** @param {string} text @param {string} [key] */
const lead = (text, key = "missing") => h("p", { class: "lead", "data-key": key }, text);

/**
 * May cards of the last game lie on the trays?
 * @param {GameView} view
 */
const hasOldCards = (view) => !view.history.length && view.seats.some((seat) => seat.connected);

const ROOM = 150; // letters that fit into the middle
const ROOM_OF_8 = 80;

/** @type {(view: GameView, seats: SeatView[]) => boolean} */
function nameFits(view, seats) {
  const letters = seats.reduce((sum, { player }) => sum + player.length + 5, 0);
  return letters <= (view.seats.length === 8 ? ROOM_OF_8 : ROOM);
}

/** @param {GameView} view */
function missing(view) {
  const seats = view.seats.filter((seat) => seat.waited_for);
  if (!seats.length) return lead(t("nobody_missing"));
  if (seats.length === view.seats.length) return lead(t("waiting_all"));
  const named = nameFits(view, seats);
  return h(
    "div",
    { class: "missing", "data-key": "missing", role: "group", "aria-label": t("waiting_for") },
    h("span", { class: "lead" }, t("waiting_for")),
    seats.map(({ seat, player }) =>
      h(
        "span",
        { class: "pill wait", "data-key": `m${seat}`, title: player },
        mark(seat),
        named ? h("b", {}, player) : h("span", { class: "sr" }, player),
      ),
    ),
  );
}

/** @param {GameView} view */
function countdown(view) {
  const left = view.countdown ?? 0;
  const all = Math.max(view.countdown_seconds, left, 0.1);
  const seconds = Math.ceil(left);
  return [
    h("h2", { "data-key": "title" }, t("all_in")),
    h(
      "div",
      {
        class: "count",
        "data-key": "count",
        role: "timer",
        "aria-label": `${t("reveal_in")} ${seconds} ${t("seconds")}`,
      },
      h(
        "svg",
        { viewBox: "0 0 100 100", "aria-hidden": "true" },
        h("circle", { class: "dial", cx: 50, cy: 50, r: 45 }),
        h("circle", {
          class: "hand",
          cx: 50,
          cy: 50,
          r: 45,
          "stroke-dasharray": FULL,
          "stroke-dashoffset": FULL * (1 - left / all),
        }),
      ),
      h("b", { "aria-hidden": "true" }, seconds),
    ),
  ];
}

/**
 * All payments in a list, where that is easier to read than the panels.
 * @type {(view: GameView) => Child}
 */
function ledgerList(view) {
  const lines = ledger(view);
  if (!lines.length || view.seats.length > MOST_SEATS || lines.length > MOST_LINES) return null;
  return h(
    "ol",
    { class: "ledger", "data-key": `ledger-${turnKey(view)}`, "aria-label": t("ledger") },
    lines.map((line, index) =>
      h(
        "li",
        { "data-key": `line-${index}`, style: { "--i": String(index) } },
        party(view, line.from, "from"),
        icon("arrow", t("pays")),
        party(view, line.to, "to"),
        line.kind === "owes"
          ? h("span", { class: "money" }, line.number, icon("debt", t("debt")))
          : money(line.number),
      ),
    ),
  );
}

/** @param {() => void} onward */
const onwardButton = (onward) =>
  h(
    "button",
    { class: "button main", type: "button", "data-key": "onward", onclick: onward },
    t("continue"),
  );

/** @type {(view: GameView, onward: () => void) => Child} */
function conflict(view, onward) {
  if (!view.conflict) return null;
  const { age, fights } = view.conflict;
  return [
    h("h2", { "data-key": "title" }, t("conflict_of", { age: view.constants.roman[age] })),
    h(
      "ol",
      { class: "ledger fights", "data-key": `fights-${age}` },
      fights.map((fight, index) => fightLine(view, fight, index)),
    ),
    onwardButton(onward),
  ];
}

/** @type {(view: GameView, fight: FightView, index: number) => HTMLElement} */
function fightLine(view, fight, index) {
  const against = t("fight", { a: "", b: "" }).trim();
  return h(
    "li",
    { style: { "--i": String(index) }, "data-key": `fight-${index}` },
    fighter(view, fight, fight.a),
    h(
      "span",
      { class: "versus number" },
      fight.shields[0],
      icon("swords", against),
      fight.shields[1],
    ),
    fighter(view, fight, fight.b),
  );
}

/** @type {(view: GameView, fight: FightView, seat: number) => Child} */
function fighter(view, fight, seat) {
  const won = fight.winner === seat;
  const { player } = view.seats[seat];
  return h(
    "span",
    { class: `fighter ${fight.winner !== null && !won ? "lost" : ""}` },
    party(view, seat),
    won ? icon("laurel", t("wins", { player })) : null,
  );
}

/** @param {GameView} view */
const discard = (view) =>
  h("p", { class: "hint", "data-key": "discard" }, t("discard", { number: view.discarded }));

/**
 * The cards are open: in the middle of a turn somebody must still decide something.
 * @type {(view: GameView, onward: () => void) => Child}
 */
function reveal(view, onward) {
  if (!isBetweenTurns(view)) return [title(view), missing(view), discard(view)];
  const more = view.phase === "over" || view.conflict;
  return [
    h("h2", { "data-key": "title" }, t("reveal_title")),
    ledgerList(view),
    more ? onwardButton(onward) : hasBegun(view) ? missing(view) : lead(t("settle")),
    discard(view),
  ];
}

/**
 * All cards are down and still closed.
 * @type {(view: GameView) => Child}
 */
const locked = (view) => [
  h("h2", { "data-key": "title" }, t("locked_title")),
  lead(t("locked_text"), "text"),
  view.phase === "declare" ? graceBar(view) : null,
  view.phase === "open" ? null : missing(view),
];

/** @type {Partial<Record<Scene, (view: GameView, onward: () => void) => Child>>} */
const SCENES = {
  draft: (view) => [
    title(view),
    h("p", { class: "lead" }, t("draft_text")),
    missing(view),
    watchInvitation(view),
  ],
  laying: (view) => [
    title(view),
    hasOldCards(view) ? lead(t("clear_trays"), "clear") : null,
    missing(view),
    discard(view),
  ],
  countdown,
  locked,
  conflict,
};
