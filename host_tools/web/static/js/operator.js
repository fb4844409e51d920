// The operator's page: how the seats fare, and everything that puts a mistake right.

import { pill } from "./city.js";
import { h, icon, once, render } from "./dom.js";
import { ask, listen } from "./live.js";
import { bar, button, closeDialog, openDialog, sure, tell } from "./office.js";
import { leftOf, rightOf } from "./model.js";
import { mark } from "./parts.js";
import { lang } from "./prefs.js";
import { AGES, coinsText, t } from "./strings.js";

const root = document.querySelector("#office");
const offline = h("p", { class: "offline", role: "status", hidden: true }, t("offline"));
document.body.append(offline);
let view = null;
let health = null;

const show = once(draw);

async function act(what, body = {}) {
  try {
    const found = await ask(`/api/operator/${what}?lang=${lang}`, body);
    tell(t("sent"));
    return found;
  } catch (error) {
    tell(error.message, true);
    return null;
  }
}

// The game

function game() {
  const over = ["over", "abandoned", "none"].includes(view.phase);
  return h(
    "section",
    { class: "panel", "aria-labelledby": "game", "data-key": "game" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "game" }, t("actions")),
      h(
        "p",
        { class: "hint" },
        over
          ? view.phase_text
          : `${t("age", { age: AGES[view.age] })} · ${view.turn ? t("turn", { turn: view.turn, turns: view.turns }) : t("leader_turn")} · ${view.phase_text}`,
      ),
    ),
    view.trouble
      ? h(
          "p",
          { class: "pill bad", role: "alert" },
          icon("warning"),
          `${t("trouble")}: ${view.trouble}`,
        )
      : null,
    view.missing?.length
      ? h("p", {}, `${t("waiting_for")} `, h("b", {}, view.missing.join(", ")))
      : null,
    h(
      "div",
      { class: "row" },
      view.paused
        ? button("play", t("resume"), () => act("resume"), "main", { disabled: over })
        : button("pause", t("pause"), () => act("pause"), "", { disabled: over }),
      button("undo", t("undo"), () => sure(t("undo"), t("sure_undo"), () => act("undo"))),
      button("edit", t("correct"), correct, "", { disabled: !health.last_turn.length }),
      health.audit
        ? button("audit", t("audit_end"), endAudit, "main")
        : button("audit", t("audit_begin"), () => act("audit/begin"), "", { disabled: over }),
      h(
        "a",
        { class: "button", href: "/api/operator/export", download: "wondertable.jsonl" },
        icon("download"),
        t("export"),
      ),
      button("hourglass", t("other_games"), otherGames),
      view.chances
        ? button("dice", t("chances_off"), () => act("chances", { on: false }), "main")
        : button("dice", t("chances_on"), () => act("chances", { on: true }), "", {
            disabled: over,
          }),
      over
        ? h("a", { class: "button main", href: `/setup?lang=${lang}` }, icon("play"), t("new_game"))
        : button(
            "void",
            t("abandon"),
            () => sure(t("abandon"), t("sure_abandon"), () => act("abandon")),
            "bad",
          ),
    ),
    view.chances
      ? h(
          "p",
          { class: "hint" },
          `${t("chance_title")} ${t("chance_games", view.chances)} ${view.chances.restarts ? t("chance_restarts", view.chances) : ""}`,
        )
      : null,
    health.audit
      ? h(
          "p",
          { class: "pill wait" },
          icon("audit"),
          `${t("audit_running")} ${t("done_seats", { number: health.audit.done.length, all: health.seats.length })}`,
        )
      : null,
  );
}

async function endAudit() {
  const found = await act("audit/end");
  if (found)
    openDialog(
      t("audit_end"),
      found.report.length
        ? h(
            "ul",
            { class: "report" },
            found.report.map((text) => h("li", {}, text)),
          )
        : h("p", {}, t("audit_ok")),
    );
}

async function otherGames() {
  const found = await act("games");
  if (!found) return;
  const running = !["over", "abandoned", "none"].includes(view.phase);
  openDialog(
    t("other_games"),
    found.games.length
      ? [
          running ? h("p", { class: "hint" }, t("put_aside")) : null,
          found.games.map(({ game, begun, players }) =>
            h(
              "section",
              { class: "turn" },
              h(
                "h3",
                {},
                `${t("game_name", { name: game })} · ${new Date(begun * 1000).toLocaleString(lang, { dateStyle: "medium", timeStyle: "short" })}`,
              ),
              h("p", {}, players.join(", ")),
              h(
                "div",
                { class: "row" },
                button(
                  "play",
                  t("resume"),
                  () => {
                    closeDialog();
                    act("take-up", { game });
                  },
                  "small",
                ),
              ),
            ),
          ),
        ]
      : h("p", {}, t("no_other_games")),
  );
}

function correct() {
  openDialog(
    t("correct"),
    h("p", { class: "hint" }, t("correct_text")),
    health.last_turn.map((turn) =>
      h(
        "section",
        { class: "turn" },
        h("h3", {}, mark(turn.seat), `${turn.player}: ${turn.name} · ${t(turn.action)}`),
        h(
          "div",
          { class: "row" },
          turn.choices.map((move) =>
            h(
              "button",
              {
                type: "button",
                class: "button",
                onclick: () => {
                  closeDialog();
                  act("correct", {
                    seat: turn.seat,
                    action: move.action,
                    way: move.way,
                    free: move.free,
                  });
                },
              },
              icon(move.action),
              t(move.action),
              h("span", { class: "hint" }, price(turn.seat, move)),
            ),
          ),
        ),
      ),
    ),
  );
}

function price(seat, { action, way, free }) {
  if (action === "sell") return "+3";
  if (free) return t(free === "chain" ? "chain" : "for_free");
  const names = [
    view.seats[leftOf(view, seat)].player,
    view.seats[rightOf(view, seat)].player,
    t("bank"),
  ];
  return (
    way
      .map((coins, at) => coins && `${coinsText(coins)} → ${names[at]}`)
      .filter(Boolean)
      .join(", ") || t("pay_nothing")
  );
}

// The seats

function seats() {
  const heads = ["player", "link", "board", "firmware", "reader", "noise", "resets"];
  return h(
    "section",
    { class: "panel", "aria-labelledby": "seats", "data-key": "seats" },
    h("h2", { id: "seats" }, t("health")),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "seats" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((name) => h("th", { scope: "col" }, t(name))),
            h("td", {}),
          ),
        ),
        h("tbody", {}, health.seats.map(row)),
      ),
    ),
  );
}

function row(seat) {
  const shown = view.seats[seat.seat];
  return h(
    "tr",
    { "data-key": `seat-${seat.seat}` },
    h("th", { scope: "row" }, h("span", { class: "named" }, mark(seat.seat), seat.player)),
    h("td", {}, link(seat)),
    h("td", {}, seat.board ? h("code", {}, seat.board) : t("no_board")),
    h("td", {}, seat.firmware || "–"),
    h("td", {}, seat.reader || "–"),
    h("td", { class: "number" }, seat.noise),
    h("td", { class: "number" }, seat.resets),
    h(
      "td",
      { class: "tools" },
      button("qr", t("qr"), () => code(seat.seat, seat.player), "small"),
      button("plug", t("replace"), () => replace(seat), "small"),
      button(
        "void",
        t("void_commit"),
        () =>
          sure(t("void_commit"), t("sure_void", { player: seat.player }), () =>
            act("void", { seat: seat.seat }),
          ),
        "small",
        { disabled: !shown?.committed && !shown?.revealed },
      ),
    ),
  );
}

function link(seat) {
  if (!seat.board) return pill("plain", "phone", t("page_only"));
  if (seat.connected)
    return pill(
      "good",
      "plug",
      seat.latency_ms === null
        ? t("connected")
        : `${t("connected")} · ${t("latency", { ms: Math.round(seat.latency_ms) })}`,
    );
  return pill("bad", "unplugged", t("silent"));
}

function replace(seat) {
  const boards = [...new Set([seat.board, ...health.free_boards])].filter(Boolean);
  openDialog(
    `${t("replace")}: ${seat.player}`,
    h("p", {}, t("by_which")),
    h(
      "div",
      { class: "row" },
      ["", ...boards].map((board) =>
        h(
          "button",
          {
            type: "button",
            class: `button ${board === seat.board ? "main" : ""}`,
            onclick: () => {
              closeDialog();
              act("replace", { seat: seat.seat, board });
            },
          },
          icon(board ? "plug" : "phone"),
          board || t("its_page"),
        ),
      ),
    ),
  );
}

async function code(seat, player) {
  const found = await act("token", { seat });
  if (!found) return;
  const drawn = new DOMParser().parseFromString(found.qr, "image/svg+xml").documentElement;
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", t("qr"));
  drawn.classList.add("qr");
  openDialog(
    t("qr_title", { player }),
    h("p", {}, t("qr_text")),
    h("div", { class: "code", "data-key": found.url }, document.importNode(drawn, true)),
    h(
      "p",
      { class: "hint" },
      h("a", { href: found.url, target: "_blank", rel: "noopener" }, t("open_here")),
    ),
  );
}

// What happened

function log() {
  const notices = [...health.notices].reverse().slice(0, 12);
  return h(
    "section",
    { class: "panel", "aria-labelledby": "notices", "data-key": "log" },
    h("h2", { id: "notices" }, t("notices")),
    notices.length
      ? h(
          "ul",
          { class: "notices" },
          notices.map((notice) =>
            h(
              "li",
              {},
              h("time", {}, new Date(notice.at * 1000).toLocaleTimeString(lang)),
              h("span", {}, notice.board ? h("code", {}, notice.board) : null, ` ${notice.text}`),
            ),
          ),
        )
      : h("p", { class: "hint" }, t("no_notices")),
    view.log?.some(Boolean)
      ? [
          h("h3", {}, t("log")),
          h(
            "ul",
            { class: "notices" },
            view.log.filter(Boolean).map((text) => h("li", {}, icon("edit"), h("span", {}, text))),
          ),
        ]
      : null,
  );
}

function draw() {
  if (!view || !health) return;
  document.body.dataset.phase = view.phase;
  render(
    root,
    bar("operator", show),
    h("main", { class: "desk", id: "main" }, game(), seats(), log()),
  );
}

listen(
  `/operator/events?lang=${lang}`,
  {
    view: (found) => {
      view = found;
      show();
    },
    health: (found) => {
      health = found;
      show();
    },
  },
  (linked) => {
    offline.hidden = linked;
  },
);
