// The seats on the operator's page: their readers, how well they work, and another one in place.

import { act, now, panel, running } from "./desk.js";
import { h, icon } from "./dom.js";
import { button, choice, liveDialog, sure } from "./office.js";
import { mark, pill } from "./parts.js";
import { t } from "./strings.js";

const FACTS = /** @type {const} */ (["board", "firmware", "reader", "noise", "resets"]);

export function seatsPanel() {
  const heads = ["player", "link", ...FACTS];
  if (!now.health.seats.length)
    return panel("seats", null, h("p", { class: "hint" }, t("why_no_game")));
  return panel(
    "seats",
    null,
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
      h("tbody", {}, now.health.seats.map(row)),
    ),
  );
}

/** @param {SeatHealth} seat */
function row(seat) {
  const shown = now.view.seats[seat.seat];
  const open = now.view.phase === "declare" && shown?.waited_for;
  const layAgain = () =>
    sure(
      t("void_commit"),
      t("sure_void", seat),
      () => act("void", { seat: seat.seat }, t("told_void", seat)),
      t("void_commit"),
    );
  return h(
    "tr",
    { "data-key": `seat-${seat.seat}`, class: seat.board ? null : "page-only" },
    h("th", { scope: "row" }, h("span", { class: "named" }, mark(seat.seat), seat.player)),
    h("td", {}, link(seat)),
    FACTS.map((name) => h("td", { class: "fact", "data-label": t(name) }, fact(seat, name))),
    h(
      "td",
      { class: "tools" },
      button("plug", t("replace"), () => replace(seat.seat), "small", !running()),
      button("void", t("void_commit"), layAgain, "small", !shown?.committed && !open),
    ),
  );
}

/** @type {(seat: SeatHealth, name: typeof FACTS[number]) => import("./dom.js").Child} */
function fact(seat, name) {
  if (!seat.board || seat[name] === "") return "–";
  return name === "board" ? boardName(seat.board) : seat[name];
}

/**
 * A board by its last digits, and the tray of one with several seats.
 * @param {string} board
 */
export function boardName(board) {
  const [id, place] = board.split(".");
  const tray = place === undefined ? "" : ` ${t("tray", { number: Number(place) })}`;
  return h("span", { title: board }, `…${id.slice(-4)}${tray}`);
}

/** @param {SeatHealth} seat */
function link(seat) {
  if (!seat.board) return pill("plain", "phone", t("page_only"));
  if (!seat.connected) return pill("bad", "unplugged", t("silent"));
  const { latency_ms: ms } = seat;
  const latency = ms === null ? "" : ` · ${t("latency", { ms })}`;
  return pill("good", "plug", t("connected") + latency);
}

/**
 * Choose what serves a seat; a reader that is plugged in meanwhile appears in the list.
 * @param {number} number
 */
function replace(number) {
  const find = () => now.health.seats.find(({ seat }) => seat === number);
  const { player } = /** @type {SeatHealth} */ (find());
  liveDialog(t("replace_title", { player }), () => {
    const current = find()?.board ?? "";
    const boards = new Set(["", current, ...now.health.free_boards]);
    return [
      h("p", {}, t("replace_text", { player })),
      h(
        "ul",
        { class: "serves" },
        [...boards].map((board) => server(number, player, board, board === current)),
      ),
      boards.size < 3 ? h("p", { class: "hint", role: "status" }, t("no_free_reader")) : null,
    ];
  });
}

/** @type {(seat: number, player: string, board: string, used: boolean) => HTMLElement} */
function server(seat, player, board, used) {
  const name = board ? [t("reader"), " ", boardName(board)] : t("its_page");
  const told = t(board ? "told_replace" : "told_page", { player });
  const control = choice([icon(board ? "plug" : "phone"), h("span", {}, name)], "", () =>
    act("replace", { seat, board }, told),
  );
  control.disabled = used;
  return h(
    "li",
    { "data-key": `board-${board}` },
    control,
    used ? h("span", { class: "hint" }, t("in_use")) : null,
  );
}
