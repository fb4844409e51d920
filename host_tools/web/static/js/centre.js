// The middle of the table: what everybody is waiting for, the countdown, who pays whom, the fights.

import { h, icon } from "./dom.js";
import { ledger, turnKey } from "./model.js";
import { mark, money } from "./parts.js";
import { AGES, t } from "./strings.js";

const TITLES = {
  draft: "draft_title",
  lay: "lay_title",
  open: "open_title",
  declare: "reveal_title",
  pay: "pay_title",
  card: "extra_title",
  ask: "decide_title",
};
const FULL = 45 * 2 * Math.PI;

export function centre(view, scene, fought, onward) {
  const make = SCENES[scene] ?? SCENES.reveal;
  return h(
    "div",
    { class: `centre scene-${scene}`, "data-key": "centre", id: "now" },
    make(view, fought, onward),
  );
}

const title = (view) => h("h2", { "data-key": "title" }, t(TITLES[view.phase] ?? "lay_title"));

function missing(view) {
  const seats = view.seats.filter((seat) => seat.waited_for);
  if (!seats.length) return h("p", { class: "lead", "data-key": "missing" }, t("nobody_missing"));
  if (seats.length === view.seats.length)
    return h("p", { class: "lead", "data-key": "missing" }, t("waiting_all"));
  return h(
    "div",
    { class: "missing", "data-key": "missing", role: "group", "aria-label": t("waiting_for") },
    h("span", { class: "lead" }, t("waiting_for")),
    seats.map((seat) =>
      h("span", { class: "pill wait", "data-key": `m${seat.seat}` }, mark(seat.seat), seat.player),
    ),
  );
}

function countdown(view) {
  const left = view.countdown ?? 0;
  const all = Math.max(view.countdown_seconds ?? 3, left, 0.1);
  return [
    h("h2", { "data-key": "title" }, t("all_in")),
    h(
      "div",
      {
        class: "count",
        "data-key": "count",
        role: "timer",
        "aria-label": `${t("reveal_in")} ${Math.ceil(left)} ${t("seconds")}`,
      },
      h(
        "svg",
        { viewBox: "0 0 100 100", "aria-hidden": "true" },
        h("circle", { class: "dial", cx: 50, cy: 50, r: 45 }),
        h("circle", {
          class: "hand",
          cx: 50,
          cy: 50,
          r: 45,
          "stroke-dasharray": FULL,
          "stroke-dashoffset": FULL * (1 - left / all),
        }),
      ),
      h("b", { "aria-hidden": "true" }, Math.ceil(left)),
    ),
  ];
}

const who = (view, at, side) =>
  at === "bank"
    ? h(
        "span",
        { class: `who ${side}` },
        h("span", { class: "mark" }, icon("bank")),
        h("b", {}, t("bank")),
      )
    : h("span", { class: `who ${side}` }, mark(at), h("b", {}, view.seats[at].player));

// The more there is to say, the smaller it is said.
function size(seats, lines) {
  if (seats === 8) return lines > 6 ? "brief" : lines > 3 ? "two" : "tight";
  if (lines > 10) return "two";
  return lines > 5 ? "tight" : "";
}

export function ledgerList(view) {
  const lines = ledger(view);
  const key = `ledger-${turnKey(view)}`;
  if (!lines.length) return h("p", { class: "lead", "data-key": key }, t("nothing_due"));
  return h(
    "ol",
    {
      class: `ledger ${size(view.seats.length, lines.length)}`,
      "data-key": key,
      "aria-label": t("ledger"),
    },
    lines.map((line, at) =>
      h(
        "li",
        { "data-key": `line-${at}`, style: { "--i": String(at) } },
        who(view, line.from, "from"),
        icon("arrow", t("pays_short")),
        who(view, line.to, "to"),
        line.kind === "owes"
          ? h("span", { class: "money" }, line.number, icon("debt", t("debt")))
          : money(line.coins),
      ),
    ),
  );
}

function fights(view, fought, onward) {
  return [
    h("h2", { "data-key": "title" }, t("conflict_of", { age: AGES[fought.age] })),
    h(
      "ol",
      {
        class: `ledger fights ${fought.fights.length > 4 && view.seats.length === 8 ? "two" : ""}`,
        "data-key": `fights-${fought.age}`,
      },
      fought.fights.map((fight, at) =>
        h(
          "li",
          { style: { "--i": String(at) }, "data-key": `fight-${at}` },
          side(view, fight, fight.a),
          h(
            "span",
            { class: "versus number" },
            fight.shields[0],
            icon("swords", t("fight", { a: "", b: "" }).trim()),
            fight.shields[1],
          ),
          side(view, fight, fight.b),
        ),
      ),
    ),
    h(
      "button",
      { class: "button main", type: "button", "data-key": "onward", onclick: onward },
      t("continue"),
    ),
  ];
}

function side(view, fight, at) {
  const won = fight.winner === at;
  const name = h("span", {}, view.seats[at].player);
  return h(
    "span",
    { class: `who ${fight.winner !== null && !won ? "lost" : ""}` },
    mark(at),
    name,
    won ? icon("laurel", t("wins", { player: view.seats[at].player })) : null,
  );
}

const reveal = (view) => [title(view), view.phase === "open" ? null : missing(view), discard(view)];
const discard = (view) =>
  h("p", { class: "hint", "data-key": "discard" }, t("discard", { number: view.discarded }));

const SCENES = {
  draft: (view) => [title(view), h("p", { class: "lead" }, t("draft_text")), missing(view)],
  laying: (view) => [title(view), missing(view), discard(view)],
  payments: (view) => [
    title(view),
    missing(view),
    h("h3", { "data-key": "ledger-title" }, t("ledger")),
    ledgerList(view),
  ],
  countdown,
  reveal,
  conflict: fights,
};
