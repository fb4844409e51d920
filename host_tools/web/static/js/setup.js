// The set-up page: who plays, with which boxes, by which rules, and the cards to take out.

import { h, icon, render } from "./dom.js";
import { ask } from "./live.js";
import { bar, button, sure, tell } from "./office.js";
import { COLORS } from "./model.js";
import { hueDot, mark } from "./parts.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

const root = document.querySelector("#office");
const SEATS = { standard: [3, 8], two_player: [2, 2], team: [4, 8] };
let plan = null;
let rest = null; // known players, choices, whether a game is running
let groups = [];
let refused = "";

async function load(found) {
  plan = found.plan;
  rest = found;
  await deck();
}

async function deck() {
  try {
    groups = (await ask(`/api/setup/deck?lang=${lang}`)).groups;
    refused = "";
  } catch (error) {
    groups = [];
    refused = error.message;
  }
  show();
}

// Every change is kept at once; what makes no sense yet is said, and stays on the page.
async function save() {
  show();
  try {
    await load(await ask(`/api/setup/plan?lang=${lang}`, plan));
  } catch (error) {
    refused = error.message;
    groups = [];
    show();
  }
}

function change(values) {
  plan = { ...plan, ...values };
  save();
}

function changePlayer(at, values) {
  change({
    players: plan.players.map((player, seat) => (seat === at ? { ...player, ...values } : player)),
  });
}

// Players

function players() {
  const [, most] = SEATS[plan.variant];
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
      rest.known_players.map((name) => h("option", { value: name })),
    ),
    h("ol", { class: "players" }, plan.players.map(playerRow)),
    button(
      "plus",
      t("add_player"),
      () => change({ players: [...plan.players, { name: nameless(), wonder: "", side: "" }] }),
      "",
      { disabled: plan.players.length >= most },
    ),
    h("p", { class: "hint" }, t("claim")),
  );
}

function nameless() {
  const taken = new Set(plan.players.map((player) => player.name));
  const known = rest.known_players.find((name) => !taken.has(name));
  return known ?? `${t("player")} ${plan.players.length + 1}`;
}

function playerRow(player, at) {
  const sides = rest.choices.sides[plan.edition];
  const wonders = rest.choices.wonders[plan.edition].filter((wonder) =>
    plan.sets.includes(wonder.set ?? "base"),
  );
  const label = `${t("seat")} ${at + 1}`;
  return h(
    "li",
    { "data-key": `player-${at}` },
    mark(at),
    h("input", {
      type: "text",
      "data-value": player.name,
      value: player.name,
      list: "known",
      maxlength: 30,
      "aria-label": `${label}: ${t("name")}`,
      onchange: (event) => changePlayer(at, { name: event.target.value }),
    }),
    select(
      `${label}: ${t("wonder_board")}`,
      [["", t("drawn")], ...wonders.map((wonder) => [wonder.id, wonder.name])],
      player.wonder,
      (wonder) => changePlayer(at, { wonder }),
    ),
    select(
      `${label}: ${t("side")}`,
      [["", t("either_side")], ...sides.map((side) => [side, side])],
      player.side,
      (side) => changePlayer(at, { side }),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button quiet round",
        "aria-label": `${t("move_up")}: ${player.name}`,
        disabled: at === 0,
        onclick: () => swap(at),
      },
      icon("defeat"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "button quiet round",
        "aria-label": `${t("remove")}: ${player.name}`,
        disabled: plan.players.length <= SEATS[plan.variant][0],
        onclick: () => change({ players: plan.players.filter((_, seat) => seat !== at) }),
      },
      icon("close"),
    ),
  );
}

function swap(at) {
  const found = [...plan.players];
  [found[at - 1], found[at]] = [found[at], found[at - 1]];
  change({ players: found });
}

async function draw() {
  try {
    await load(await ask(`/api/setup/draw?lang=${lang}`, {}));
  } catch (error) {
    tell(error.message, true);
  }
}

function select(label, options, value, take) {
  return h(
    "select",
    { "aria-label": label, onchange: (event) => take(event.target.value) },
    options.map(([name, text]) => h("option", { value: name, selected: name === value }, text)),
  );
}

// Rules

const radio = (name, options, value, take) =>
  h(
    "fieldset",
    { class: "radios" },
    h("legend", {}, t(name)),
    options.map(([key, text]) =>
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
        h("span", {}, text),
      ),
    ),
  );

const tick = (text, on, take, more = {}) =>
  h(
    "label",
    { class: "tick" },
    h("input", {
      type: "checkbox",
      "data-checked": String(on),
      checked: on,
      onchange: (event) => take(event.target.checked),
      ...more,
    }),
    h("span", {}, text),
  );

function rules() {
  const { choices } = rest;
  return h(
    "section",
    { class: "panel", "aria-labelledby": "rules", "data-key": "rules" },
    h("h2", { id: "rules" }, t("rules")),
    radio(
      "printing",
      choices.editions.map((name) => [name, t(`printing_${name}`)]),
      plan.edition,
      (edition) =>
        change({
          edition,
          players: plan.players.map((player) => ({ ...player, wonder: "", side: "" })),
        }),
    ),
    h(
      "fieldset",
      { class: "radios" },
      h("legend", {}, t("sets")),
      choices.sets.map((name) =>
        tick(
          t(`set_${name}`),
          plan.sets.includes(name),
          (on) =>
            change({
              sets: choices.sets.filter((other) =>
                other === name ? on : plan.sets.includes(other),
              ),
            }),
          { disabled: name === "base" },
        ),
      ),
    ),
    radio(
      "variant",
      choices.variants.map((name) => [name, t(`variant_${name}`)]),
      plan.variant,
      changeVariant,
    ),
    h(
      "fieldset",
      { class: "radios" },
      h("legend", {}, t("rulings")),
      Object.entries(choices.rulings).map(([name, usual]) =>
        tick(t(`ruling_${name}`), plan.rulings[name] ?? usual[plan.edition], (on) =>
          change({ rulings: { ...plan.rulings, [name]: on } }),
        ),
      ),
    ),
  );
}

function changeVariant(variant) {
  const [least, most] = SEATS[variant];
  const found = plan.players.slice(0, most);
  while (found.length < least || (variant === "team" && found.length % 2))
    found.push({ name: `${t("player")} ${found.length + 1}`, wonder: "", side: "" });
  change({ variant, players: found });
}

function atTheTable() {
  return h(
    "section",
    { class: "panel", "aria-labelledby": "table", "data-key": "table" },
    h("h2", { id: "table" }, t("at_the_table")),
    radio(
      "mode",
      rest.choices.modes.map((name) => [name, t(`mode_${name}`)]),
      plan.mode,
      (mode) => change({ mode }),
    ),
    h(
      "label",
      { class: "slide" },
      h("span", {}, t("countdown")),
      h("input", {
        type: "range",
        min: 0,
        max: 10,
        step: 1,
        "data-value": plan.countdown,
        value: plan.countdown,
        onchange: (event) => change({ countdown: Number(event.target.value) }),
      }),
      h("b", { class: "number" }, `${plan.countdown} ${t("seconds")}`),
    ),
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
    refused ? h("p", { class: "pill bad wrong", role: "alert" }, icon("warning"), refused) : null,
    h(
      "div",
      { class: "ages" },
      groups.map((group) =>
        h(
          "section",
          { "data-key": `age-${group.age}` },
          h(
            "h3",
            {},
            group.text,
            h("span", { class: "hint" }, t("deck_total", { number: group.total })),
          ),
          h(
            "ul",
            {},
            [...group.cards]
              .sort((a, b) => COLORS.indexOf(a.color) - COLORS.indexOf(b.color))
              .map((card) =>
                h(
                  "li",
                  { "data-key": card.id },
                  hueDot(card.color),
                  h("span", { class: "grow" }, card.name),
                  card.drawn ? h("span", { class: "tag" }, icon("dice"), t("drawn_by_host")) : null,
                  h("b", { class: "number" }, `×${card.copies}`),
                ),
              ),
          ),
        ),
      ),
    ),
  );
}

function begin() {
  const go = async () => {
    try {
      if (rest.running) await ask(`/api/operator/abandon?lang=${lang}`, {});
      await ask(`/api/operator/new-game?lang=${lang}`, {});
      location.href = `/operator?lang=${lang}`;
    } catch (error) {
      tell(error.message, true);
    }
  };
  if (rest.running) sure(t("begin"), t("running_game"), go);
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
        button("play", t("begin"), begin, "main large", { disabled: Boolean(refused) }),
      ),
    ),
  );
  // What was saved is what stands on the page, except where somebody is typing.
  for (const input of root.querySelectorAll("[data-value]"))
    if (input !== document.activeElement) input.value = input.dataset.value;
  for (const input of root.querySelectorAll("[data-checked]"))
    input.checked = input.dataset.checked === "true";
  for (const chosen of root.querySelectorAll("option[selected]")) chosen.selected = true;
}

ask(`/api/setup/plan?lang=${lang}`).then(load, (error) => tell(error.message, true));
