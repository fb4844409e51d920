// The operator's page: how the seats are, and everything that puts a mistake right.

import { h, icon, once, render } from "./dom.js";
import { ask, messageOf, watch } from "./live.js";
import { hasEnded } from "./model.js";
import { bar, button, choice, openDialog, sure, tell } from "./office.js";
import {
  actionText,
  alertPill,
  hueDot,
  mark,
  moveText,
  pill,
  undoCalled,
  whenText,
} from "./parts.js";
import { lang } from "./prefs.js";
import { priceText } from "./price.js";
import { t } from "./strings.js";

/** @typedef {import("./dom.js").Child} Child */

const NOTICES = 12;
const root = /** @type {Element} */ (document.querySelector("#office"));
/** @type {GameView | NoGameView} */
let view;
/** @type {HealthView} */
let health;
/** @type {DevicesView} */
let devices;

const show = once(draw);

/** @type {(what: string, body?: object) => Promise<any>} */
async function act(what, body = {}) {
  try {
    const answer = await ask(`/api/operator/${what}?lang=${lang}`, body);
    tell(t("sent"));
    return answer;
  } catch (error) {
    tell(messageOf(error), true);
    return null;
  }
}

// The game

function game() {
  const running = view.phase === "none" ? null : view;
  const over = !running || hasEnded(view);
  return h(
    "section",
    { class: "panel", "aria-labelledby": "game", "data-key": "game" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "game" }, t("actions")),
      h("p", { class: "hint" }, over ? view.phase_text : `${whenText(view)} · ${view.phase_text}`),
    ),
    running?.pause_reason ? alertPill(running.pause_reason) : null,
    running && undoCalled(running) ? alertPill(undoCalled(running)) : null,
    running?.trouble ? alertPill(`${t("trouble")}: ${running.trouble}`) : null,
    running?.missing.length
      ? h("p", {}, `${t("waiting_for")} `, h("b", {}, running.missing.join(", ")))
      : null,
    h("div", { class: "row" }, actions(running, over)),
    running?.chances ? h("p", { class: "hint" }, chancesText(running.chances)) : null,
    health.audit ? h("p", { class: "pill wait" }, icon("audit"), auditText(health.audit)) : null,
  );
}

/** @type {(running: GameView | null, over: boolean) => HTMLElement[]} */
function actions(running, over) {
  /** @type {(what: string, body?: object) => () => void} */
  const does = (what, body) => () => act(what, body);
  return [
    running?.paused
      ? button("play", t("resume"), does("resume"), "main", over)
      : button("pause", t("pause"), does("pause"), "", over),
    undoButton(running),
    button("edit", t("correct"), correct, "", !health.last_turn.length),
    health.audit
      ? button("audit", t("audit_end"), endAudit, "main")
      : button("audit", t("audit_begin"), does("audit/begin"), "", over),
    button("eye", t("pile"), () => sure(t("pile"), t("sure_pile"), lookAtPile), "", over),
    exportButton(over),
    button("hourglass", t("other_games"), otherGames),
    running?.chances
      ? button("dice", t("chances_off"), does("chances", { on: false }), "main")
      : button("dice", t("chances_on"), does("chances", { on: true }), "", over),
    over
      ? h("a", { class: "button main", href: `/setup?lang=${lang}` }, icon("play"), t("new_game"))
      : button(
          "void",
          t("abandon"),
          () => sure(t("abandon"), t("sure_abandon"), does("abandon")),
          "bad",
        ),
  ];
}

/**
 * Take back the turn that is on the screen now, however late the click arrives.
 * @param {GameView | null} running
 */
function undoButton(running) {
  const undo = running?.undo;
  const run = () => act("undo", { turn: undo?.turn });
  if (running && undoCalled(running)) return button("undo", t("agree"), run, "main");
  return button("undo", t("undo"), () => sure(t("undo"), t("sure_undo"), run), "", !undo);
}

/** @param {boolean} over */
function exportButton(over) {
  const save = () => location.assign("/api/operator/export");
  return button("download", t("export"), () =>
    over ? save() : sure(t("export"), t("sure_export"), save),
  );
}

async function lookAtPile() {
  /** @type {PileView | null} */
  const pile = await act("pile", { lang });
  if (!pile) return;
  const cards = pile.cards.map(({ color, name }) => h("li", {}, hueDot(color), name));
  openDialog(
    t("pile"),
    cards.length ? h("ul", { class: "pile" }, cards) : h("p", {}, t("pile_empty")),
  );
}

/** @param {ChancesView} chances */
function chancesText(chances) {
  const restarts = chances.restarts ? t("chance_restarts", chances) : "";
  return `${t("chance_title")} ${t("chance_games", chances)} ${restarts}`;
}

/** @param {AuditView} audit */
function auditText(audit) {
  const done = { number: audit.done.length, all: health.seats.length };
  return `${t("audit_running")} ${t("done_seats", done)}`;
}

async function endAudit() {
  /** @type {AuditReport | null} */
  const audit = await act("audit/end");
  if (!audit) return;
  const lines = audit.report.map((text) => h("li", {}, text));
  openDialog(
    t("audit_end"),
    lines.length ? h("ul", { class: "report" }, lines) : h("p", {}, t("audit_ok")),
  );
}

async function otherGames() {
  /** @type {LeftGames | null} */
  const left = await act("games");
  if (!left) return;
  if (!left.games.length) {
    openDialog(t("other_games"), h("p", {}, t("no_other_games")));
    return;
  }
  const running = view.phase !== "none" && !hasEnded(view);
  openDialog(
    t("other_games"),
    running ? h("p", { class: "hint" }, t("put_aside")) : null,
    left.games.map(otherGame),
  );
}

/** @param {LeftGame} left */
function otherGame({ game, begun, players }) {
  const when = new Date(begun * 1000).toLocaleString(lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return h(
    "section",
    { class: "turn" },
    h("h3", {}, `${t("game_name", { name: game })} · ${when}`),
    h("p", {}, players.join(", ")),
    h(
      "div",
      { class: "row" },
      choice([icon("play"), t("resume")], "small", () => act("take-up", { game })),
    ),
  );
}

function correct() {
  if (view.phase === "none") return;
  const now = view;
  openDialog(
    t("correct"),
    h("p", { class: "hint" }, t("correct_text")),
    health.last_turn.map((last) => correction(now, last)),
  );
}

/** @type {(view: GameView, last: LastMoveView) => HTMLElement} */
function correction(view, { seat, player, name, action, choices }) {
  return h(
    "section",
    { class: "turn" },
    h("h3", {}, mark(seat), `${player}: ${name || t("closed_card")} · ${actionText(view, action)}`),
    h(
      "div",
      { class: "row" },
      choices.map((move) =>
        choice(
          [
            icon(move.action),
            moveText(view, move),
            h(
              "span",
              { class: "hint" },
              move.coins.length ? priceText(view, seat, move) : t("cheapest"),
            ),
          ],
          "",
          () => act("correct", { seat, ...move }),
        ),
      ),
    ),
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

/** @param {SeatHealth} seat */
function row(seat) {
  const shown = view.seats[seat.seat];
  const open = view.phase === "declare" && shown?.waited_for;
  const voidCard = () =>
    sure(t("void_commit"), t("sure_void", { player: seat.player }), () =>
      act("void", { seat: seat.seat }),
    );
  return h(
    "tr",
    { "data-key": `seat-${seat.seat}` },
    h("th", { scope: "row" }, h("span", { class: "named" }, mark(seat.seat), seat.player)),
    h("td", {}, link(seat)),
    h("td", {}, seat.board ? boardName(seat.board) : t("no_board")),
    h("td", {}, seat.firmware || "–"),
    h("td", {}, seat.reader || "–"),
    h("td", { class: "number" }, seat.noise),
    h("td", { class: "number" }, seat.resets),
    h(
      "td",
      { class: "tools" },
      button("plug", t("replace"), () => replace(seat), "small"),
      button("void", t("void_commit"), voidCard, "small", !shown?.committed && !open),
    ),
  );
}

/**
 * The board of a seat; of one with several seats its last digits and the tray.
 * @param {string} board
 */
function boardName(board) {
  const [id, place] = board.split(".");
  const name = place === undefined ? id : `…${id.slice(-4)}`;
  const tray = place === undefined ? "" : ` ${t("tray", { number: Number(place) })}`;
  return h("span", { title: board }, h("code", {}, name), tray);
}

/** @param {SeatHealth} seat */
function link(seat) {
  if (!seat.board) return pill("plain", "phone", t("page_only"));
  if (!seat.connected) return pill("bad", "unplugged", t("silent"));
  const { latency_ms: ms } = seat;
  const latency = ms === null ? "" : ` · ${t("latency", { ms })}`;
  return pill("good", "plug", t("connected") + latency);
}

/** @param {SeatHealth} seat */
function replace(seat) {
  const boards = [...new Set([seat.board, ...health.free_boards])].filter(Boolean);
  openDialog(
    `${t("replace")}: ${seat.player}`,
    h("p", {}, t("by_which")),
    h(
      "div",
      { class: "row" },
      ["", ...boards].map((board) =>
        choice(
          [icon(board ? "plug" : "phone"), board ? boardName(board) : t("its_page")],
          board === seat.board ? "main" : "",
          () => act("replace", { seat: seat.seat, board }),
        ),
      ),
    ),
  );
}

// Who is logged in

function doors() {
  const all = () =>
    sure(t("log_out_all"), t("sure_log_out_all"), () => act("log-out", { who: "all" }));
  return h(
    "section",
    { class: "panel", "aria-labelledby": "doors", "data-key": "doors" },
    h(
      "div",
      { class: "head" },
      h("h2", { id: "doors" }, t("who_is_in")),
      h(
        "span",
        { class: "row end" },
        health.seats.length ? button("qr", t("all_codes"), allCodes, "small") : null,
        button("lock", t("log_out_all"), all, "small bad"),
      ),
    ),
    h(
      "ul",
      { class: "doors" },
      health.seats.map(({ seat, player }, index) =>
        door(seat, [mark(seat), player], t("qr_title", { player }), devices.seats[index] ?? 0),
      ),
      door("operator", [t("operator")], t("operator"), devices.operators),
    ),
  );
}

/** @type {(who: number | "operator", name: Child, title: string, number: number) => HTMLElement} */
function door(who, name, title, number) {
  const seat = who !== "operator";
  const text = t(seat ? "log_out" : "log_out_others");
  const out = () =>
    sure(text, t(seat ? "sure_log_out" : "sure_log_out_others"), () => act("log-out", { who }));
  return h(
    "li",
    { "data-key": `door-${who}` },
    h("b", { class: "named" }, name),
    h("span", { class: "hint" }, t("devices", { number })),
    h(
      "span",
      { class: "row end" },
      button("qr", t("qr"), () => code(who, title), "small"),
      button("void", text, out, "small"),
    ),
  );
}

/** @type {(seat: number | "operator", title: string) => Promise<void>} */
async function code(seat, title) {
  /** @type {LinkView | null} */
  const made = await act("token", { seat });
  if (!made) return;
  openDialog(
    title,
    h("p", {}, t("qr_text")),
    h("div", { class: "code", "data-key": made.url }, picture(made, t("qr"))),
    h(
      "p",
      { class: "hint" },
      h("a", { href: made.url, target: "_blank", rel: "noopener" }, t("open_here")),
    ),
  );
}

/** Show a code for every seat at once: the players of a new game scan theirs. */
async function allCodes() {
  const codes = [];
  for (const { seat, player } of health.seats) {
    /** @type {LinkView | null} */
    const made = await act("token", { seat });
    if (!made) return;
    codes.push(
      h("figure", { "data-key": made.url }, picture(made, player), h("figcaption", {}, player)),
    );
  }
  openDialog(t("all_codes"), h("p", {}, t("qr_text_all")), h("div", { class: "codes" }, codes));
}

/** @type {(made: LinkView, label: string) => Node} */
function picture(made, label) {
  const drawn = new DOMParser().parseFromString(made.qr, "image/svg+xml").documentElement;
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", label);
  drawn.classList.add("qr");
  return document.importNode(drawn, true);
}

// What happened

function log() {
  const notices = health.notices.slice(-NOTICES).reverse();
  const corrections = view.phase === "none" ? [] : view.log.filter(Boolean);
  return h(
    "section",
    { class: "panel", "aria-labelledby": "notices", "data-key": "log" },
    h("h2", { id: "notices" }, t("notices")),
    notices.length
      ? h("ul", { class: "notices" }, notices.map(noticeLine))
      : h("p", { class: "hint" }, t("no_notices")),
    corrections.length
      ? [
          h("h3", {}, t("log")),
          h(
            "ul",
            { class: "notices" },
            corrections.map((text) => h("li", {}, icon("edit"), h("span", {}, text))),
          ),
        ]
      : null,
  );
}

/** @param {NoticeView} notice */
const noticeLine = ({ at, board, player, text }) =>
  h(
    "li",
    {},
    h("time", {}, new Date(at * 1000).toLocaleTimeString(lang)),
    h("span", {}, player ? h("b", {}, player) : board ? boardName(board) : null, ` ${text}`),
  );

function draw() {
  if (!view || !health || !devices) return;
  document.body.dataset.phase = view.phase;
  render(
    root,
    bar("operator", show),
    h("main", { class: "desk", id: "main" }, game(), seats(), doors(), log()),
  );
}

watch(`/operator/events?lang=${lang}`, {
  view: (/** @type {GameView | NoGameView} */ found) => {
    view = found;
    show();
  },
  health: (/** @type {HealthView} */ found) => {
    health = found;
    show();
  },
  devices: (/** @type {DevicesView} */ found) => {
    devices = found;
    show();
  },
});
