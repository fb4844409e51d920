// The overlay for streaming software: transparent, with what its address asks for.
// layout=bar|corner|full, seat=1…8 (only that seat), delay=seconds (what viewers see lags behind).

import { h, icon, render } from "./dom.js";
import { listen } from "./live.js";
import { COLORS, ledger } from "./model.js";
import { mark, money } from "./parts.js";
import { lang } from "./prefs.js";
import { AGES, t } from "./strings.js";

const asked = new URLSearchParams(location.search);
const layout = ["bar", "corner", "full"].includes(asked.get("layout"))
  ? asked.get("layout")
  : "bar";
const only = asked.has("seat") ? Number(asked.get("seat")) - 1 : null;
const delay = Math.min(600, Math.max(0, Number(asked.get("delay")) || 0)) * 1000;
const root = document.querySelector("#overlay");
document.body.dataset.layout = layout;

function seatCard(view, seat) {
  const card = seat.revealed;
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
      fact("wonder", `${seat.stages}/${seat.all_stages.length}`, "stages"),
      fact(
        "compass",
        Object.values(seat.symbols).reduce((sum, count) => sum + count, 0),
        "science",
      ),
    ),
    layout === "bar"
      ? null
      : h(
          "p",
          { class: "chips" },
          COLORS.filter((color) => seat.cards[color]?.length).map((color) =>
            h(
              "span",
              { class: `chip hue c-${color}` },
              icon(color, t(`color_${color}`)),
              seat.cards[color].length,
            ),
          ),
        ),
    card
      ? h(
          "p",
          { class: `open hue c-${card.color}`, "data-key": card.id },
          icon(card.color, t(`color_${card.color}`)),
          card.name,
        )
      : seat.committed && view.phase === "lay"
        ? h("p", { class: "open down" }, icon("check"), t("committed"))
        : h("p", { class: "open none" }, seat.waited_for ? t("waits") : " "),
  );
}

const fact = (sign, number, name) =>
  h("span", { class: `fact i-${name}` }, icon(sign, t(name)), number);

function payments(view) {
  if (layout === "bar" || view.phase !== "lay") return null;
  const name = (at) => (at === "bank" ? t("bank") : view.seats[at].player);
  const lines = ledger(view).filter((line) => line.kind === "pays");
  return lines.length
    ? h(
        "ul",
        { class: "lines" },
        lines.map((line) =>
          h(
            "li",
            {},
            name(line.from),
            icon("arrow", t("pays_short")),
            name(line.to),
            money(line.coins),
          ),
        ),
      )
    : null;
}

function show(view) {
  const seats = view.seats.filter((seat) => only === null || seat.seat === only);
  const running = seats.length && !["over", "abandoned", "draft"].includes(view.phase);
  render(
    root,
    h(
      "header",
      { class: "strip", "data-key": "strip" },
      h(
        "h1",
        {},
        running
          ? `${t("age", { age: AGES[view.age] })} · ${view.turn ? t("turn", { turn: view.turn, turns: view.turns }) : t("leader_turn")}`
          : view.phase_text,
      ),
      running ? h("p", {}, view.phase_text) : null,
    ),
    h(
      "div",
      { class: "seats", "data-key": "seats" },
      seats.map((seat) => seatCard(view, seat)),
    ),
    payments(view),
  );
}

listen(`/events?lang=${lang}`, {
  view: (view) => (delay ? setTimeout(show, delay, view) : show(view)),
});
