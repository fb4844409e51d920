// What follows from a view: neighbours, who owes what to whom, the scene to show. Pure.

/**
 * @typedef {number | "bank"} Party a seat, or the bank
 * @typedef {"pays" | "takes" | "gives" | "owes"} DebitKind
 * @typedef {{ kind: DebitKind, from: Party, to: Party, number: number }} Debit
 * @typedef {{ coins: number, to: Party }} Part
 * @typedef {"draft" | "laying" | "countdown" | "reveal" | "payments"} TurnScene
 * @typedef {TurnScene | "conflict" | "score" | "abandoned"} Scene
 * @typedef {ColorView & { names: string[] }} Holding
 */

/** @type {Record<string, { color: string, icon: string }>} */
export const CATEGORY_LOOK = {
  military: { color: "red", icon: "shield" },
  treasury: { color: "coin", icon: "coin" },
  wonder: { color: "stage", icon: "wonder" },
  civilian: { color: "blue", icon: "blue" },
  scientific: { color: "green", icon: "compass" },
  commercial: { color: "yellow", icon: "yellow" },
  guilds: { color: "purple", icon: "purple" },
  leaders: { color: "white", icon: "white" },
  cities: { color: "black", icon: "black" },
};

/** @param {{ phase: string }} view */
export const hasEnded = ({ phase }) => phase === "over" || phase === "abandoned";

/**
 * The cards of a city by colour, leaders last, without empty colours.
 * @type {(view: GameView, seat: SeatView) => Holding[]}
 */
export function holdings(view, seat) {
  /** @type {Record<string, string[]>} */
  const names = { ...seat.cards, white: seat.leaders };
  return view.constants.colors
    .map((color) => ({ ...color, names: names[color.color] ?? [] }))
    .filter((holding) => holding.names.length);
}

/**
 * The coins of a payment, by whom they go to; nothing that costs nothing.
 * @type {(view: GameView, seat: number, coins: number[]) => Part[]}
 */
export function paymentParts(view, seat, [left, right, bank]) {
  const { left: leftSeat, right: rightSeat } = view.seats[seat];
  /** @type {Part[]} */
  const parts = [
    { coins: left, to: leftSeat },
    { coins: right, to: rightSeat },
    { coins: bank, to: "bank" },
  ];
  return parts.filter((part) => part.coins);
}

/**
 * Who hands how many coins to whom after a turn: neighbours first, then the bank and debts.
 * @type {(view: GameView) => Debit[]}
 */
export function ledger(view) {
  /** @type {Debit[]} */
  const trade = [];
  /** @type {Debit[]} */
  const bank = [];
  for (const { seat, left, right, facts } of view.seats) {
    if (!facts) continue;
    if (facts.pay_left) trade.push({ kind: "pays", from: seat, to: left, number: facts.pay_left });
    if (facts.pay_right)
      trade.push({ kind: "pays", from: seat, to: right, number: facts.pay_right });
    if (facts.bank > 0) bank.push({ kind: "takes", from: "bank", to: seat, number: facts.bank });
    if (facts.bank < 0) bank.push({ kind: "gives", from: seat, to: "bank", number: -facts.bank });
    if (facts.debts > 0) bank.push({ kind: "owes", from: seat, to: "bank", number: facts.debts });
  }
  return [...trade, ...bank];
}

const OPEN = new Set(["open", "card", "declare", "pay", "ask"]);

/**
 * The scene that a view calls for; `seen` says that people have looked at the conflict.
 * @type {(view: GameView, seen: boolean) => Scene}
 */
export function sceneOf(view, seen) {
  if (view.phase === "abandoned") return "abandoned";
  const begun = view.seats.some((seat) => seat.committed);
  const between = view.phase === "lay" || view.phase === "over";
  if (view.conflict && !seen && !begun && between) return "conflict";
  if (view.phase === "over") return "score";
  if (view.phase === "draft") return "draft";
  if (OPEN.has(view.phase)) return "reveal";
  if (view.countdown !== null) return "countdown";
  return view.seats.some((seat) => seat.facts) ? "payments" : "laying";
}

/**
 * The name of a turn: it changes when a turn ends, so that what it calls for is shown once.
 * @param {GameView} view
 */
export const turnKey = (view) =>
  `${view.game}:${view.round}:${view.age}.${view.turn}.${view.phase === "over" ? "end" : ""}`;

/**
 * The points of a category, explained; "" for all points.
 * @param {SeatView} seat
 * @param {string} category
 */
export const explainedBy = (seat, category) =>
  seat.explained.filter((item) => !category || item.category === category);
