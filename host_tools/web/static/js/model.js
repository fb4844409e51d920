// What follows from a view: neighbours, who owes what to whom, the scene to show. Pure.

export const COLORS = [
  "brown",
  "grey",
  "blue",
  "yellow",
  "red",
  "green",
  "purple",
  "black",
  "white",
];
export const SYMBOLS = ["compass", "gear", "tablet"];
export const CATEGORIES = [
  "military",
  "treasury",
  "wonder",
  "civilian",
  "scientific",
  "commercial",
  "guilds",
  "leaders",
  "cities",
];
export const CATEGORY_COLOR = {
  military: "red",
  treasury: "coin",
  wonder: "stage",
  civilian: "blue",
  scientific: "green",
  commercial: "yellow",
  guilds: "purple",
  leaders: "white",
  cities: "black",
};
export const CATEGORY_ICON = {
  military: "shield",
  treasury: "coin",
  wonder: "wonder",
  civilian: "blue",
  scientific: "compass",
  commercial: "yellow",
  guilds: "purple",
  leaders: "white",
  cities: "black",
};
export const COLOR_CATEGORY = {
  brown: "",
  grey: "",
  blue: "civilian",
  yellow: "commercial",
  red: "military",
  green: "scientific",
  purple: "guilds",
  black: "cities",
  white: "leaders",
};

export const leftOf = (view, seat) => view.seats[seat].left ?? (seat + 1) % view.seats.length;
export const rightOf = (view, seat) =>
  view.seats[seat].right ?? (seat + view.seats.length - 1) % view.seats.length;
const BANK = "bank";

// Who hands how many coins to whom after a turn, neighbours first, then the bank, then debts.
export function ledger(view) {
  const trade = [];
  const bank = [];
  for (const { seat, facts } of view.seats) {
    if (!facts) continue;
    if (facts.pay_left)
      trade.push({ kind: "pays", from: seat, to: leftOf(view, seat), coins: facts.pay_left });
    if (facts.pay_right)
      trade.push({ kind: "pays", from: seat, to: rightOf(view, seat), coins: facts.pay_right });
    if (facts.bank > 0) bank.push({ kind: "takes", from: BANK, to: seat, coins: facts.bank });
    if (facts.bank < 0) bank.push({ kind: "gives", from: seat, to: BANK, coins: -facts.bank });
    if (facts.debts > 0) bank.push({ kind: "owes", from: seat, to: BANK, number: facts.debts });
  }
  return [...trade, ...bank];
}

// The fights of the Age that has just ended, from the view or else from the tokens.
export function conflict(view) {
  if (view.conflict !== undefined) return view.conflict;
  const fought = view.seats.some(({ facts }) => facts && (facts.victories.length || facts.defeats));
  if (!fought) return null;
  const age = view.phase === "over" ? 3 : view.age - 1;
  const points = [0, 1, 3, 5][age];
  const fights = view.fights.map(([a, b]) => {
    const shields = [view.seats[a].shields, view.seats[b].shields];
    const winner = shields[0] === shields[1] ? null : shields[0] > shields[1] ? a : b;
    return { a, b, shields, winner, points, tokens: 1 };
  });
  return { age, fights, diplomats: [] };
}

const OPEN = new Set(["open", "card", "declare", "pay", "ask"]);

// Which scene a state calls for; `seen` says that people have looked at the conflict.
export function sceneOf(view, seen) {
  if (view.phase === "abandoned") return "abandoned";
  const begun = view.seats.some((seat) => seat.committed);
  const fought = conflict(view);
  if (fought && !seen && !begun && (view.phase === "lay" || view.phase === "over"))
    return "conflict";
  if (view.phase === "over") return "score";
  if (view.phase === "draft") return "draft";
  if (OPEN.has(view.phase)) return "reveal";
  if (view.countdown !== null && view.countdown !== undefined) return "countdown";
  return view.seats.some((seat) => seat.facts) ? "payments" : "laying";
}

// A turn's name: changes when a turn ends, so that what it calls for is shown once.
export const turnKey = (view) =>
  `${view.game}:${view.round}:${view.age}.${view.turn}.${view.phase === "over" ? "end" : ""}`;

// The totals after each turn: what the view tells, or what this page has seen.
export function history(view) {
  if (view.history) return view.history;
  const name = `wondertable.history.${view.game}`;
  const known = JSON.parse(sessionStorage.getItem(name) ?? "{}");
  const at = view.phase === "over" ? "3.end" : `${view.age}.${view.turn}`;
  known[at] = {
    age: view.age,
    turn: view.turn,
    totals: view.seats.map((seat) => seat.score.total),
  };
  sessionStorage.setItem(name, JSON.stringify(known));
  return Object.values(known);
}

export const explainedBy = (seat, category) =>
  seat.explained.filter((item) => !category || item.category === category);
