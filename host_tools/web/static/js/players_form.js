// The players on the set-up page: their names, wonders and sides, in the order of the seats.

import { h, icon } from "./dom.js";
import { select } from "./fields.js";
import { button } from "./office.js";
import { mark } from "./parts.js";
import {
  change,
  changePlayer,
  drawWonders,
  fault,
  marked,
  numbers,
  played,
  setup,
} from "./plan.js";
import { t } from "./strings.js";

const OFFERED = 8; // names at a touch; all others are suggested while one types

export function playersForm() {
  const { plan } = setup;
  const full = plan.players.length >= Math.max(...numbers());
  const absent = away();
  return h(
    "section",
    { class: "panel", "aria-labelledby": "players", "data-key": "players" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "players" }, t("players")),
      button("dice", t("draw_now"), drawWonders, "small"),
    ),
    h(
      "datalist",
      { id: "known" },
      absent.map((name) => h("option", { value: name })),
    ),
    h("ol", { class: "players" }, plan.players.map(playerRow)),
    button("plus", t("add_player"), () => add(absent[0]), "", full),
    absent.length && !full ? before(absent.slice(0, OFFERED)) : null,
    h("p", { class: "hint" }, t("claim")),
  );
}

/** @param {string[]} names */
const before = (names) =>
  h(
    "div",
    { class: "row before", role: "group", "aria-label": t("known_players") },
    h("span", { class: "hint" }, t("known_players")),
    names.map((name) => button("plus", name, () => add(name), "small")),
  );

/** The known players who have no seat yet, who played last first. */
function away() {
  const seated = new Set(setup.plan.players.map(({ name }) => name.toLowerCase()));
  return setup.draft.known_players.filter((name) => !seated.has(name.toLowerCase()));
}

/** @param {string} [name] */
function add(name) {
  const { players } = setup.plan;
  change({ players: [...players, stranger(players.length, name)] });
}

/** @type {(seat: number, name?: string) => PlayerDraft} */
export const stranger = (seat, name) => ({
  name: name ?? `${t("player")} ${seat + 1}`,
  wonder: "",
  side: "",
});

/** @type {(player: PlayerDraft, seat: number) => HTMLElement} */
function playerRow(player, seat) {
  const { plan, draft } = setup;
  const label = `${t("seat")} ${seat + 1}`;
  return h(
    "li",
    { "data-key": `player-${seat}` },
    mark(seat),
    h("input", {
      ...marked(`name-${seat}`),
      type: "text",
      "data-value": player.name,
      value: player.name,
      list: "known",
      autocomplete: "off",
      maxlength: draft.choices.name_max,
      "aria-label": `${label}: ${t("name")}`,
      onchange: (event) => changePlayer(seat, { name: event.target.value }),
    }),
    board(player, seat, label),
    small("defeat", `${t("move_up")}: ${player.name}`, seat === 0, () => moveUp(seat)),
    small(
      "close",
      `${t("remove")}: ${player.name}`,
      plan.players.length <= Math.min(...numbers()),
      () => change({ players: plan.players.filter((_, index) => index !== seat) }),
    ),
    fault(`name-${seat}`),
    fault(`wonder-${seat}`),
  );
}

/** @type {(player: PlayerDraft, seat: number, label: string) => HTMLElement} */
function board(player, seat, label) {
  const { edition } = setup.plan;
  const { boards, sides } = setup.draft.choices;
  const all = boards[edition].filter(({ sets }) => played(sets));
  const wonders = new Map(all.map(({ id, name }) => [id, name]));
  const fits = sides[edition].filter((side) =>
    all.some((found) => found.side === side && (found.id === player.wonder || !player.wonder)),
  );
  return h(
    "div",
    { class: "wonder" },
    select(
      `wonder-${seat}`,
      `${label}: ${t("wonder_board")}`,
      [["", t("drawn")], ...wonders],
      player.wonder,
      (wonder) => changePlayer(seat, { wonder, side: "" }),
    ),
    select(
      `side-${seat}`,
      `${label}: ${t("side")}`,
      [
        ["", t("either_side")],
        ...fits.map((side) => /** @type {const} */ ([side, t(`card.side.${side}`)])),
      ],
      player.side,
      (side) => changePlayer(seat, { side }),
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
  const moved = [...setup.plan.players];
  [moved[seat - 1], moved[seat]] = [moved[seat], moved[seat - 1]];
  change({ players: moved });
}
