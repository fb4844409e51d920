// The set-up page: who plays, with which boxes, by which rules, and the cards to take out.

import { h, icon, render } from "./dom.js";
import { ask, messageOf } from "./live.js";
import { bar, button, sure, tell } from "./office.js";
import { alertPill, hueDot, mark } from "./parts.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";
import { clock } from "./timer.js";

const root = /** @type {Element} */ (document.querySelector("#office"));
/** @type {PlanDraft} */
let plan;
/** @type {DraftView} */
let draft;
/** @type {DeckGroupView[]} */
let groups = [];
/** @type {string | import("./live.js").Refusal} */
let refused = "";

/** @param {DraftView} loaded */
async function load(loaded) {
  draft = loaded;
  plan = loaded.plan;
  try {
    /** @type {DeckView} */
    const deck = await ask(`/api/setup/deck?lang=${lang}`);
    groups = deck.groups;
    refused = "";
  } catch (error) {
    groups = [];
    refused = messageOf(error);
  }
  show();
}

/**
 * Every change is saved at once; what makes no sense yet is said, and stays on the page.
 * @param {Partial<PlanDraft>} values
 */
async function change(values) {
  plan = { ...plan, ...values };
  show();
  try {
    await load(await ask(`/api/setup/plan?lang=${lang}`, plan));
  } catch (error) {
    refused = messageOf(error);
    groups = [];
    show();
  }
}

/** @type {(seat: number, values: Partial<PlayerDraft>) => void} */
function changePlayer(seat, values) {
  const players = plan.players.map((player, index) =>
    index === seat ? { ...player, ...values } : player,
  );
  change({ players });
}

// Players

/** @param {string[]} sets */
const played = (sets) => sets.every((name) => plan.sets.includes(name));

const numbers = () => draft.choices.players[plan.variant];

function players() {
  const most = Math.max(...numbers());
  return h(
    "section",
    { class: "panel", "aria-labelledby": "players", "data-key": "players" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "players" }, t("players")),
      button("dice", t("draw_now"), draw, "small"),
    ),
    h(
      "datalist",
      { id: "known" },
      draft.known_players.map((name) => h("option", { value: name })),
    ),
    h("ol", { class: "players" }, plan.players.map(playerRow)),
    button("plus", t("add_player"), addPlayer, "", plan.players.length >= most),
    h("p", { class: "hint" }, t("claim")),
  );
}

function addPlayer() {
  const taken = new Set(plan.players.map((player) => player.name));
  const known = draft.known_players.find((name) => !taken.has(name));
  change({ players: [...plan.players, stranger(plan.players.length, known)] });
}

/** @type {(seat: number, name?: string) => PlayerDraft} */
const stranger = (seat, name) => ({
  name: name ?? `${t("player")} ${seat + 1}`,
  wonder: "",
  side: "",
});

/** @type {(player: PlayerDraft, seat: number) => HTMLElement} */
function playerRow(player, seat) {
  const { choices } = draft;
  const boards = choices.boards[plan.edition].filter(({ sets }) => played(sets));
  const wonders = new Map(boards.map(({ id, name }) => [id, name]));
  const sides = choices.sides[plan.edition].filter((side) =>
    boards.some((board) => board.side === side && (board.id === player.wonder || !player.wonder)),
  );
  const label = `${t("seat")} ${seat + 1}`;
  return h(
    "li",
    { "data-key": `player-${seat}` },
    mark(seat),
    h("input", {
      type: "text",
      "data-value": player.name,
      value: player.name,
      list: "known",
      maxlength: choices.name_max,
      "aria-label": `${label}: ${t("name")}`,
      onchange: (event) => changePlayer(seat, { name: event.target.value }),
    }),
    select(
      `${label}: ${t("wonder_board")}`,
      [["", t("drawn")], ...wonders],
      player.wonder,
      (wonder) => changePlayer(seat, { wonder, side: "" }),
    ),
    select(
      `${label}: ${t("side")}`,
      [
        ["", t("either_side")],
        ...sides.map((side) => /** @type {const} */ ([side, t(`card.side.${side}`)])),
      ],
      player.side,
      (side) => changePlayer(seat, { side }),
    ),
    small("defeat", `${t("move_up")}: ${player.name}`, seat === 0, () => moveUp(seat)),
    small(
      "close",
      `${t("remove")}: ${player.name}`,
      plan.players.length <= Math.min(...numbers()),
      () => change({ players: plan.players.filter((_, index) => index !== seat) }),
    ),
  );
}

/** @type {(sign: string, label: string, disabled: boolean, run: () => void) => HTMLElement} */
const small = (sign, label, disabled, run) =>
  h(
    "button",
    {
      type: "button",
      class: "button quiet round",
      "aria-label": label,
      disabled,
      onclick: run,
    },
    icon(sign),
  );

/** @param {number} seat */
function moveUp(seat) {
  const moved = [...plan.players];
  [moved[seat - 1], moved[seat]] = [moved[seat], moved[seat - 1]];
  change({ players: moved });
}

async function draw() {
  try {
    await load(await ask(`/api/setup/draw?lang=${lang}`, {}));
  } catch (error) {
    tell(messageOf(error), true);
  }
}

/**
 * @param {string} label
 * @param {(readonly [value: string, text: string])[]} options
 * @param {string} value
 * @param {(value: string) => void} take
 */
function select(label, options, value, take) {
  return h(
    "select",
    { "aria-label": label, onchange: (event) => take(event.target.value) },
    options.map(([name, text]) => h("option", { value: name, selected: name === value }, text)),
  );
}

// Rules

/**
 * @param {string} name
 * @param {string[]} options
 * @param {string} value
 * @param {(value: string) => void} take
 */
const radios = (name, options, value, take) =>
  h(
    "fieldset",
    { class: "radios" },
    h("legend", {}, t(name)),
    options.map((key) =>
      h(
        "label",
        { class: "tick" },
        h("input", {
          type: "radio",
          name,
          value: key,
          "data-checked": String(key === value),
          checked: key === value,
          onchange: () => take(key),
        }),
        h("span", {}, t(`${name}_${key}`)),
      ),
    ),
  );

/**
 * @param {string} text
 * @param {boolean} on
 * @param {(on: boolean) => void} take
 * @param {boolean} [disabled]
 */
const tick = (text, on, take, disabled = false) =>
  h(
    "label",
    { class: "tick" },
    h("input", {
      type: "checkbox",
      "data-checked": String(on),
      checked: on,
      disabled,
      onchange: (event) => take(event.target.checked),
    }),
    h("span", {}, text),
  );

function rules() {
  const { editions, sets, needed_sets: needed, variants, rulings } = draft.choices;
  return h(
    "section",
    { class: "panel", "aria-labelledby": "rules", "data-key": "rules" },
    h("h2", { id: "rules" }, t("rules")),
    radios("printing", editions, plan.edition, changeEdition),
    h(
      "fieldset",
      { class: "radios" },
      h("legend", {}, t("sets")),
      sets[plan.edition].map((name) =>
        tick(
          t(`set_${name}`),
          plan.sets.includes(name),
          (on) => changeSet(name, on),
          needed.includes(name),
        ),
      ),
    ),
    radios("variant", variants, plan.variant, changeVariant),
    h(
      "fieldset",
      { class: "radios" },
      h("legend", {}, t("rulings")),
      Object.entries(rulings).filter(matters).map(ruling),
    ),
  );
}

/** @type {(entry: [string, RulingView]) => boolean} */
const matters = ([, { editions, sets, players }]) =>
  editions.includes(plan.edition) &&
  played(sets) &&
  (players[plan.variant] ?? []).includes(plan.players.length);

/** @type {(entry: [string, RulingView]) => HTMLElement} */
function ruling([name, { usual, values }]) {
  const value = plan.rulings[name] ?? usual[plan.edition];
  /** @param {boolean | number} said */
  const take = (said) => change({ rulings: { ...plan.rulings, [name]: said } });
  const text = t(`ruling_${name}`);
  if (typeof value === "boolean") return tick(text, value, take);
  return h(
    "div",
    { class: "tick", role: "radiogroup", "aria-label": text },
    h("span", {}, text),
    values.map((number) =>
      h(
        "label",
        { class: "tick" },
        h("input", {
          type: "radio",
          name,
          value: number,
          "data-checked": String(number === value),
          checked: number === value,
          onchange: () => take(number),
        }),
        h("span", {}, String(number)),
      ),
    ),
  );
}

/** @param {string} edition */
function changeEdition(edition) {
  const players = plan.players.map(({ name }) => ({ name, wonder: "", side: "" }));
  const sets = plan.sets.filter((name) => draft.choices.sets[edition].includes(name));
  change({ edition, sets, players });
}

/** @type {(name: string, on: boolean) => void} */
function changeSet(name, on) {
  const sets = draft.choices.sets[plan.edition].filter((other) =>
    other === name ? on : plan.sets.includes(other),
  );
  const known = draft.choices.boards[plan.edition];
  const fits = /** @param {PlayerDraft} player */ ({ wonder }) =>
    known.some(
      ({ id, sets: needed }) => id === wonder && needed.every((set) => sets.includes(set)),
    );
  const players = plan.players.map((player) =>
    fits(player) ? player : { ...player, wonder: "", side: "" },
  );
  change({ sets, players });
}

/** @param {string} variant */
function changeVariant(variant) {
  const allowed = draft.choices.players[variant];
  const count = plan.players.length;
  const number = allowed.find((fits) => fits >= count) ?? Math.max(...allowed);
  const players = Array.from({ length: number }, (_, seat) => plan.players[seat] ?? stranger(seat));
  change({ variant, players });
}

const GRACE_S = 2;
const TIMER_STEP_S = 15;

/** @param {number} seconds */
const inSeconds = (seconds) => `${seconds} ${t("seconds")}`;

/** @param {number} seconds */
const inMinutes = (seconds) => (seconds ? t("minutes", clock(seconds)) : t("no_timer"));

/**
 * @param {string} text
 * @param {number} value
 * @param {number} max
 * @param {number} step
 * @param {(value: number) => string} say
 * @param {(value: number) => void} take
 */
const slide = (text, value, max, step, say, take) =>
  h(
    "label",
    { class: "slide" },
    h("span", {}, text),
    h("input", {
      type: "range",
      min: 0,
      max,
      step,
      "data-value": value,
      value,
      "aria-valuetext": say(value),
      onchange: (event) => take(Number(event.target.value)),
    }),
    h("b", { class: "number" }, say(value)),
  );

function atTheTable() {
  const { countdown_max, grace_max, timer_max } = draft.choices;
  return h(
    "section",
    { class: "panel", "aria-labelledby": "table", "data-key": "table" },
    h("h2", { id: "table" }, t("at_the_table")),
    radios("mode", draft.choices.modes, plan.mode, (mode) => change({ mode })),
    slide(t("countdown"), plan.countdown, countdown_max, 1, inSeconds, (countdown) =>
      change({ countdown }),
    ),
    tick(t("always_ask"), plan.grace === null, (on) => change({ grace: on ? null : GRACE_S })),
    plan.grace === null
      ? null
      : slide(t("grace"), plan.grace, grace_max, 1, inSeconds, (grace) => change({ grace })),
    tick(t("ask_payment"), plan.ask_payment, (ask_payment) => change({ ask_payment })),
    slide(t("timer"), plan.timer, timer_max, TIMER_STEP_S, inMinutes, (timer) => change({ timer })),
    tick(t("strict"), plan.strict, (strict) => change({ strict })),
    tick(t("shared"), plan.shared, (shared) => change({ shared })),
  );
}

// The deck

function deckList() {
  return h(
    "section",
    { class: "panel deck", "aria-labelledby": "deck", "data-key": "deck" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "deck" }, t("deck")),
      h("p", { class: "hint" }, t("deck_text")),
    ),
    refused ? alertPill(refused, "wrong") : null,
    h("div", { class: "ages" }, groups.map(deckGroup)),
  );
}

/** @param {DeckGroupView} group */
const deckGroup = (group) =>
  h(
    "section",
    { "data-key": `age-${group.age}` },
    h("h3", {}, group.text, h("span", { class: "hint" }, t("deck_total", { number: group.total }))),
    group.dealt < group.total
      ? h("p", { class: "hint" }, t("deck_more", { number: group.dealt }))
      : null,
    h("ul", {}, group.cards.map(deckCard)),
  );

/** @param {DeckCardView} card */
const deckCard = (card) =>
  h(
    "li",
    { "data-key": card.id },
    hueDot(card.color),
    h("span", { class: "grow" }, card.name),
    card.drawn ? h("span", { class: "tag" }, icon("dice"), t("drawn_by_host")) : null,
    h("b", { class: "number" }, `×${card.copies}`),
  );

function begin() {
  const go = async () => {
    try {
      if (draft.running) await ask(`/api/operator/abandon?lang=${lang}`, {});
      await ask(`/api/operator/new-game?lang=${lang}`, {});
      location.href = `/operator?lang=${lang}`;
    } catch (error) {
      tell(messageOf(error), true);
    }
  };
  if (draft.running) sure(t("begin"), t("running_game"), go);
  else go();
}

function show() {
  if (!plan) return;
  render(
    root,
    bar("setup", show),
    h(
      "main",
      { class: "desk two", id: "main" },
      h("div", { class: "stack", "data-key": "left" }, players(), rules(), atTheTable()),
      h("div", { class: "stack", "data-key": "right" }, deckList()),
      h(
        "div",
        { class: "foot", "data-key": "foot" },
        button("play", t("begin"), begin, "main large", Boolean(refused)),
      ),
    ),
  );
  // The page shows what was saved, except where somebody is typing.
  for (const input of inputs("[data-value]"))
    if (input !== document.activeElement) input.value = input.dataset.value ?? "";
  for (const input of inputs("[data-checked]")) input.checked = input.dataset.checked === "true";
  for (const option of /** @type {NodeListOf<HTMLOptionElement>} */ (
    root.querySelectorAll("option[selected]")
  ))
    option.selected = true;
}

/** @type {(selector: string) => NodeListOf<HTMLInputElement>} */
const inputs = (selector) => root.querySelectorAll(selector);

ask(`/api/setup/plan?lang=${lang}`).then(load, (error) => tell(messageOf(error), true));
