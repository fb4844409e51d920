// Teaching mode, by player and browser: what a card would do, what neighbours collect, a hint.

import { h, icon } from "../dom.js";
import { ask, messageOf } from "../live.js";
import { actionText, alertPill, hueDot, mark, resource } from "../parts.js";
import { lang, remember, remembered } from "../prefs.js";
import { priceText } from "../price.js";
import { coinsText, pointsText, t } from "../strings.js";
import { lookUp } from "./lookup.js";
import { hasReader, laysHere, mustLay, now, number, show } from "./moment.js";
import { button } from "./options.js";

/**
 * @typedef {import("../dom.js").Child} Child
 * @typedef {import("../live.js").Refusal} Refusal
 */

/** What was asked in this round, by path and card. @type {Map<string, any>} */
const told = new Map();
let round = ""; // to which `told` belongs
/** For which card a hint was asked; "" for the hand. @type {Set<string>} */
const hinted = new Set();

const key = () => `teach.${now.view.seats[number].player}`;
const teaching = () => remembered(key(), "0") === "1";
const knowsHand = () => now.mine.bot !== null; // the cards of virtual players

/** Forget what was asked in an earlier round. */
function forget() {
  const moment = `${now.view.game}|${now.view.round}|${now.mine.ask?.step ?? ""}`;
  if (moment === round) return;
  told.clear();
  hinted.clear();
  round = moment;
}

/**
 * What the table says to a question, or nothing as long as it says nothing.
 * @type {(what: string, body: { card?: string }) => any}
 */
function answer(what, body) {
  forget();
  const question = `${what} ${body.card ?? ""}`;
  if (!told.has(question)) {
    told.set(question, null);
    fetchAnswer(question, `/api/seat/${number}/${what}?lang=${lang}`, body);
  }
  return told.get(question);
}

/** @type {(question: string, path: string, body: object) => Promise<void>} */
async function fetchAnswer(question, path, body) {
  const moment = round;
  /** @type {any} */
  let found;
  try {
    found = await ask(path, body);
  } catch (error) {
    found = messageOf(error);
  }
  if (moment === round) told.set(question, found);
  show();
}

/** @param {() => void} again draws the switch again */
export function teachSwitch(again) {
  const on = teaching();
  return h(
    "button",
    {
      type: "button",
      class: "switch",
      role: "switch",
      "aria-checked": String(on),
      onclick: () => {
        remember(key(), on ? "0" : "1");
        again();
      },
    },
    h("span", {}, h("b", {}, t("teaching")), h("span", { class: "hint" }, t("teaching_text"))),
    h("i", { "aria-hidden": "true" }),
  );
}

/** What the mode shows besides the cards; nothing where nobody is taught. */
export function lessons() {
  if (!teaching()) return null;
  return h(
    "section",
    { class: "panel teaching", "aria-label": t("teaching"), "data-key": "teaching" },
    teachSwitch(show),
    laysHere() ? null : handHint(),
    neighbours(),
  );
}

// A card

/**
 * What a card would do for this seat; nothing where nobody is taught.
 * @type {(card: CardView) => Child}
 */
export function lessonOf(card) {
  if (!teaching()) return null;
  /** @type {LessonView | Refusal | null} */
  const lesson = answer("lesson", { card: card.id });
  return h(
    "section",
    { class: "lesson", "aria-label": t("lesson"), "data-key": `lesson-${card.id}` },
    lesson === null
      ? h("p", { class: "hint" }, t("loading"))
      : "text" in lesson
        ? alertPill(lesson)
        : [h("h4", {}, t("lesson_now")), list(gains(lesson)), opened(lesson)],
    mustLay() || laysHere() ? hintFor(card.id, t("hint_card")) : null,
  );
}

/** @param {Child[]} lines */
const list = (lines) =>
  h(
    "ul",
    {},
    lines.map((line) => h("li", {}, line)),
  );

/** @param {LessonView} lesson */
function gains({ coins, points, items, makes, shields, rivals, victory }) {
  /** @type {Child[]} */
  const lines = [];
  if (coins) lines.push(t(coins > 0 ? "lesson_coins" : "lesson_pays", { coins: amount(coins) }));
  if (points)
    lines.push([
      h("b", {}, t("lesson_points", { points: pointsText(points) })),
      items.map(({ text }) => h("span", { class: "hint" }, text)),
    ]);
  if (makes.length) lines.push([t("lesson_makes"), " ", h("span", { class: "made" }, made(makes))]);
  if (shields.length)
    lines.push([
      t("lesson_shields", { before: shields[0], after: shields[1] }),
      rivals.map((rival) => h("span", { class: "hint" }, versus(shields[1], rival, victory))),
    ]);
  return lines.length ? lines : [t("lesson_nothing")];
}

/** @param {number} coins */
const amount = (coins) => coinsText(Math.abs(coins));

/** @param {string[]} makes */
const made = (makes) =>
  makes.map((letters) =>
    h(
      "span",
      { class: "choices" },
      letters.length === 7
        ? t("any_resource")
        : [...letters].map((letter, index) => [index ? "/" : null, resource(letter)]),
    ),
  );

/** @type {(ours: number, rival: RivalView, victory: number) => string} */
function versus(ours, { seat, shields }, victory) {
  const outcome = ours > shields ? "won" : ours < shields ? "lost" : "tied";
  const { player } = now.view.seats[seat];
  return t(`lesson_${outcome}`, { player, shields, points: pointsText(victory) });
}

/** @param {LessonView} lesson */
function opened({ chains, opens }) {
  if (!chains.length && !opens.length) return null;
  return [
    h("h4", {}, t("lesson_next")),
    list(
      [
        chains.length ? [t("lesson_chains"), " ", byAge(chains)] : null,
        opens.length ? [t("lesson_opens"), " ", byAge(opens)] : null,
      ].filter((line) => line !== null),
    ),
  ];
}

/** @param {CardView[]} cards */
function byAge(cards) {
  const { roman } = now.view.constants;
  const ages = [...new Set(cards.map(({ age }) => age))].sort();
  return ages.map((age) =>
    h(
      "span",
      { class: "age-of" },
      h("b", {}, t("age", { age: roman[age] })),
      cards
        .filter((card) => card.age === age)
        .map(({ name, color }) => h("span", { class: "one" }, hueDot(color), name)),
    ),
  );
}

// A hint

/** Ask the bot about the whole hand, or say why it can only be asked about a card. */
export function handHint() {
  if (!teaching() || !mustLay()) return null;
  if (knowsHand()) return hintFor("", t("hint"));
  const why = h("p", { class: "hint" }, t(hasReader() ? "hint_reader" : "hint_named"));
  return [why, hasReader() ? lookUp(lessonOf) : null];
}

/** @type {(card: string, title: string) => HTMLElement} */
function hintFor(card, title) {
  forget();
  const ask = () => {
    hinted.add(card);
    show();
  };
  return h(
    "div",
    { class: "hinted", "data-key": `hint-${card}`, "aria-live": "polite" },
    hinted.has(card) ? bots(answer("hint", card ? { card } : {})) : button("idea", title, "", ask),
  );
}

/** @param {HintView | Refusal | null} hint */
function bots(hint) {
  if (hint === null) return h("p", { class: "hint" }, t("loading"));
  if ("text" in hint) return alertPill(hint);
  const { card, move } = hint;
  const stage = move.stage || now.view.seats[number].stages + 1;
  const does =
    move.action === "wonder" ? t("stage", { number: stage }) : actionText(now.view, move.action);
  const price = move.action === "sell" ? "" : ` (${priceText(now.view, number, move)})`;
  return h(
    "p",
    {},
    icon("idea"),
    " ",
    t("hint_says", { card: card.name }),
    " ",
    h("b", {}, does),
    price,
    ". ",
    h("span", { class: "hint" }, t("hint_why")),
  );
}

// The neighbours

const SYMBOLS = ["compass", "gear", "tablet"];

/** What both neighbours collect, as everybody sees it, and who gets the hand. */
function neighbours() {
  const { seats } = now.view;
  const { left, right } = seats[number];
  return h(
    "div",
    { class: "collects", "data-key": "collects" },
    h("h3", {}, t("neighbours_collect")),
    collected(seats[left], "left_neighbour"),
    collected(seats[right], "right_neighbour"),
    passes(),
  );
}

/** @type {(seat: SeatView, title: string) => HTMLElement} */
function collected(seat, title) {
  const colors = now.view.constants.colors
    .map(({ color }) => ({ color, many: seat.cards[color]?.length ?? 0 }))
    .filter(({ many }) => many)
    .sort((a, b) => b.many - a.many);
  const sells = seat.makes.filter(({ sold }) => sold);
  return h(
    "div",
    { class: "collector" },
    h("p", {}, mark(seat.seat), " ", h("b", {}, seat.player), " · ", t(title).toLowerCase()),
    h(
      "p",
      { class: "counts" },
      colors.map(({ color, many }) => h("span", { class: "one" }, hueDot(color), many)),
      SYMBOLS.filter((name) => seat.symbols[name]).map((name) =>
        h("span", { class: "one" }, icon(name, t(name)), seat.symbols[name]),
      ),
      h("span", { class: "one" }, icon("shield", t("shields")), seat.shields),
    ),
    h(
      "p",
      { class: "made" },
      sells.length ? [t("sells"), " ", made(sells.map(({ any }) => any))] : t("sells_nothing"),
    ),
  );
}

/** Who gets the cards that are not chosen; nobody after the last turn of an Age. */
function passes() {
  const { view } = now;
  const { turn, turns, passing, variant, seats } = view;
  if (!turn || turn >= turns || variant === "two_player") return null;
  const { player } = seats[seats[number][passing]];
  return h("p", { class: "hint" }, t("passes_to", { player }));
}
