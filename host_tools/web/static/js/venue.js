// The venue's page: every table at a glance, the round that is played, and the standings.

import { languageLinks, themeTool } from "./bar.js";
import { h, icon, once, render } from "./dom.js";
import { watch } from "./live.js";
import { resultButton, tools } from "./organiser.js";
import { alertPill, pill } from "./parts.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

/** @typedef {import("./dom.js").Child} Child */

const root = /** @type {Element} */ (document.querySelector("#venue"));
const CLOSE = 24; // more tables than this stand close together
const organises = document.body.hasAttribute("data-organiser");
const STATES = { drawn: "plain", begun: "wait", closed: "good" };
/** @type {VenueView} */
let view;
/** @type {TournamentView} */
let tournament;

const show = once(draw);

// Tables

/** @type {Record<string, [sign: string, text: string]>} */
const ALARMS = {
  away: ["unplugged", "table_away"],
  unreported: ["warning", "table_unreported"],
  doubled: ["warning", "table_doubled"],
  trouble: ["warning", "trouble"],
  lost: ["unplugged", "lost_seats"],
};

/** @param {{ phase: string }} table */
const plays = ({ phase }) => !["none", "abandoned", "over"].includes(phase);

/** @param {VenueTableView} table */
function when(table) {
  if (!plays(table)) return table.phase_text;
  const turn = table.turn ? `${table.turn}/${table.turns}` : t("leaders");
  return `${view.roman[table.age]} · ${turn}`;
}

/** @param {VenueTableView} table */
function remark(table) {
  if (table.alarm) {
    const [sign, text] = ALARMS[table.alarm];
    const lost = table.seats.filter((seat) => seat.lost).map((seat) => seat.player);
    return notice("bad", sign, t(text, { players: lost.join(", ") }));
  }
  if (table.status === "idle" && !table.online) return notice("plain", "unplugged", t("table_off"));
  if (table.status !== "playing") return null;
  return table.paused ? notice("plain", "pause", t("paused")) : waiting(table);
}

/** @type {(kind: string, sign: string, text: string) => HTMLElement} */
const notice = (kind, sign, text) =>
  h("p", { class: `pill ${kind}`, title: text }, icon(sign), h("span", {}, text));

/** @type {(table: VenueTableView, dense: boolean) => HTMLElement} */
function spot(table, dense) {
  const seats = [...table.seats].sort(
    (a, b) => (a.rank ?? 9) - (b.rank ?? 9) || b.points - a.points,
  );
  return h(
    "article",
    { class: `spot ${table.status}`, "data-key": `table-${table.name}` },
    h("header", {}, h("h3", {}, table.name), h("span", { class: "when" }, when(table))),
    dense
      ? h(
          "p",
          { class: "best" },
          h("span", {}, seats[0]?.player ?? "–"),
          h("b", { class: "number" }, seats[0]?.points),
        )
      : h(
          "ol",
          {},
          seats.map(({ player, points }) =>
            h(
              "li",
              { class: points === seats[0].points ? "first" : null },
              h("span", {}, player),
              h("span", { class: "number" }, points),
            ),
          ),
        ),
    remark(table),
  );
}

/** @param {VenueTableView} table */
function waiting({ missing, phase_text: phase }) {
  if (!missing.length) return h("p", {}, phase);
  const names = missing.join(", ");
  return h("p", { title: names }, `${t("waiting_for")} ${names}`);
}

function hall() {
  const dense = view.tables.length > CLOSE;
  /** @param {string} status */
  const count = (status) => view.tables.filter((table) => table.status === status).length;
  const alarms = count("alarm");
  return h(
    "section",
    { class: "stack", "aria-labelledby": "tables", "data-key": "hall" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "tables" }, t("tables", { number: view.tables.length })),
      h(
        "p",
        { class: "counts" },
        pill("wait", "play", t("tables_going", { number: count("playing") })),
        pill("good", "check", t("tables_ended", { number: count("finished") })),
        pill(alarms ? "bad" : "plain", "warning", t("tables_odd", { number: alarms })),
        view.refused
          ? h(
              "a",
              { href: "#refused" },
              pill("plain", "close", t("refused", { number: view.refused })),
            )
          : null,
      ),
    ),
    view.trouble ? alertPill(view.trouble) : null,
    view.tables.length
      ? h(
          "div",
          { class: `hall${dense ? " dense" : ""}` },
          view.tables.map((table) => spot(table, dense)),
        )
      : h("p", { class: "hint" }, t("no_tables")),
  );
}

// What was refused

function refused() {
  const { refused: number, last_refused: last } = view;
  if (!number) return null;
  return h(
    "section",
    { class: "panel", "aria-labelledby": "refused", "data-key": "refused" },
    h("h2", { id: "refused" }, t("refused", { number })),
    h("p", { class: "hint" }, t("refused_text")),
    h("ol", { class: "refused" }, last.map(refusal)),
  );
}

/** @param {RefusedView} refusal */
function refusal({ topic, why, at, times }) {
  const when = new Date(at).toLocaleTimeString(lang);
  return h(
    "li",
    { "data-key": `refused-${topic}-${why}` },
    h("span", { class: "hint" }, times > 1 ? `${when} · ${times}×` : when),
    h("b", {}, topic),
    h("span", {}, why),
  );
}

// The tournament

/** @type {(id: string, content: Child) => HTMLElement} */
const long = (id, content) =>
  h("div", { class: "long", tabindex: "0", role: "group", "aria-labelledby": id }, content);

function round() {
  const { rounds, pairings, strays, state } = tournament;
  if (!rounds) return organises ? firstRound() : null;
  const open = state !== "closed";
  const done = pairings.filter((pair) => pair.lines.length).length;
  return h(
    "section",
    { class: "panel", "aria-labelledby": "round", "data-key": "round" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "round" }, t("round", { number: rounds })),
      h("p", { class: "hint" }, t("round_done", { number: done, all: pairings.length })),
    ),
    h(
      "p",
      { class: "counts" },
      pill(STATES[/** @type {keyof typeof STATES} */ (state)], "table", t(`round_${state}`)),
      h("a", { href: `/round/${rounds}?lang=${lang}` }, t("print_round")),
    ),
    organises && view.seating_trouble
      ? alertPill(t("seating_trouble", { why: view.seating_trouble }))
      : null,
    organises ? tools(tournament) : null,
    open ? findTable() : null,
    long("round", h("ol", { class: "pairs" }, pairings.map(pairing))),
    strays.length
      ? h("p", { class: "pill bad" }, icon("warning"), t("strays", { number: strays.length }))
      : null,
  );
}

const firstRound = () =>
  h(
    "section",
    { class: "panel", "aria-labelledby": "round", "data-key": "round" },
    h("h2", { id: "round" }, t("rounds_word")),
    tools(tournament),
  );

const findTable = () =>
  h(
    "p",
    { class: "finds", "data-key": "finds" },
    h("img", { class: "qr", src: "/find.svg", alt: "" }),
    h("a", { href: `/find?lang=${lang}` }, t("find_table")),
  );

/** @param {PairingView} pair */
function pairing(pair) {
  const { table, players, by_hand: byHand, lines } = pair;
  const results = lines.map(({ rank, player, points }) => `${rank}. ${player} ${points}`);
  const finished = lines.length ? icon("check", t("over_word")) : null;
  return h(
    "li",
    { "data-key": `pair-${table}` },
    h("b", {}, table),
    h("span", {}, (lines.length ? results : players).join(", ")),
    byHand ? h("span", { class: "hint" }, t("by_hand")) : finished,
    organises ? resultButton(tournament.rounds, pair) : null,
  );
}

function standings() {
  return h(
    "section",
    { class: "panel", "aria-labelledby": "standings", "data-key": "standings" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "standings" }, t("standings")),
      h("a", { class: "hint", href: "/standings.csv", download: "standings.csv" }, "CSV"),
    ),
    tournament.standings.length
      ? long("standings", standingsTable())
      : h("p", { class: "hint" }, t("no_results")),
    h("p", { class: "hint" }, t("worth_text")),
  );
}

function standingsTable() {
  const heads = ["games", "worth", "points_word", "coins"];
  return h(
    "table",
    { class: "standings" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, "#"),
        h("th", { scope: "col" }, t("player")),
        heads.map((name) => h("th", { scope: "col", class: "number" }, t(name))),
      ),
    ),
    h("tbody", {}, tournament.standings.map(standingRow)),
  );
}

/** @param {StandingView} row */
function standingRow(row) {
  const worth = row.worth.toLocaleString(lang, { minimumFractionDigits: 2 });
  /** @param {Child} content */
  const cell = (content) => h("td", { class: "number" }, content);
  return h(
    "tr",
    { "data-key": `player-${row.player}` },
    cell(row.rank),
    h("th", { scope: "row" }, row.player),
    [row.games, worth, row.points, row.coins].map(cell),
  );
}

const bar = () =>
  h(
    "header",
    { class: "bar", "data-key": "bar" },
    h("h1", {}, t("venue")),
    h("nav", { "aria-label": t("title") }, themeTool(show), ...languageLinks()),
  );

function draw() {
  if (!view || !tournament) return;
  render(
    root,
    bar(),
    h(
      "main",
      { class: "desk", id: "main" },
      hall(),
      h("div", { class: "aside" }, round(), standings(), refused()),
    ),
  );
}

watch(`${organises ? "/organiser" : ""}/events?lang=${lang}`, {
  view: (/** @type {VenueView} */ found) => {
    view = found;
    show();
  },
  tournament: (/** @type {TournamentView} */ found) => {
    tournament = found;
    show();
  },
});
