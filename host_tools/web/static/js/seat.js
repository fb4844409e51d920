// A seat's own page: what to do now, its secret, its city and its neighbours.

import { namesOf, pill, stageBox, stats } from "./city.js";
import { h, icon, once, render } from "./dom.js";
import { asks } from "./explain.js";
import { ask, listen } from "./live.js";
import { COLORS, leftOf, rightOf } from "./model.js";
import { cost, hueDot, makes, mark, money } from "./parts.js";
import { isDark, lang, otherLanguage, setTheme } from "./prefs.js";
import { isMuted, play, setMuted } from "./sound.js";
import { AGES, pointsText, t } from "./strings.js";

const number = Number(document.body.dataset.seat);
const root = document.querySelector("#seat");
const spoken = h("p", { class: "sr", "aria-live": "assertive" });
const offline = h("p", { class: "offline", role: "status", hidden: true }, t("offline"));
document.body.append(spoken, offline);

let view = null;
let mine = null;
let cards = []; // what can be laid now
let wanted = ""; // what is typed
let chosen = null; // the card under the thumb
let asked = ""; // for which question the cards were fetched
let wrong = "";
let busy = false;

const show = once(draw);
const api = (what) => `/api/seat/${number}/${what}?lang=${lang}`;

async function act(what, body = {}) {
  busy = true;
  wrong = "";
  show();
  try {
    await ask(api(what), body);
    chosen = null;
  } catch (error) {
    wrong = error.message;
    play("wrong");
  }
  busy = false;
  show();
}

// Cards to lay

function laysHere() {
  const board = view.seats[number].connected === true && mine.bot !== false;
  return !board && ((mine.lays && !mine.committed) || Boolean(mine.ask?.takes_card));
}

async function fetchCards() {
  const question = laysHere() ? `${view.round}|${mine.ask?.step ?? ""}|${wanted}|${mine.bot}` : "";
  if (question === asked) return;
  asked = question;
  if (!question) {
    cards = [];
    chosen = null;
    wanted = "";
    return;
  }
  try {
    const found = await ask(
      `/api/seat/${number}/cards?q=${encodeURIComponent(wanted)}&lang=${lang}`,
    );
    if (asked === question) cards = found.cards;
  } catch (error) {
    asked = "";
    wrong = error.message;
  }
  show();
}

function finder() {
  return h(
    "section",
    { class: "finder", "aria-label": t("search"), "data-key": "finder" },
    h(
      "label",
      { class: "search" },
      icon("search"),
      h("span", { class: "sr" }, t("search")),
      h("input", {
        type: "search",
        placeholder: t("search_hint"),
        autocomplete: "off",
        spellcheck: "false",
        "aria-label": t("search"),
        oninput: (event) => {
          wanted = event.target.value;
          chosen = null;
          fetchCards();
        },
      }),
    ),
    cards.length ? null : h("p", { class: "hint" }, asked ? t("no_match") : t("loading")),
    h("ul", { class: "found" }, cards.map(cardRow)),
  );
}

function cardRow(card) {
  const open = chosen === card.id;
  return h(
    "li",
    { "data-key": card.id, class: open ? "open" : "" },
    h(
      "button",
      {
        type: "button",
        class: "pick",
        "aria-expanded": String(open),
        onclick: () => {
          chosen = open ? null : card.id;
          show();
        },
      },
      hueDot(card.color),
      h("span", { class: "name" }, card.name),
      cost(card),
      payable(card),
    ),
    open
      ? h(
          "div",
          { class: "detail" },
          h("p", {}, card.text),
          ways(card.moves),
          h(
            "button",
            {
              type: "button",
              class: "button main wide",
              disabled: busy,
              onclick: () => act(mine.ask?.takes_card ? "lay" : "commit", { card: card.id }),
            },
            icon(mine.ask?.takes_card ? "check" : "lock"),
            t(mine.ask?.takes_card ? "lay_it" : "commit"),
          ),
        )
      : null,
  );
}

function payable(card) {
  const builds = (card.moves ?? []).filter(
    (move) => move.action === "build" || move.action === "recruit",
  );
  if (!card.moves?.length) return null;
  if (!builds.length) return h("span", { class: "able none" }, icon("close", t("too_dear")));
  const alone = builds.some((move) => !move.way[0] && !move.way[1]);
  return h(
    "span",
    { class: `able ${alone ? "yes" : "trade"}` },
    icon(alone ? "check" : "arrow", t(alone ? "affordable" : "by_trade")),
  );
}

// All ways to play a card, with what each one costs.
function ways(moves = []) {
  if (!moves.length) return null;
  return h(
    "ul",
    { class: "ways", "aria-label": t("ways") },
    moves.map((move) =>
      h("li", {}, h("span", { class: "does" }, icon(move.action), t(move.action)), price(move)),
    ),
  );
}

function price({ action, way, free }) {
  if (action === "sell") return h("span", { class: "money" }, "+", money(3));
  const [left, right, bank] = way;
  const name = (seat) => view.seats[seat].player;
  const parts = [
    [left, name(leftOf(view, number))],
    [right, name(rightOf(view, number))],
    [bank, t("bank")],
  ].filter(([coins]) => coins);
  if (free === "chain") return h("span", {}, t("chain"));
  if (free) return h("span", {}, t("for_free"));
  if (!parts.length) return h("span", {}, t("pay_nothing"));
  return h(
    "span",
    { class: "price" },
    parts.map(([coins, who]) =>
      h("span", { class: "part" }, money(coins), icon("arrow", t("pays_short")), who),
    ),
  );
}

// What to do now

function now() {
  const waiting = !mine.ask && !(mine.lays && !mine.committed);
  return h(
    "section",
    { class: `now ${waiting ? "calm" : "call"}`, "aria-labelledby": "what", "data-key": "now" },
    h(
      "h2",
      { id: "what" },
      waiting ? null : pill("wait", "hourglass", t("your_turn")),
      h("span", {}, headline()),
    ),
    wrong ? h("p", { class: "pill bad wrong", role: "alert" }, icon("warning"), wrong) : null,
    view.paused ? null : controls(),
  );
}

function headline() {
  if (mine.ask?.kind === "pay") return t("pay_title");
  return mine.text;
}

function controls() {
  const found = [];
  if (mine.bot)
    found.push(
      h(
        "button",
        {
          type: "button",
          class: "button wide",
          "data-key": "over",
          disabled: busy,
          onclick: () => act("bot", { plays: false }),
        },
        icon("phone"),
        t("take_over"),
      ),
    );
  if (mine.bot === false)
    found.push(
      h(
        "button",
        {
          type: "button",
          class: "button quiet",
          "data-key": "back",
          disabled: busy,
          onclick: () => act("bot", { plays: true }),
        },
        icon("undo"),
        t("give_back"),
      ),
    );
  if (mine.ask && !mine.ask.takes_card) found.push(choices());
  if (mine.secret || (mine.committed && view.phase === "lay")) found.push(secret());
  if (laysHere()) found.push(finder());
  if (mine.ask?.takes_card && mine.ask.kind !== "free_city")
    found.push(
      h(
        "button",
        {
          type: "button",
          class: "button wide",
          "data-key": "decline",
          disabled: busy,
          onclick: () => act("decline"),
        },
        icon("close"),
        t("decline"),
      ),
    );
  return found;
}

function choices() {
  const { kind, step, options } = mine.ask;
  const big = (sign, text, run, more) =>
    h(
      "button",
      { type: "button", class: "button option", disabled: busy, onclick: run },
      icon(sign),
      h("span", { class: "grow" }, text),
      more,
    );
  const key = `ask-${step}`;
  if (kind === "ready")
    return h(
      "div",
      { class: "choices-list", "data-key": key },
      big("check", t("ready_button"), () => act("press", { step, key: "ok" })),
    );
  if (kind === "declare" && !options.length)
    return h(
      "div",
      { class: "choices-list", "data-key": key },
      h("p", {}, t("choose_action")),
      ["build", "wonder", "sell"].map((name) =>
        big(name, t(name), () => act("press", { step, key: name })),
      ),
    );
  return h(
    "div",
    { class: "choices-list", "data-key": key },
    options.map((option, at) => {
      const run = () => act("take", { option: at });
      if (kind === "declare") return big(option.value, t(option.value), run);
      if (kind === "pay") return big("coin", price({ action: "build", ...option.value }), run);
      return big("check", option.text, run);
    }),
  );
}

function secret() {
  const card = mine.secret;
  const board = view.seats[number].connected === true && mine.bot !== false;
  return h(
    "section",
    { class: "secret", "data-key": "secret" },
    h("p", { class: "down" }, icon("card"), h("span", {}, t("hand_in"))),
    card
      ? h(
          "details",
          {},
          h("summary", {}, icon("eye"), t("show")),
          h(
            "div",
            { class: "preview" },
            h("p", { class: "hint" }, t("only_you")),
            h("h3", {}, hueDot(card.color), card.name, cost(card)),
            h("p", {}, card.text),
            ways(card.moves),
          ),
        )
      : null,
    board
      ? null
      : h(
          "button",
          { type: "button", class: "button wide", disabled: busy, onclick: () => act("withdraw") },
          icon("undo"),
          t("withdraw"),
        ),
  );
}

// The city and its neighbours

function city(seat, title, open) {
  return h(
    "section",
    {
      class: `city s-${seat.seat}`,
      "aria-label": `${title}: ${seat.player}`,
      "data-key": `city-${title}`,
    },
    h(
      "header",
      {},
      mark(seat.seat),
      h(
        "div",
        {},
        h("p", { class: "hint" }, title),
        h("h2", {}, seat.player),
        h("p", { class: "hint" }, `${seat.wonder} · ${seat.side}`),
      ),
      asks(seat, t("total"), "", seat.score.total, {
        class: "sum",
        "aria-label": pointsText(seat.score.total),
      }),
    ),
    stats(seat),
    h(
      "div",
      { class: "works" },
      h(
        "div",
        { class: "stages" },
        seat.all_stages.map((stage, at) => stageBox(seat, stage, at)),
      ),
      makes(seat),
    ),
    h("details", { open }, h("summary", {}, icon("card"), t("cards")), built(seat)),
  );
}

function built(seat) {
  const found = COLORS.filter((color) => namesOf(seat, color).length);
  if (!found.length) return h("p", { class: "hint" }, t("no_cards"));
  return h(
    "ul",
    { class: "colors" },
    found.map((color) =>
      h("li", {}, hueDot(color), h("span", {}, namesOf(seat, color).join(", "))),
    ),
  );
}

function todo(seat) {
  if (!seat.todo.length || view.phase !== "lay") return null;
  return h(
    "section",
    { class: "todo", "aria-labelledby": "todo", "data-key": "todo" },
    h("h2", { id: "todo" }, t("todo")),
    h(
      "ul",
      {},
      seat.todo.map((text) => h("li", {}, icon("check"), text)),
    ),
  );
}

function header(seat) {
  const tool = (sign, label, run) =>
    h(
      "button",
      { type: "button", class: "button quiet round", "aria-label": label, onclick: run },
      icon(sign),
    );
  return h(
    "header",
    { class: "bar", "data-key": "bar" },
    h("h1", {}, seat ? [mark(seat.seat), seat.player] : t("seat_page", { number: number + 1 })),
    h(
      "p",
      { class: "when" },
      seat && !["over", "abandoned"].includes(view.phase)
        ? `${t("age", { age: AGES[view.age] })} · ${view.turn ? t("turn", { turn: view.turn, turns: view.turns }) : t("leader_turn")}`
        : view?.phase_text,
    ),
    h(
      "nav",
      { "aria-label": t("title") },
      tool(isMuted() ? "sound" : "mute", t(isMuted() ? "unmute" : "mute"), () => {
        setMuted(!isMuted());
        show();
      }),
      tool(isDark() ? "sun" : "moon", t(isDark() ? "light" : "dark"), () => {
        setTheme(isDark() ? "light" : "dark");
        show();
      }),
      h(
        "a",
        { class: "button quiet", href: otherLanguage(), lang: lang === "fr" ? "en" : "fr" },
        lang === "fr" ? "EN" : "FR",
      ),
    ),
  );
}

function result(seat) {
  if (view.phase !== "over") return null;
  return h(
    "section",
    { class: "now calm", "data-key": "result" },
    h(
      "h2",
      {},
      icon("laurel"),
      h(
        "span",
        {},
        `${t("rank")} ${view.ranks?.[number] ?? "–"} · ${pointsText(seat.score.total)}`,
      ),
    ),
  );
}

function draw() {
  if (!view) return;
  const seat = view.seats[number];
  if (!seat || !mine)
    return render(
      root,
      header(null),
      h("main", { class: "column" }, h("p", { class: "hint" }, view.phase_text)),
    );
  document.body.dataset.phase = view.phase;
  document.body.dataset.at = [view.round, view.phase, mine.ask?.step ?? "", mine.committed].join(
    " ",
  );
  render(
    root,
    header(seat),
    h(
      "main",
      { class: "column", id: "now" },
      now(),
      result(seat),
      todo(seat),
      city(seat, t("your_city"), true),
      h("h2", { class: "between", "data-key": "between" }, t("neighbours")),
      city(view.seats[leftOf(view, number)], t("left_neighbour")),
      city(view.seats[rightOf(view, number)], t("right_neighbour")),
    ),
  );
  const text = view.paused ? t("paused_text") : mine.text;
  if (spoken.textContent !== text) {
    if (spoken.textContent && (mine.ask || mine.lays)) play("ask");
    spoken.textContent = text;
  }
  fetchCards();
}

listen(
  `/seat/${number}/events?lang=${lang}`,
  {
    view: (found) => {
      view = found;
      show();
    },
    private: (found) => {
      mine = found;
      show();
    },
  },
  (linked) => {
    offline.hidden = linked;
  },
);
