// What the organiser does on the venue's page: draw, begin and close rounds, enter results, people.

import { tool } from "./bar.js";
import { h } from "./dom.js";
import { ask, messageOf } from "./live.js";
import { button, closeDialog, openDialog, sure, tell } from "./office.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

/** @typedef {import("./dom.js").Child} Child */
/** @typedef {Record<string, FormDataEntryValue>} Values */

const SIZES = [3, 4, 5, 6, 7];
const MORE_SETS = ["leaders", "cities", "wonder_pack", "promo_guilds"];

/** @type {(what: string, body: object) => Promise<void>} */
async function act(what, body) {
  try {
    await ask(`/api/organiser/${what}?lang=${lang}`, body);
    tell(t("sent"));
  } catch (error) {
    tell(messageOf(error), true);
  }
}

/** @param {TournamentView} tournament */
export function tools(tournament) {
  const { rounds, state, pairings, players } = tournament;
  const open = rounds > 0 && state !== "closed";
  const missing = pairings.filter((pair) => !pair.lines.length).map((pair) => pair.table);
  const played = missing.length < pairings.length;
  const next = rounds + 1;
  return h(
    "div",
    { class: "row", "data-key": "tools" },
    open && state === "drawn"
      ? button("play", t("begin_round"), () => act("begin", { round: rounds }), "main")
      : null,
    open
      ? button(
          "check",
          t("close_round"),
          () => close(rounds, missing),
          missing.length ? "" : "main",
        )
      : null,
    open
      ? button("dice", t("redraw_round"), () => drawing("redraw", rounds, tournament), "", played)
      : button(
          "dice",
          t("draw_round", { number: next }),
          () => drawing("draw", next, tournament),
          "main",
        ),
    button("plus", t("add_player"), add),
    button("close", t("drop_player"), () => drop(players), "", !players.length),
  );
}

/** @type {(round: number, missing: string[]) => void} */
const close = (round, missing) =>
  sure(
    t("close_round"),
    missing.length ? t("sure_close", { tables: missing.join(", ") }) : t("all_results"),
    () => act("close", { round, without: missing }),
  );

// Forms

/** @type {(title: string, text: string, verb: string, save: (values: Values, form: FormData) => void, ...rows: Child[]) => void} */
function form(title, text, verb, save, ...rows) {
  openDialog(
    title,
    text ? h("p", {}, text) : null,
    h(
      "form",
      {
        class: "stack",
        onsubmit: (event) => {
          event.preventDefault();
          const data = new FormData(/** @type {HTMLFormElement} */ (event.currentTarget));
          closeDialog();
          save(Object.fromEntries(data), data);
        },
      },
      rows,
      h("div", { class: "row end" }, h("button", { class: "button main" }, verb)),
    ),
  );
}

/** @type {(label: string, control: Child) => HTMLElement} */
const row = (label, control) => h("label", { class: "asked" }, h("span", {}, label), control);

/** @type {(name: string, value: number, least: number, most: number, label?: string) => HTMLElement} */
const number = (name, value, least, most, label = "") =>
  h("input", {
    type: "number",
    name,
    value: Number.isNaN(value) ? null : value,
    min: least,
    max: most,
    required: true,
    "aria-label": label || null,
  });

/** @type {(name: string, value: string, options: (readonly [string, string])[]) => HTMLElement} */
const select = (name, value, options) =>
  h(
    "select",
    { name },
    options.map(([key, text]) => h("option", { value: key, selected: key === value }, text)),
  );

/** @type {(what: "draw" | "redraw", round: number, tournament: TournamentView) => void} */
function drawing(what, round, { options }) {
  const title = what === "draw" ? t("draw_round", { number: round }) : t("redraw_round");
  form(
    title,
    what === "redraw" ? t("sure_redraw") : "",
    title,
    (values, data) =>
      act(what, {
        round,
        size: Number(values.size),
        first: Number(values.first),
        wonders: values.wonders,
        edition: values.edition,
        variant: values.variant,
        sets: ["base", ...data.getAll("sets")],
      }),
    row(
      t("table_size"),
      select(
        "size",
        `${options.size}`,
        SIZES.map((size) => [`${size}`, `${size}`]),
      ),
    ),
    row(t("first_table"), number("first", options.first, 0, 9999)),
    row(
      t("wonders_word"),
      select("wonders", options.wonders, [
        ["drawn", t("wonders_drawn")],
        ["free", t("wonders_free")],
      ]),
    ),
    row(
      t("printing"),
      select("edition", options.edition, [
        ["1e", t("printing_1e")],
        ["2e", t("printing_2e")],
      ]),
    ),
    row(
      t("variant"),
      select("variant", options.variant, [
        ["standard", t("variant_standard")],
        ["team", t("variant_team")],
      ]),
    ),
    h(
      "fieldset",
      { class: "radios" },
      h("legend", {}, t("sets")),
      MORE_SETS.map((name) =>
        h(
          "label",
          { class: "tick" },
          h("input", {
            type: "checkbox",
            name: "sets",
            value: name,
            checked: options.sets.includes(name),
          }),
          t(`set_${name}`),
        ),
      ),
    ),
  );
}

/**
 * The button that enters the result of a table that has failed, or corrects one.
 * @type {(round: number, pair: PairingView) => HTMLElement}
 */
export const resultButton = (round, pair) =>
  tool("edit", `${t("enter_result")}: ${t("table_name", { name: pair.table })}`, () =>
    result(round, pair),
  );

/** @type {(round: number, pair: PairingView) => void} */
function result(round, { table, players, by_hand: byHand, lines }) {
  const known = new Map(lines.map((line) => [line.player, line]));
  form(
    t("table_name", { name: table }),
    t("result_text"),
    t("save"),
    (values) =>
      act("score", {
        round,
        table,
        scores: players.map((player, seat) => ({
          player,
          points: Number(values[`points${seat}`]),
          coins: Number(values[`coins${seat}`]),
        })),
      }),
    h(
      "div",
      { class: "scores" },
      h("b", {}, t("player")),
      h("b", {}, t("points_word")),
      h("b", {}, t("coins")),
      players.map((player, seat) => {
        const line = known.get(player);
        return [
          h("span", {}, player),
          number(
            `points${seat}`,
            line?.points ?? NaN,
            -9999,
            9999,
            `${player}: ${t("points_word")}`,
          ),
          number(`coins${seat}`, line?.coins ?? NaN, 0, 9999, `${player}: ${t("coins")}`),
        ];
      }),
    ),
    byHand
      ? button("undo", t("own_result"), () => {
          closeDialog();
          act("score", { round, table, scores: [] });
        })
      : null,
  );
}

const add = () =>
  form(
    t("add_player"),
    t("from_next_round"),
    t("add_player"),
    ({ name }) => act("add", { name }),
    row(t("name"), h("input", { type: "text", name: "name", required: true, maxlength: 24 })),
  );

/** @param {string[]} players */
const drop = (players) =>
  form(
    t("drop_player"),
    t("from_next_round"),
    t("drop_player"),
    ({ name }) => act("drop", { name }),
    row(
      t("player"),
      select(
        "name",
        players[0],
        players.map((name) => [name, name]),
      ),
    ),
  );
