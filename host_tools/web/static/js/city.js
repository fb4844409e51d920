// A seat on the shared screen: its city, or its card in the reveal, or its shields in a conflict.

import { h, icon } from "./dom.js";
import { tokenFights } from "./drama.js";
import { asks, explain } from "./explain.js";
import { hasEnded, holdings, isBetweenTurns, tradesOf, turnKey } from "./model.js";
import { SIGNS, cost, hueDot, makes, money, partyName, pill, playedText } from "./parts.js";
import { paidTo } from "./price.js";
import { pointsText, t } from "./strings.js";

/**
 * @typedef {import("./dom.js").Child} Child
 * @typedef {import("./model.js").Scene} Scene
 */

/** @type {(view: GameView, seat: SeatView, scene: Scene, showTotals: boolean) => HTMLElement} */
export function seatPanel(view, seat, scene, showTotals) {
  const classes = ["seat", `at-${seat.seat}`, `s-${seat.seat}`];
  if (seat.waited_for) classes.push("waited");
  if (seat.connected === false) classes.push("gone");
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
  if (scene === "locked")
    return tray(h("div", { class: "back", "data-key": "back" }, icon("card", t("closed_card"))));
  if (scene === "reveal" && seat.played) return tray(playedCard(view, seat, seat.played));
  return [stats(seat), works(seat), built(view, seat), lastTurn(view, seat)];
}

/** @type {(view: GameView, seat: SeatView, scene: Scene, showTotals: boolean) => HTMLElement} */
function heading(view, seat, scene, showTotals) {
  const { total } = seat.score;
  return h(
    "header",
    {},
    h("span", { class: "crest", "aria-hidden": "true" }, SIGNS[seat.seat]),
    h("h2", {}, seat.player),
    h("p", { class: "wonder" }, `${seat.wonder} · ${seat.side}`),
    h("span", { class: "state" }, state(view, seat, scene)),
    h(
      "span",
      { class: "total" },
      showTotals
        ? asks(seat, t("total"), "", total, {
            "aria-label": `${seat.player}: ${pointsText(total)}`,
          })
        : h(
            "span",
            { class: "hint", title: t("totals_hidden") },
            icon("hidden", t("totals_hidden")),
          ),
    ),
  );
}

/** @type {(view: GameView, seat: SeatView, scene: Scene) => Child} */
function state(view, seat, scene) {
  if (seat.connected === false) return pill("bad", "unplugged", t("unplugged"));
  if (hasEnded(view) || scene === "conflict") return null;
  if (seat.again) return pill("wait", "undo", t("lays_again"));
  if (seat.waited_for)
    return pill("wait", "hourglass", view.phase === "lay" ? t("waits") : t("must_act"));
  if (view.phase === "lay" && seat.committed) return pill("good", "check", t("committed"));
  if (view.phase === "draft") return pill("good", "check", t("ready"));
  if (scene === "locked") return pill("good", "check", t("decided"));
  return null;
}

/**
 * @param {SeatView} seat
 * @param {string} name
 * @param {string} sign
 * @param {number} number
 * @param {string | null} category
 */
function stat(seat, name, sign, number, category) {
  return asks(seat, t(name), category, [icon(sign), h("span", {}, number)], {
    class: `stat i-${name} ${number ? "" : "none"}`,
    "aria-label": `${t(name)}: ${number}`,
  });
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
      onclick: () =>
        explain(seat, name, null, [stage.text, h("span", {}, `${t("cost")}: `, cost(stage))]),
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

// The reveal

/** @param {Child} content */
const tray = (content) => h("div", { class: "tray", "data-key": "tray" }, content);

/**
 * What a seat has played: a built card is open, any other stays closed.
 * @type {(view: GameView, seat: SeatView, played: PlayedView) => HTMLElement}
 */
function playedCard(view, seat, played) {
  const { card, stage } = played;
  const text = card ? card.text : (seat.all_stages[stage - 1]?.text ?? t("stays_closed"));
  return h(
    "article",
    { class: card ? `face c-${card.color}` : "face closed", "data-key": turnKey(view) },
    h(
      "div",
      { class: card ? "band hue" : "band back" },
      card ? icon(card.color, t(`color_${card.color}`)) : icon("card", t("closed_card")),
    ),
    h(
      "div",
      { class: "inner" },
      h("h3", {}, playedText(played)),
      h("p", { class: "effect" }, text),
      trades(view, seat),
    ),
  );
}

/**
 * Whom a seat pays, and what it takes, once the turn is over.
 * @type {(view: GameView, seat: SeatView) => Child}
 */
function trades(view, seat) {
  const { pays, takes } = tradesOf(view, seat.seat);
  if (!isBetweenTurns(view) || !(pays.length || takes)) return null;
  return h(
    "p",
    { class: "trades", "data-key": "trades" },
    pays.map(({ coins, to }, index) =>
      h("span", { class: "part" }, index ? null : t("pays"), paidTo(coins, partyName(view, to))),
    ),
    takes ? h("span", { class: "part" }, t("takes"), money(takes)) : null,
  );
}

/**
 * What a seat did in the last turn, in a line below its city.
 * @type {(view: GameView, seat: SeatView) => Child}
 */
function lastTurn(view, seat) {
  if (!seat.played || hasEnded(view)) return null;
  const { action, card } = seat.played;
  return h(
    "div",
    { class: "last", "data-key": "last" },
    h(
      "span",
      { class: "what" },
      card ? hueDot(card.color) : icon(action),
      h("span", { class: "title" }, playedText(seat.played)),
    ),
    trades(view, seat),
  );
}

// The conflict

/** @type {(view: GameView, seat: SeatView) => HTMLElement} */
function clash(view, seat) {
  const victories = seat.facts?.victories ?? [];
  const defeats = seat.facts?.defeats ?? 0; // fewer than none: given back
  const atPeace = view.conflict?.diplomats.includes(seat.seat);
  const lost = `−${-view.constants.defeat}`;
  const fights = tokenFights(view, seat.seat);
  return h(
    "div",
    { class: "clash", "data-key": "clash" },
    h(
      "span",
      { class: "force", "aria-label": `${t("shields")}: ${seat.shields}` },
      icon("shield"),
      seat.shields,
    ),
    h(
      "div",
      { class: "tokens" },
      atPeace ? pill("good", "dove", t("at_peace")) : null,
      victories.map((value, index) =>
        token("won", `${t("victories")} +${value}`, `+${value}`, fights.won[index] ?? fights.last),
      ),
      Array.from({ length: Math.max(0, defeats) }, (_, index) =>
        token("lost", t("defeats"), lost, fights.lost[index] ?? fights.last),
      ),
      atPeace || victories.length || defeats
        ? null
        : h("span", { class: "hint", style: { "--i": String(fights.last) } }, t("tie")),
    ),
  );
}

/** @type {(kind: string, label: string, text: string, fight: number) => HTMLElement} */
const token = (kind, label, text, fight) => {
  const style = { "--i": String(fight) };
  return h("span", { class: `token ${kind}`, role: "img", "aria-label": label, style }, text);
};
