// A seat on the shared screen: its city, or its card in the reveal, or its shields in a conflict.

import { h, icon } from "./dom.js";
import { asks, explain } from "./explain.js";
import { COLORS, COLOR_CATEGORY, SYMBOLS, leftOf, rightOf } from "./model.js";
import { SIGNS, cost, makes, money } from "./parts.js";
import { pointsText, t } from "./strings.js";

const ACTION_ICON = { build: "build", recruit: "recruit", wonder: "wonder", sell: "sell" };

export function seatPanel(view, seat, scene, fought, showTotals) {
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
    body(view, seat, scene, fought),
  );
}

// The spoiler: how likely this seat wins, with the error of that figure as a paler part.
function chance(view, seat) {
  const found = view.chances?.seats[seat.seat];
  if (!found) return null;
  const part = (name, from, to) =>
    h("i", { class: name, style: { left: `${from}%`, width: `${to - from}%` } });
  return h(
    "p",
    { class: "chance", "data-key": "chance", title: t("chance_title") },
    h(
      "span",
      { class: "gauge", "aria-hidden": "true" },
      part("sure", 0, found.low),
      part("may", found.low, found.high),
    ),
    h("span", { class: "figure" }, t("chance", found)),
  );
}

function body(view, seat, scene, fought) {
  if (scene === "conflict") return clash(seat, fought);
  if (scene === "reveal" && seat.revealed) return tray(view, seat);
  if (scene === "reveal" && view.phase === "open")
    return h(
      "div",
      { class: "tray", "data-key": "tray" },
      h("div", { class: "back" }, icon("card", t("committed"))),
    );
  return [stats(seat), works(seat), built(seat)];
}

function heading(view, seat, scene, showTotals) {
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
        ? asks(seat, t("total"), "", seat.score.total, {
            "aria-label": `${seat.player}: ${pointsText(seat.score.total)}`,
          })
        : h(
            "span",
            { class: "hint", title: t("totals_hidden") },
            icon("hidden", t("totals_hidden")),
          ),
    ),
  );
}

function state(view, seat, scene) {
  if (seat.connected === false) return pill("bad", "unplugged", t("unplugged"));
  if (view.phase === "over" || view.phase === "abandoned" || scene === "conflict") return null;
  if (seat.waited_for)
    return pill("wait", "hourglass", view.phase === "lay" ? t("waits") : t("must_act"));
  if (view.phase === "lay" && seat.committed) return pill("good", "check", t("committed"));
  if (view.phase === "draft") return pill("good", "check", t("ready"));
  return null;
}

export const pill = (kind, sign, text) => h("span", { class: `pill ${kind}` }, icon(sign), text);

function stat(seat, name, sign, number, category, names) {
  return asks(seat, t(name), category, [icon(sign), h("span", {}, number)], {
    class: `stat i-${name} ${number ? "" : "none"}`,
    "aria-label": `${t(name)}: ${number}`,
    names,
  });
}

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
    SYMBOLS.map((name) => stat(seat, name, name, seat.symbols[name], "scientific")),
  );
}

function works(seat) {
  return h(
    "div",
    { class: "works" },
    h(
      "div",
      { class: "stages" },
      seat.all_stages.map((stage, at) => stageBox(seat, stage, at)),
    ),
    makes(seat),
  );
}

export function stageBox(seat, stage, at) {
  const done = at < seat.stages;
  const name = t("stage", { number: at + 1 });
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
    at + 1,
  );
}

export const namesOf = (seat, color) =>
  (color === "white" ? seat.leaders : seat.cards[color]) ?? [];

function built(seat) {
  const found = COLORS.filter((color) => namesOf(seat, color).length);
  if (!found.length) return h("div", { class: "holdings hint" }, t("no_cards"));
  return h(
    "div",
    { class: `holdings ${["", "", "", "", "", "", "snug"][found.length] ?? "wide"}` },
    found.map((color) => {
      const names = namesOf(seat, color);
      const label = `${t(`color_${color}`)}: ${names.length}`;
      return h(
        "div",
        { class: "group", "data-key": color },
        h(
          "button",
          {
            type: "button",
            class: `chip hue c-${color}`,
            "aria-label": label,
            title: names.join(", "),
            "aria-haspopup": "dialog",
            onclick: () => explain(seat, t(`color_${color}`), COLOR_CATEGORY[color] || null, names),
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

function tray(view, seat) {
  const card = seat.revealed;
  return h(
    "div",
    { class: "tray", "data-key": "tray" },
    h(
      "article",
      { class: `face c-${card.color}`, "data-key": `${view.round}-${card.id}` },
      h("div", { class: "band hue" }, icon(card.color, t(`color_${card.color}`))),
      h(
        "div",
        { class: "inner" },
        h("h3", {}, card.name),
        h("p", { class: "effect" }, card.text),
        h("div", { class: "does" }, doing(view, seat, card)),
      ),
    ),
  );
}

function doing(view, seat, card) {
  if (!card.action) return [cost(card), pill("wait", "hourglass", t("action_none"))];
  const found = [pill("good", ACTION_ICON[card.action], t(`action_${card.action}`))];
  if (!card.way) return card.action === "sell" ? found : [...found, cost(card)];
  const [left, right, bank] = card.way;
  const owed = [
    [left, view.seats[leftOf(view, seat.seat)].player],
    [right, view.seats[rightOf(view, seat.seat)].player],
    [bank, t("bank")],
  ];
  for (const [coins, name] of owed)
    if (coins)
      found.push(h("span", { class: "money" }, money(coins), icon("arrow", t("pays_short")), name));
  if (!left && !right && !bank && card.action !== "sell") found.push(h("span", {}, t("for_free")));
  return found;
}

// The conflict

function clash(seat, fought) {
  const tokens = seat.facts ?? { victories: [], defeats: 0 };
  const peace = fought.diplomats.includes(seat.seat);
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
      peace ? pill("good", "dove", t("at_peace")) : null,
      tokens.victories.map((value) =>
        h(
          "span",
          { class: "token won", role: "img", "aria-label": `${t("victories")} +${value}` },
          `+${value}`,
        ),
      ),
      Array.from({ length: Math.max(0, tokens.defeats) }, () =>
        h("span", { class: "token lost", role: "img", "aria-label": t("defeats") }, "−1"),
      ),
      peace || tokens.victories.length || tokens.defeats
        ? null
        : h("span", { class: "hint" }, t("tie")),
    ),
  );
}
