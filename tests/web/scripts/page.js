// A page for unit tests in node: as much of a document as the scripts use, and a view to show.

import { readFileSync } from "node:fs";

class FakeNode {
  /** @param {number} nodeType @param {string} nodeName */
  constructor(nodeType, nodeName) {
    this.nodeType = nodeType;
    this.nodeName = nodeName;
    /** @type {FakeNode | null} */
    this.parentNode = null;
    /** @type {FakeNode[]} */
    this.childNodes = [];
    this.nodeValue = "";
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  get textContent() {
    /** @type {string} */
    const text = this.childNodes.map((node) => node.textContent).join("");
    return this.nodeType === 3 ? this.nodeValue : text;
  }

  set textContent(text) {
    this.childNodes = [];
    this.append(text);
  }

  remove() {
    if (!this.parentNode) return;
    const siblings = this.parentNode.childNodes;
    siblings.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }

  /** @param {FakeNode} node @param {FakeNode | null} before */
  insertBefore(node, before) {
    node.remove();
    const index = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(index, 0, node);
    node.parentNode = this;
  }

  /** @param {...(FakeNode | string)} nodes */
  append(...nodes) {
    for (const node of nodes) this.insertBefore(typeof node === "string" ? text(node) : node, null);
  }
}

/** @param {string} value */
function text(value) {
  const node = new FakeNode(3, "#text");
  node.nodeValue = value;
  return node;
}

class FakeElement extends FakeNode {
  /** @param {string} name */
  constructor(name) {
    super(1, name);
    /** @type {Map<string, string>} */
    this.named = new Map();
    /** @type {Map<string, string>} */
    this.styles = new Map();
    /** @type {Record<string, string>} */
    this.dataset = {};
    this.lang = "en";
    this.open = false;
    this.style = {
      /** @type {(name: string, value: string) => void} */
      setProperty: (name, value) => this.styles.set(name, value),
      /** @type {(name: string) => void} */
      removeProperty: (name) => this.styles.delete(name),
    };
  }

  get attributes() {
    return [...this.named].map(([name, value]) => ({ name, value }));
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.named.get(name) ?? null;
  }

  /** @param {string} name */
  hasAttribute(name) {
    return this.named.has(name);
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.named.set(name, value);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.named.delete(name);
  }

  showModal() {
    this.open = true;
  }

  close() {
    this.open = false;
  }
}

/** @param {string} name */
const create = (name) => new FakeElement(name.toUpperCase());

export const body = create("body");

const html = create("html");
Object.assign(html, { lang: "en" });

Object.assign(globalThis, {
  fetch: async () => new Response(readFileSync(process.env.PAGE_TEXTS ?? "", "utf-8")),
  Node: FakeNode,
  document: {
    body,
    documentElement: html,
    createElement: create,
    createElementNS: (/** @type {string} */ _, /** @type {string} */ name) => new FakeElement(name),
  },
  location: { href: "http://table/seat/0?theme=dark", search: "?theme=dark" },
  localStorage: { getItem: () => null, setItem: () => {} },
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
  addEventListener: () => {},
});

/**
 * All elements below a node with a class, as the tests look at them.
 * @param {any} root
 * @param {string} name
 * @returns {FakeElement[]}
 */
export function withClass(root, name) {
  const own = root.getAttribute?.("class")?.split(" ").includes(name) ? [root] : [];
  return [...own, ...root.childNodes.flatMap((/** @type {any} */ node) => withClass(node, name))];
}

/** @returns {FactsView} */
export const facts = (more = {}) => ({
  card: "altar",
  action: "build",
  stage: 0,
  pay_left: 0,
  pay_right: 0,
  from_left: 0,
  from_right: 0,
  bank: 0,
  debts: 0,
  victories: [],
  defeats: 0,
  diplomacy: 0,
  built: [],
  ...more,
});

/** @type {CardView} */
const altar = {
  id: "altar",
  name: "Altar",
  color: "blue",
  age: 1,
  cost: "",
  coins: 0,
  coins_text: "0",
  text: "2 points.",
  signs: ["points:2"],
};

/** @returns {PaymentView} */
export const payment = (coins = [0, 0, 0], more = {}) => ({
  coins,
  free: "",
  bought: [],
  stage: 0,
  ...more,
});

/** @type {PlayedView} */
export const played = { action: "build", stage: 0, card: altar };

/** @returns {SeatView} */
export const seatView = (seat = 0, more = {}) => ({
  seat,
  player: ["Ann", "Bo", "Cy"][seat],
  team: null,
  free_city: false,
  decider: seat,
  wonder: "Gizah",
  wonder_id: "gizah_a",
  side: "A",
  resource: "S",
  left: (seat + 1) % 3,
  right: (seat + 2) % 3,
  makes: [{ any: "S", sold: true }],
  stages: 1,
  raised: [1],
  all_stages: [{ cost: "SS", coins: 0, coins_text: "0", text: "3 points.", signs: ["points:3"] }],
  coins: 3,
  debt: 0,
  shields: 0,
  diplomacy: 0,
  victories: [],
  defeats: 0,
  symbols: { compass: 0, gear: 0, tablet: 0 },
  cards: {},
  built: [],
  leaders: [],
  recruited: [],
  committed: false,
  again: false,
  waited_for: true,
  connected: null,
  todo: [],
  facts: null,
  played: null,
  score: { military: 0, treasury: 1, civilian: 0, total: 1 },
  explained: [{ category: "treasury", points: 1, text: "3 coins", rule: "G80" }],
  ...more,
});

/** @returns {GameView} */
export const gameView = (more = {}, seats = [seatView(0), seatView(1), seatView(2)]) => ({
  game: "g1",
  edition: "1e",
  sets: ["base"],
  variant: "standard",
  phase: "lay",
  phase_text: "Choose a card",
  age: 1,
  turn: 2,
  turns: 6,
  passing: "left",
  pause_reason: "",
  undo: null,
  paused: false,
  trouble: "",
  looked: false,
  audit: null,
  watch: "",
  countdown: null,
  timer: null,
  missing: ["Ann"],
  round: 1,
  log: [],
  fights: [
    [0, 1],
    [1, 2],
    [2, 0],
  ],
  seats,
  teams: null,
  ranks: null,
  discarded: 0,
  history: [],
  moments: [],
  conflict: null,
  mode: "sealed",
  countdown_seconds: 3,
  grace_seconds: 2,
  timer_seconds: 0,
  strict: false,
  constants: {
    colors: [
      { color: "brown", category: "" },
      { color: "blue", category: "civilian" },
      { color: "white", category: "leaders" },
    ],
    categories: ["military", "treasury", "civilian"],
    roman: ["", "I", "II", "III"],
    sale: 3,
    defeat: -1,
  },
  result: null,
  private_history: false,
  chances: null,
  ...more,
});
