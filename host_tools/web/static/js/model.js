// What follows from a view: neighbours, who owes what to whom, the scene to show. Pure.

/**
 * @typedef {number | "bank"} Party a seat, or the bank
 * @typedef {"pays" | "takes" | "gives" | "owes"} DebitKind
 * @typedef {{ kind: DebitKind, from: Party, to: Party, number: number }} Debit
 * @typedef {{ coins: number, to: Party, bought?: string }} Part
 * @typedef {"draft" | "laying" | "countdown" | "locked" | "reveal"} TurnScene
 * @typedef {TurnScene | "conflict" | "score" | "abandoned"} Scene
 * @typedef {"paused" | "audit" | "undo" | "away" | "again"} Stop
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

/**
 * The team of a seat, or nothing where everybody plays alone.
 * @type {(view: GameView, seat: number) => TeamView | undefined}
 */
export const teamOf = (view, seat) => view.teams?.find(({ seats }) => seats.includes(seat));

/**
 * Who has won: the seats, or in team play the teams with all their seats.
 * @type {(view: GameView) => { team: number | null, seats: number[] }[]}
 */
export function winners(view) {
  if (view.teams) return view.teams.filter(({ rank }) => rank === 1);
  const seats = view.seats.filter(({ seat }) => view.ranks?.[seat] === 1);
  return seats.map(({ seat }) => ({ team: null, seats: [seat] }));
}

const MOST_NAMED = 4; // seats whose names fit where coins or shields are listed
const LONG_NAME = 12;

/**
 * Do signs stand for names where many are listed? The panels have the names.
 * @type {(view: GameView) => boolean}
 */
export const usesSigns = ({ seats }) =>
  seats.length > MOST_NAMED || seats.some(({ player }) => player.length > LONG_NAME);

/**
 * What holds the table up, before everything else that it could show.
 * @type {(view: GameView) => Stop | undefined}
 */
export function stopOf(view) {
  if (hasEnded(view)) return undefined;
  if (view.paused) return "paused";
  if (view.audit) return "audit";
  if (view.undo && view.undo.caller !== null) return "undo";
  if (view.seats.some((seat) => seat.connected === false && seat.waited_for)) return "away";
  return view.seats.some((seat) => seat.again) ? "again" : undefined;
}

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
 * The coins of a payment, by whom they go to, with what is bought where that is named; nothing that
 * costs and brings nothing.
 * @type {(view: GameView, seat: number, payment: PaymentView) => Part[]}
 */
export function paymentParts(view, seat, { coins, bought }) {
  const { left, right } = view.seats[seat];
  /** @type {Party[]} */
  const parties = [left, right, "bank"];
  return parties
    .map((to, index) => ({ coins: coins[index], to, bought: bought[index] ?? "" }))
    .filter((part) => part.coins || part.bought);
}

/**
 * How many stages are built, and which where they came in another order.
 * @param {SeatView} seat
 */
export function stagesText({ raised, all_stages }) {
  const inOrder = raised.every((number, index) => number === index + 1);
  const which = inOrder ? "" : ` (${raised.join(", ")})`;
  return `${raised.length}/${all_stages.length}${which}`;
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

/**
 * Is a turn over, so that its coins are on their way?
 * @param {GameView} view
 */
export const isBetweenTurns = ({ phase }) => phase === "lay" || phase === "over";

/** @param {GameView} view */
export const hasBegun = (view) => view.seats.some((seat) => seat.committed);

/**
 * Are all cards of a turn down, and none of them open yet? An extra play has no closed cards.
 * @param {GameView} view
 */
export const isLocked = (view) => ["open", "declare"].includes(view.phase) && hasBegun(view);

/**
 * What people look at when a turn is over, one after the other.
 * @type {(view: GameView) => Scene[]}
 */
export const toLookAt = (view) => [
  ...(view.seats.some((seat) => seat.played) ? [/** @type {const} */ ("reveal")] : []),
  ...(view.conflict ? [/** @type {const} */ ("conflict")] : []),
];

/**
 * The scene that a view calls for; `seen` is how much of the last turn people have looked at.
 * @type {(view: GameView, seen: number) => Scene}
 */
export function sceneOf(view, seen) {
  const { phase } = view;
  if (phase === "abandoned" || phase === "draft") return phase;
  if (isLocked(view)) return "locked";
  if (!isBetweenTurns(view)) return "reveal";
  if (view.countdown !== null) return "countdown";
  return toLookAt(view)[seen] ?? (phase === "over" ? "score" : "laying");
}

/**
 * What one seat hands over and to whom, and how much it takes in all.
 * @type {(view: GameView, seat: number) => { pays: Part[], takes: number }}
 */
export function tradesOf(view, seat) {
  const lines = ledger(view).filter(({ kind }) => kind !== "owes");
  const pays = lines.filter(({ from }) => from === seat);
  const takes = lines.filter(({ to }) => to === seat);
  return {
    pays: pays.map(({ number, to }) => ({ coins: number, to })),
    takes: takes.reduce((sum, { number }) => sum + number, 0),
  };
}

/**
 * The name of a turn: it changes when a turn ends, so that what it calls for is shown once.
 * @param {GameView} view
 */
export const turnKey = (view) =>
  `${view.game}:${view.age}.${view.turn}.${view.phase === "over" ? "end" : ""}`;

/**
 * The points of a category, explained; "" for all points.
 * @param {SeatView} seat
 * @param {string} category
 */
export const explainedBy = (seat, category) =>
  seat.explained.filter((item) => !category || item.category === category);

/**
 * The fights that bring a seat its tokens, and its last fight.
 * @type {(view: GameView, seat: number) => { won: number[], lost: number[], last: number }}
 */
export function tokenFights({ conflict }, seat) {
  const fights = (conflict?.fights ?? []).map((fight, index) => ({ ...fight, index }));
  const own = fights.filter(({ a, b }) => a === seat || b === seat);
  /** @param {typeof own} some */
  const numbers = (some) =>
    some.flatMap(({ index, tokens }) => Array.from({ length: tokens }, () => index));
  return {
    won: numbers(own.filter(({ winner }) => winner === seat)),
    lost: numbers(own.filter(({ winner }) => winner !== null && winner !== seat)),
    last: own.at(-1)?.index ?? 0,
  };
}
