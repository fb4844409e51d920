// The venue's page: every table at a glance, the round that is played, and the standings.

import { h, icon, once, render } from "./dom.js";
import { listen } from "./live.js";
import { isDark, lang, otherLanguage, setTheme } from "./prefs.js";
import { AGES, t } from "./strings.js";

const root = document.querySelector("#venue");
const offline = h("p", { class: "offline", role: "status", hidden: true }, t("offline"));
document.body.append(offline);
const CLOSE = 24; // more tables than this stand close together
let view = null;
let tournament = null;

const show = once(draw);

// Tables

const sort = (table) => {
  if (!table.online) return "off";
  if (table.doubled || table.trouble || table.seats.some((seat) => seat.lost)) return "odd";
  if (["none", "abandoned"].includes(table.phase)) return "idle";
  return table.phase === "over" ? "ended" : "going";
};

function when(table) {
  if (["none", "abandoned", "over"].includes(table.phase)) return table.phase_text;
  return `${AGES[table.age]} · ${table.turn ? `${table.turn}/${table.turns}` : t("leaders")}`;
}

function trouble(table) {
  if (!table.online) return pill("bad", "unplugged", t("table_away"));
  if (table.doubled) return pill("bad", "warning", t("table_doubled"));
  if (table.trouble) return pill("bad", "warning", t("trouble"));
  const lost = table.seats.filter((seat) => seat.lost).map((seat) => seat.player);
  if (lost.length) return pill("bad", "unplugged", t("lost_seats", { players: lost.join(", ") }));
  if (table.paused) return pill("plain", "pause", t("paused"));
  return null;
}

const pill = (kind, sign, text) =>
  h("p", { class: `pill ${kind}`, title: text }, icon(sign), h("span", {}, text));

function spot(table, dense) {
  const seats = [...table.seats].sort(
    (a, b) => (a.rank ?? 9) - (b.rank ?? 9) || b.points - a.points,
  );
  const best = seats[0]?.points;
  const wrong = trouble(table);
  const waits = table.missing.length
    ? h("p", { title: table.missing.join(", ") }, `${t("waiting_for")} ${table.missing.join(", ")}`)
    : h("p", {}, table.phase_text);
  return h(
    "article",
    { class: `spot ${sort(table)}`, "data-key": `table-${table.name}` },
    h("header", {}, h("h3", {}, table.name), h("span", { class: "when" }, when(table))),
    dense
      ? h(
          "p",
          { class: "best" },
          h("span", {}, seats[0]?.player ?? "–"),
          h("b", { class: "number" }, best),
        )
      : h(
          "ol",
          {},
          seats.map((seat) =>
            h(
              "li",
              { class: seat.points === best ? "first" : null },
              h("span", {}, seat.player),
              h("span", { class: "number" }, seat.points),
            ),
          ),
        ),
    wrong ?? (["over", "none", "abandoned"].includes(table.phase) ? null : waits),
  );
}

function hall() {
  const dense = view.tables.length > CLOSE;
  const count = (wanted) => view.tables.filter((table) => wanted.includes(sort(table))).length;
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
        h(
          "span",
          { class: "pill wait" },
          icon("play"),
          t("tables_going", { number: count(["going"]) }),
        ),
        h(
          "span",
          { class: "pill good" },
          icon("check"),
          t("tables_ended", { number: count(["ended"]) }),
        ),
        h(
          "span",
          { class: `pill ${count(["off", "odd"]) ? "bad" : "plain"}` },
          icon("warning"),
          t("tables_odd", { number: count(["off", "odd"]) }),
        ),
      ),
    ),
    view.trouble
      ? h("p", { class: "pill bad", role: "alert" }, icon("warning"), view.trouble)
      : null,
    view.tables.length
      ? h(
          "div",
          { class: `hall${dense ? " dense" : ""}` },
          view.tables.map((table) => spot(table, dense)),
        )
      : h("p", { class: "hint" }, t("no_tables")),
  );
}

// The tournament

function round() {
  if (!tournament.rounds) return null;
  const done = tournament.pairings.filter((pair) => pair.lines.length).length;
  return h(
    "section",
    { class: "panel", "aria-labelledby": "round", "data-key": "round" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "round" }, t("round", { number: tournament.rounds })),
      h("p", { class: "hint" }, t("round_done", { number: done, all: tournament.pairings.length })),
    ),
    h(
      "div",
      { class: "long", tabindex: "0", role: "group", "aria-labelledby": "round" },
      h(
        "ol",
        { class: "pairs" },
        tournament.pairings.map((pair) =>
          h(
            "li",
            { "data-key": `pair-${pair.table}` },
            h("b", {}, pair.table),
            h(
              "span",
              {},
              pair.lines.length
                ? pair.lines.map((line) => `${line.rank}. ${line.player} ${line.points}`).join(", ")
                : pair.players.join(", "),
            ),
            pair.by_hand
              ? h("span", { class: "hint" }, t("by_hand"))
              : pair.lines.length
                ? icon("check", t("over_word"))
                : null,
          ),
        ),
      ),
    ),
    tournament.strays.length
      ? h(
          "p",
          { class: "pill bad" },
          icon("warning"),
          t("strays", { number: tournament.strays.length }),
        )
      : null,
  );
}

function standings() {
  const heads = ["games", "worth", "points_word", "coins"];
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
      ? h(
          "div",
          { class: "long", tabindex: "0", role: "group", "aria-labelledby": "standings" },
          h(
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
            h(
              "tbody",
              {},
              tournament.standings.map((row) =>
                h(
                  "tr",
                  { "data-key": `player-${row.player}` },
                  h("td", { class: "number" }, row.rank),
                  h("th", { scope: "row" }, row.player),
                  h("td", { class: "number" }, row.games),
                  h(
                    "td",
                    { class: "number" },
                    row.worth.toLocaleString(lang, { minimumFractionDigits: 2 }),
                  ),
                  h("td", { class: "number" }, row.points),
                  h("td", { class: "number" }, row.coins),
                ),
              ),
            ),
          ),
        )
      : h("p", { class: "hint" }, t("no_results")),
    h("p", { class: "hint" }, t("worth_text")),
  );
}

function bar() {
  return h(
    "header",
    { class: "bar", "data-key": "bar" },
    h("h1", {}, t("venue")),
    h(
      "nav",
      { "aria-label": t("title") },
      h(
        "button",
        {
          type: "button",
          class: "button quiet round",
          "aria-label": t(isDark() ? "light" : "dark"),
          onclick: () => {
            setTheme(isDark() ? "light" : "dark");
            show();
          },
        },
        icon(isDark() ? "sun" : "moon"),
      ),
      h(
        "a",
        { class: "button quiet", href: otherLanguage(), lang: lang === "fr" ? "en" : "fr" },
        t("language"),
      ),
    ),
  );
}

function draw() {
  if (!view || !tournament) return;
  render(
    root,
    bar(),
    h(
      "main",
      { class: "desk", id: "main" },
      hall(),
      h("div", { class: "aside" }, round(), standings()),
    ),
  );
}

listen(
  `/events?lang=${lang}`,
  {
    view: (found) => {
      view = found;
      show();
    },
    tournament: (found) => {
      tournament = found;
      show();
    },
  },
  (linked) => {
    offline.hidden = linked;
  },
);
