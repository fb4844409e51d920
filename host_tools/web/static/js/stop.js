// What holds the table up: a pause, an audit, a call for an undo, a seat that is away or lays again.

import { h, icon } from "./dom.js";
import { mark, undoCalled } from "./parts.js";
import { t } from "./strings.js";

/**
 * @typedef {import("./dom.js").Child} Child
 * @typedef {import("./model.js").Stop} Stop
 * @typedef {{ sign: string, seats: (view: GameView) => SeatView[], now: (view: GameView) => string }} Shown
 *   a sign, the seats that are meant, and what is going on; what to do is a text of its own
 */

const nobody = () => [];

/** @type {Record<Stop, Shown>} */
const STOPS = {
  paused: {
    sign: "pause",
    seats: nobody,
    now: (view) => view.pause_reason || t("paused_text"),
  },
  audit: {
    sign: "audit",
    seats: (view) =>
      view.seats.filter(({ seat, free_city }) => !free_city && !view.audit?.includes(seat)),
    now: () => t("stop_audit"),
  },
  undo: { sign: "undo", seats: nobody, now: undoCalled },
  away: {
    sign: "unplugged",
    seats: (view) => view.seats.filter((seat) => seat.connected === false && seat.waited_for),
    now: () => t("stop_away"),
  },
  again: {
    sign: "undo",
    seats: (view) => view.seats.filter((seat) => seat.again),
    now: () => t("stop_again"),
  },
};

/**
 * What is going on, who is meant, and what to do now.
 * @type {(view: GameView, stop: Stop) => Child}
 */
export function stopScene(view, stop) {
  const { sign, seats, now } = STOPS[stop];
  return [
    h("span", { class: "sign", "data-key": "sign" }, icon(sign)),
    h("h2", { "data-key": "title" }, t(`stop_title_${stop}`)),
    h("p", { class: "now", "data-key": "now" }, now(view)),
    signs(seats(view)),
    h("p", { class: "lead", "data-key": "do" }, t(`stop_do_${stop}`)),
  ];
}

/** @param {SeatView[]} seats */
const signs = (seats) =>
  seats.length
    ? h(
        "p",
        { class: "missing", "data-key": "meant" },
        seats.map(({ seat, player }) =>
          h(
            "span",
            { class: "pill wait", "data-key": `s${seat}`, title: player },
            mark(seat),
            h(seats.length > 1 ? "span" : "b", { class: seats.length > 1 ? "sr" : "" }, player),
          ),
        ),
      )
    : null;
