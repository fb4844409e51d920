// The overlay for streaming software: transparent, with what its address asks for.
// layout=bar|corner|full, seat=1…8 (only that seat), delay=seconds (viewers see it later).

import { h, icon, render } from "./dom.js";
import { listen } from "./live.js";
import { isLocked, ledger, stagesText, turnKey } from "./model.js";
import { mark, money, partyName, playedText, whenText } from "./parts.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

const asked = new URLSearchParams(location.search);
const layout = ["bar", "corner", "full"].find((name) => name === asked.get("layout")) ?? "bar";
const only = asked.has("seat") ? Number(asked.get("seat")) - 1 : null;
const delay = Math.min(600, Math.max(0, Number(asked.get("delay")) || 0)) * 1000;
const root = /** @type {Element} */ (document.querySelector("#overlay"));
document.body.dataset.layout = layout;

/** @type {(view: GameView, seat: SeatView) => HTMLElement} */
function seatCard(view, seat) {
  const symbols = Object.values(seat.symbols).reduce((sum, count) => sum + count, 0);
  return h(
    "section",
    {
      class: `os s-${seat.seat} ${seat.waited_for ? "waited" : ""}`,
      "data-key": `seat-${seat.seat}`,
      "aria-label": seat.player,
    },
    h(
      "header",
      {},
      mark(seat.seat),
      h("h2", {}, seat.player),
      h("b", { class: "sum" }, seat.score.total),
    ),
    h(
      "p",
      { class: "facts" },
      fact("coin", seat.coins, "coins"),
      fact("shield", seat.shields, "shields"),
      fact("wonder", stagesText(seat), "stages"),
      fact("compass", symbols, "science"),
    ),
    layout === "bar" ? null : h("p", { class: "chips" }, Object.entries(seat.cards).map(chip)),
    tray(view, seat),
  );
}

/** @type {(sign: string, number: number | string, name: string) => HTMLElement} */
const fact = (sign, number, name) =>
  h("span", { class: `fact i-${name}` }, icon(sign, t(name)), number);

/** @param {[string, string[]]} cards */
const chip = ([color, names]) =>
  h("span", { class: `chip hue c-${color}` }, icon(color, t(`color_${color}`)), names.length);

/** @type {(view: GameView, seat: SeatView) => HTMLElement} */
function tray(view, seat) {
  if (isLocked(view) || (seat.committed && view.phase === "lay"))
    return h("p", { class: "open down" }, icon("check"), t("committed"));
  if (!seat.played) return h("p", { class: "open none" }, seat.waited_for ? t("waits") : " ");
  const { card, action } = seat.played;
  return h(
    "p",
    { class: card ? `open hue c-${card.color}` : "open closed", "data-key": turnKey(view) },
    card ? icon(card.color, t(`color_${card.color}`)) : icon(action),
    playedText(seat.played),
  );
}

/** @param {GameView} view */
function payments(view) {
  if (layout === "bar" || view.phase !== "lay") return null;
  const lines = ledger(view).filter((line) => line.kind === "pays");
  if (!lines.length) return null;
  return h(
    "ul",
    { class: "lines" },
    lines.map(({ from, to, number }) =>
      h(
        "li",
        {},
        partyName(view, from),
        icon("arrow", t("pays")),
        partyName(view, to),
        money(number),
      ),
    ),
  );
}

/** @param {GameView | NoGameView} view */
function show(view) {
  const game = view.phase === "none" ? null : view;
  const seats = view.seats.filter((seat) => only === null || seat.seat === only);
  const running = seats.length && !["over", "abandoned", "draft"].includes(view.phase);
  render(
    root,
    h(
      "header",
      { class: "strip", "data-key": "strip" },
      h("h1", {}, running ? whenText(view) : view.phase_text),
      running ? h("p", {}, view.phase_text) : null,
    ),
    h(
      "div",
      { class: "seats", "data-key": "seats" },
      game && seats.map((seat) => seatCard(game, seat)),
    ),
    game && payments(game),
  );
}

listen(`/events?lang=${lang}`, {
  view: (/** @type {GameView | NoGameView} */ view) =>
    delay ? setTimeout(show, delay, view) : show(view),
});
