// A seat on the shared screen: who sits there, and its city unless a scene shows its card.

import { picture, stages } from "./board.js";
import { h, icon } from "./dom.js";
import { asks, explain } from "./explain.js";
import { hasEnded, holdings, teamOf } from "./model.js";
import { SIGNS, cost, makes, mark, pill, teamName, teamSign } from "./parts.js";
import { pointsText, t } from "./strings.js";
import { clash, closedCard, lastTurn, playedCard } from "./tray.js";

/**
 * @typedef {import("./dom.js").Child} Child
 * @typedef {import("./model.js").Scene} Scene
 */

/** @type {(view: GameView, seat: SeatView, scene: Scene, showTotals: boolean) => HTMLElement} */
export function seatPanel(view, seat, scene, showTotals) {
  const classes = ["seat", `at-${seat.seat}`, `s-${seat.seat}`, roomOf(view, seat)];
  if (seat.waited_for) classes.push("waited");
  if (seat.connected === false) classes.push("gone");
  if (seat.free_city) classes.push("free");
  return h(
    "section",
    {
      class: classes.join(" "),
      "data-key": `seat-${seat.seat}`,
      "aria-label": `${t("seat")} ${SIGNS[seat.seat]}: ${seat.player}`,
    },
    heading(view, seat, scene, showTotals),
    chance(view, seat),
    body(view, seat, scene),
  );
}

/**
 * How much room the panel of a seat has: see the areas of the ring.
 * @type {(view: GameView, seat: SeatView) => string}
 */
function roomOf({ seats }, { seat }) {
  if (seats.length === 3) return seat ? "high" : "";
  return seats.length > 5 || (seats.length === 5 && !seat) ? "tight" : "";
}

/**
 * How likely this seat wins, with the error of that figure as a paler part.
 * @type {(view: GameView, seat: SeatView) => Child}
 */
function chance(view, seat) {
  const figure = view.chances?.seats[seat.seat];
  if (!figure) return null;
  /** @type {(name: string, from: number, to: number) => HTMLElement} */
  const part = (name, from, to) =>
    h("i", { class: name, style: { left: `${from}%`, width: `${to - from}%` } });
  return h(
    "p",
    { class: "chance", "data-key": "chance", title: t("chance_title") },
    h(
      "span",
      { class: "gauge", "aria-hidden": "true" },
      part("sure", 0, figure.low),
      part("may", figure.low, figure.high),
    ),
    h("span", { class: "figure" }, t("chance", figure)),
  );
}

/** @type {(view: GameView, seat: SeatView, scene: Scene) => Child} */
function body(view, seat, scene) {
  if (scene === "conflict") return clash(view, seat);
  if (scene === "locked") return closedCard(view);
  if (scene === "reveal" && seat.played) return playedCard(view, seat, seat.played);
  const tight = roomOf(view, seat) === "tight";
  return [
    stats(seat),
    tight ? works(seat) : [scape(seat), h("div", { class: "works" }, makes(seat))],
    built(view, seat),
    lastTurn(view, seat),
  ];
}

/**
 * The wonder as a picture, with its stages at its foot.
 * @param {SeatView} seat
 */
const scape = (seat) =>
  h(
    "div",
    { class: "scape", "data-key": "scape" },
    picture(seat.wonder_id),
    stages(seat, (stage, number) => explainStage(seat, stage, number)),
  );

/** @type {(seat: SeatView, stage: StageView, number: number) => void} */
const explainStage = (seat, stage, number) =>
  explain(seat, t("stage", { number }), null, [
    stage.text,
    h("span", {}, `${t("cost")}: `, cost(stage)),
  ]);

/** @type {(view: GameView, seat: SeatView, scene: Scene, showTotals: boolean) => HTMLElement} */
function heading(view, seat, scene, showTotals) {
  const { total } = seat.score;
  return h(
    "header",
    {},
    h(
      "span",
      { class: "crest", "aria-hidden": "true" },
      picture(seat.wonder_id),
      h("b", {}, seat.free_city ? icon("wonder") : SIGNS[seat.seat]),
    ),
    h("h2", { style: { "--letters": String(seat.player.length) } }, seat.player),
    h(
      "div",
      { class: "about" },
      h("p", { class: "wonder" }, `${seat.wonder} · ${seat.side}`),
      h("span", { class: "state" }, state(view, seat, scene)),
    ),
    h(
      "span",
      { class: "total" },
      showTotals
        ? [
            asks(seat, t("total"), "", total, {
              "aria-label": `${seat.player}: ${pointsText(total)}`,
            }),
            teamTotal(view, seat),
          ]
        : h(
            "span",
            { class: "hint", title: t("totals_hidden") },
            icon("hidden", t("totals_hidden")),
          ),
    ),
  );
}

/** @type {(view: GameView, seat: SeatView) => Child} */
function teamTotal(view, seat) {
  const team = teamOf(view, seat.seat);
  if (!team) return null;
  const label = `${teamName(team.team)}: ${pointsText(team.total)}`;
  return h(
    "span",
    { class: `teamtotal team-${team.team}`, role: "img", "aria-label": label },
    teamSign(team.team),
    team.total,
  );
}

/** @type {(view: GameView, seat: SeatView, scene: Scene) => Child} */
function state(view, seat, scene) {
  if (seat.connected === false) return pill("bad", "unplugged", t("unplugged"));
  if (hasEnded(view) || scene === "conflict") return null;
  if (seat.free_city) return playedBy(seat);
  if (seat.again) return pill("wait", "undo", t("lays_again"));
  if (seat.waited_for)
    return pill("wait", "hourglass", view.phase === "lay" ? t("waits") : t("must_act"));
  if (view.phase === "lay" && seat.committed) return pill("good", "check", t("committed"));
  if (view.phase === "draft") return pill("good", "check", t("ready"));
  if (scene === "locked") return pill("good", "check", t("decided"));
  return null;
}

/**
 * Nobody sits at the Free City: another seat plays its card in this turn.
 * @param {SeatView} seat
 */
const playedBy = (seat) => h("span", { class: "pill plain" }, t("played_by"), mark(seat.decider));

/**
 * @param {SeatView} seat
 * @param {string} name
 * @param {string} sign
 * @param {number} number
 * @param {string | null} category
 */
function stat(seat, name, sign, number, category) {
  const props = {
    class: `stat i-${name} ${number ? "" : "none"}`,
    "aria-label": `${t(name)}: ${number}`,
  };
  const shown = [icon(sign), h("span", {}, number)];
  return asks(seat, t(name), category, shown, props, [t(`means_${name}`)]);
}

/** @param {SeatView} seat */
export function stats(seat) {
  const victories = seat.victories.reduce((sum, value) => sum + value, 0);
  const more = [seat.debt, victories, seat.defeats, seat.diplomacy].filter(Boolean).length;
  return h(
    "div",
    { class: "stats", style: { "--many": String(5 + more) } },
    stat(seat, "coins", "coin", seat.coins, "treasury"),
    seat.debt ? stat(seat, "debt", "debt", seat.debt, "treasury") : null,
    stat(seat, "shields", "shield", seat.shields, "military"),
    victories ? stat(seat, "victories", "laurel", victories, "military") : null,
    seat.defeats ? stat(seat, "defeats", "defeat", seat.defeats, "military") : null,
    seat.diplomacy ? stat(seat, "diplomacy", "dove", seat.diplomacy, null) : null,
    Object.entries(seat.symbols).map(([name, number]) =>
      stat(seat, name, name, number, "scientific"),
    ),
  );
}

/** @param {SeatView} seat */
export const works = (seat) =>
  h(
    "div",
    { class: "works" },
    h(
      "div",
      { class: "stages" },
      seat.all_stages.map((stage, index) => stageBox(seat, stage, index)),
    ),
    makes(seat),
  );

/** @type {(seat: SeatView, stage: StageView, index: number) => HTMLElement} */
function stageBox(seat, stage, index) {
  const done = seat.raised.includes(index + 1);
  const name = t("stage", { number: index + 1 });
  return h(
    "button",
    {
      type: "button",
      class: `stagebox ${done ? "built" : ""}`,
      "aria-haspopup": "dialog",
      "aria-label": `${name}, ${t(done ? "stage_built" : "stage_open")}: ${stage.text}`,
      onclick: () => explainStage(seat, stage, index + 1),
    },
    icon(done ? "wonder" : "any"),
    index + 1,
  );
}

/** @type {(view: GameView, seat: SeatView) => HTMLElement} */
function built(view, seat) {
  const held = holdings(view, seat);
  if (!held.length) return h("div", { class: "holdings hint" }, t("no_cards"));
  return h(
    "div",
    {
      class: `holdings ${held.length > 5 ? "wide" : ""}`,
      style: { "--many": String(held.length) },
    },
    held.map(({ color, category, names }) => {
      const name = t(`color_${color}`);
      return h(
        "div",
        { class: "group", "data-key": color },
        h(
          "button",
          {
            type: "button",
            class: `chip hue c-${color}`,
            "aria-label": `${name}: ${names.length}`,
            title: names.join(", "),
            "aria-haspopup": "dialog",
            onclick: () => explain(seat, name, category || null, names),
          },
          icon(color),
          names.length,
        ),
        h("span", { class: "names" }, names.join(", ")),
      );
    }),
  );
}
