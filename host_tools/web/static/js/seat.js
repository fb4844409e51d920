// A seat's own page: what to do now, its secret, its city and its neighbours.

import { languageLinks, themeTool } from "./bar.js";
import { stats, works } from "./city.js";
import { h, icon, once, render } from "./dom.js";
import { asks } from "./explain.js";
import { ask, messageOf, watch } from "./live.js";
import { finalChoices } from "./final.js";
import { holdings } from "./model.js";
import {
  actionText,
  alertPill,
  cost,
  graceBar,
  hueDot,
  mark,
  moveText,
  pill,
  ruleLink,
  undoCalled,
  whenText,
} from "./parts.js";
import { lang } from "./prefs.js";
import { byAction, keyOf, offers, price } from "./price.js";
import { play, soundTool } from "./sound.js";
import { coinsText, pointsText, t } from "./strings.js";
import { tick, timerPill } from "./timer.js";

/** @typedef {import("./dom.js").Child} Child */

const number = Number(document.body.dataset.seat);
const root = /** @type {Element} */ (document.querySelector("#seat"));
const spoken = h("p", { class: "sr", "aria-live": "assertive" });
document.body.append(spoken);

/** @type {GameView | NoGameView | undefined} */
let latest;
/** @type {SeatPageView | null} */
let latestPrivate = null;
/** @type {GameView} */
let view;
/** @type {SeatPageView} */
let mine;
/** @type {ChoiceView[]} */
let cards = []; // what can be laid now
let wanted = ""; // what is typed
let chosen = ""; // the id of the card that is open in the list
let asked = ""; // for which question the cards were fetched
let answering = ""; // the question that is shown, if it must be answered
/** @type {string | import("./live.js").Refusal} */
let wrong = "";
let busy = false;

const AGAIN_MS = 2000;
const show = once(draw);

/** @type {(what: string, body?: object) => Promise<void>} */
async function act(what, body = {}) {
  busy = true;
  wrong = "";
  show();
  try {
    await ask(`/api/seat/${number}/${what}?lang=${lang}`, body);
    if (chosen) scrollTo(0, 0); // the long list is gone
    chosen = "";
  } catch (error) {
    wrong = messageOf(error);
    play("wrong");
  }
  busy = false;
  show();
}

/**
 * @param {string} sign
 * @param {string} text
 * @param {string} kind
 * @param {() => void} run
 * @param {string} [key]
 */
const button = (sign, text, kind, run, key) =>
  h(
    "button",
    {
      type: "button",
      class: `button ${kind}`,
      "data-key": key,
      disabled: busy,
      onclick: run,
    },
    icon(sign),
    text,
  );

// Cards to lay

/** Does a reader lay this seat's cards, and not this page? */
const hasReader = () => view.seats[number].connected === true && mine.bot !== false;

const mustLay = () => mine.lays && !mine.committed;

const laysHere = () => !hasReader() && (mustLay() || Boolean(mine.ask?.takes_card));

/**
 * A seat that must lay a card has one: an empty answer came too early.
 * @param {string} question
 */
function askAgain(question) {
  if (asked !== question || cards.length) return;
  asked = "";
  show();
}

async function fetchCards() {
  const moment = [view.game, view.round, mine.ask?.step ?? "", wanted, mine.bot];
  const question = laysHere() ? moment.join("|") : "";
  if (question === asked) return;
  asked = question;
  if (!question) {
    cards = [];
    chosen = wanted = "";
    return;
  }
  try {
    const query = `q=${encodeURIComponent(wanted)}&lang=${lang}`;
    /** @type {FoundCards} */
    const answer = await ask(`/api/seat/${number}/cards?${query}`);
    if (asked === question) cards = answer.cards;
    if (!answer.cards.length && !wanted) setTimeout(askAgain, AGAIN_MS, question);
  } catch (error) {
    asked = "";
    wrong = messageOf(error);
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
          chosen = "";
          fetchCards();
        },
      }),
    ),
    cards.length ? null : h("p", { class: "hint" }, asked ? t("no_match") : t("loading")),
    h("ul", { class: "found" }, cards.map(cardRow)),
  );
}

/** @param {ChoiceView} card */
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
          chosen = open ? "" : card.id;
          show();
        },
      },
      hueDot(card.color),
      h("span", { class: "name" }, card.name),
      cost(card),
      payable(card),
    ),
    open ? h("div", { class: "detail" }, h("p", {}, card.text), layButtons(card)) : null,
  );
}

/**
 * Lay a card that is asked for; or commit one together with what is done with it.
 * @param {ChoiceView} card
 * @returns {Child}
 */
function layButtons(card) {
  const { id, moves } = card;
  if (mine.ask?.takes_card)
    return [ways(moves), button("check", t("lay_it"), "main wide", () => act("lay", { card: id }))];
  return [
    offers(moves).map((offer, index) => {
      const play = { card: id, action: keyOf(offer.action) };
      return [
        option(offer.action, offered(offer), index ? "" : "main", () => act("play", play)),
        payOtherwise(offer.action, card, () => act("play", { ...play, choose: true })),
      ];
    }),
    button("lock", t("commit"), "quiet wide", () => act("commit", { card: id })),
  ];
}

/**
 * Be asked for every way to pay, also with what the city makes itself, where resources are the cost.
 * @type {(action: string, card: CardView | null, run: () => void) => Child}
 */
const payOtherwise = (action, card, run) =>
  action === "wonder" || (action === "build" && card?.cost)
    ? button("coin", t("choose_payment"), "otherwise", run)
    : null;

/** @param {ReturnType<typeof offers>[number]} offer */
function offered({ action, ways, total, stages }) {
  const name = h("b", {}, stages.length === 1 ? moveText(view, ways[0]) : actionText(view, action));
  if (action === "sell") return [name];
  if (stages.length > 1)
    return [name, h("span", { class: "costs" }, t("any_stage", { stages: stages.join(", ") }))];
  const paid = ways.length > 1 ? several(total) : price(view, number, ways[0]);
  return [name, h("span", { class: "costs" }, paid)];
}

/** @param {number} total */
const several = (total) => t("pay_ways", { coins: coinsText(total) });

/** @param {ChoiceView} card */
function payable({ moves }) {
  if (!moves.length) return null;
  const builds = moves.filter(({ action }) => action === "build" || action === "recruit");
  if (!builds.length) return h("span", { class: "able none" }, icon("close", t("too_dear")));
  if (builds.some(({ coins: [left, right] }) => !left && !right))
    return h("span", { class: "able yes" }, icon("check", t("affordable")));
  return h("span", { class: "able trade" }, icon("arrow", t("by_trade")));
}

/**
 * All ways to play a card, with what each one costs.
 * @param {MoveView[]} moves
 */
function ways(moves) {
  if (!moves.length) return null;
  return h(
    "ul",
    { class: "ways", "aria-label": t("ways") },
    moves.map((move) =>
      h(
        "li",
        {},
        h("span", { class: "does" }, icon(move.action), moveText(view, move)),
        price(view, number, move),
      ),
    ),
  );
}

// What to do now

const mustAnswer = () => mine.ask !== null && !mine.ask.optional;

function headline() {
  const question = mine.ask;
  if (!question || question.optional) return mine.text;
  if (question.takes_card) return mine.text;
  const city = question.seat === number ? "" : `${view.seats[question.seat].player}: `;
  if (question.default) return city + t(`soon_${question.default}`);
  if (question.kind !== "pay") return city + mine.text;
  const stages = new Set(question.options.map(({ payment }) => payment?.stage));
  return city + t(stages.size > 1 ? "which_stage" : "pay_title");
}

function now() {
  const waiting = !mustAnswer() && !mustLay();
  return h(
    "section",
    { class: `now ${waiting ? "calm" : "call"}`, "aria-labelledby": "what", "data-key": "now" },
    h("h2", { id: "what" }, waiting ? null : call(), h("span", {}, headline())),
    why(),
    wrong ? alertPill(wrong, "wrong") : null,
    view.paused ? null : controls(),
  );
}

/** By which rule the seat is asked, or why it lays again. */
function why() {
  const rule = mustAnswer() ? mine.ask?.rule : mine.rule;
  return rule ? h("p", { class: "why" }, t("why"), " ", ruleLink(rule)) : null;
}

const call = () =>
  view.seats[number].again
    ? pill("bad", "undo", t("again"))
    : pill("wait", "hourglass", t("your_turn"));

const callMistake = () => act("undo", { turn: view.undo?.turn });

/** Agree to a mistake that somebody calls; it comes first, since it does not wait. */
function agreement() {
  if (!undoCalled(view)) return null;
  return h(
    "section",
    { class: "now call", "data-key": "agreement" },
    h("h2", {}, icon("undo"), h("span", {}, undoCalled(view))),
    view.undo?.caller === number
      ? h("p", { class: "hint" }, t("undo_waiting"))
      : button("undo", t("agree"), "main wide", callMistake),
  );
}

const callButton = () =>
  view.undo?.caller === null
    ? button("undo", t("call_mistake"), "quiet wide", callMistake, "mistake")
    : null;

/** @returns {Child[]} */
function controls() {
  const question = mine.ask;
  return [
    mine.bot
      ? button("phone", t("take_over"), "wide", () => act("bot", { plays: false }), "over")
      : null,
    mine.bot === false
      ? button("undo", t("give_back"), "quiet", () => act("bot", { plays: true }), "back")
      : null,
    question && !question.takes_card && !question.optional ? choices(question) : null,
    mine.secret || (mine.committed && view.phase === "lay") ? secret() : null,
    question?.optional ? beforeTheLock(question) : null,
    mine.committed && view.phase === "lay" && !hasReader()
      ? button("undo", t("withdraw"), "quiet wide", () => act("withdraw"), "withdraw")
      : null,
    laysHere() ? finder() : null,
    question?.may_decline
      ? button("close", t("decline"), "wide", () => act("decline"), "decline")
      : null,
  ];
}

/** @type {(question: QuestionView, key: string) => () => void} */
const press =
  ({ step }, key) =>
  () =>
    act("press", { step, key });

/** @param {QuestionView} question */
function choices(question) {
  const { kind, step, options } = question;
  /** @type {() => Child} */
  const buttons = () => {
    if (kind === "ready") return option("check", t("ready_button"), "", press(question, "ok"));
    if (kind === "declare") return declarations(question);
    return options.map((answer, index) => {
      const take = () => act("take", { option: index });
      if (answer.payment?.stage) return stageOption(question.seat, answer.payment, take);
      if (answer.payment)
        return option("coin", price(view, question.seat, answer.payment), "", take);
      return option("check", answer.text, "", take);
    });
  };
  return h("div", { class: "choices-list", "data-key": `ask-${step}` }, buttons());
}

/**
 * A stage of those that can be built in any order: its cost, what it does, and a way to pay.
 * @type {(seat: number, payment: PaymentView, run: () => void) => HTMLElement}
 */
function stageOption(seat, payment, run) {
  const stage = view.seats[seat].all_stages[payment.stage - 1];
  return option(
    "wonder",
    [
      h("b", {}, t("stage", { number: payment.stage }), " ", cost(stage)),
      h("span", { class: "effect" }, stage.text),
      h("span", { class: "costs" }, price(view, seat, payment)),
    ],
    "",
    run,
  );
}

/**
 * What is done with a card: where something happens by itself, it comes first.
 * @type {(question: QuestionView) => Child}
 */
function declarations(question) {
  const { options, keys } = question;
  if (!options.length)
    return keys.map((key) => option(key, actionText(view, key), "", press(question, key)));
  const known = question.seat === number ? offers(mine.secret?.moves ?? []) : [];
  const actions = options.map(({ text }, index) => ({ text, index }));
  return [
    question.default ? graceBar(view) : null,
    actions
      .sort((a, b) => byAction(a.text, b.text))
      .map(({ text, index }) => {
        const offer = known.find(({ action }) => action === text);
        const kind = text === question.default ? "main" : "";
        return [
          option(text, offer ? offered(offer) : actionText(view, text), kind, () =>
            act("take", { option: index }),
          ),
          payOtherwise(text, question.card, () => act("take", { option: index, choose: true })),
        ];
      }),
  ];
}

/**
 * Choose before the lock what is done with a card, or something else; nobody waits for it.
 * @param {QuestionView} question
 */
function beforeTheLock(question) {
  const own = question.seat === number;
  const legal = own && mine.secret ? offers(mine.secret.moves).map((o) => keyOf(o.action)) : null;
  const keys = question.keys.filter((key) => !legal || legal.includes(key));
  const about = own ? "" : `${view.seats[question.seat].player}: ${question.card?.name ?? ""}`;
  return h(
    "fieldset",
    { class: "beforehand", "data-key": `before-${question.seat}` },
    h("legend", {}, about || t("choose_action")),
    h(
      "div",
      { class: "keys" },
      keys.map((key) =>
        h(
          "button",
          {
            type: "button",
            class: `button ${key === question.chosen ? "main" : ""}`,
            "aria-pressed": String(key === question.chosen),
            disabled: busy,
            onclick: press(question, key),
          },
          icon(key),
          t(`short_${key}`),
        ),
      ),
    ),
    question.chosen && question.chosen !== "sell" ? choosing(question) : null,
    h("p", { class: "hint" }, t(question.chosen ? "change_action" : "undecided")),
  );
}

/**
 * Say before the lock that one chooses how to pay, or not.
 * @param {QuestionView} question
 */
function choosing({ step, chosen, choosing }) {
  const key = keyOf(chosen);
  return h(
    "button",
    {
      type: "button",
      class: `button otherwise ${choosing ? "main" : ""}`,
      "aria-pressed": String(choosing),
      disabled: busy,
      onclick: () => act("press", { step, key, choose: !choosing }),
    },
    icon("coin"),
    t("choose_payment"),
  );
}

/** @type {(sign: string, content: Child, kind: string, run: () => void) => HTMLElement} */
const option = (sign, content, kind, run) =>
  h(
    "button",
    { type: "button", class: `button option ${kind}`, disabled: busy, onclick: run },
    icon(sign),
    h("span", { class: "grow" }, content),
  );

function secret() {
  const card = mine.secret;
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
  );
}

// The city and its neighbours

/** @type {(seat: SeatView, title: string, open?: boolean) => HTMLElement} */
function city(seat, title, open = false) {
  const { total } = seat.score;
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
      asks(seat, t("total"), "", total, { class: "sum", "aria-label": pointsText(total) }),
    ),
    stats(seat),
    works(seat),
    h("details", { open }, h("summary", {}, icon("card"), t("cards")), built(seat)),
  );
}

/** @param {SeatView} seat */
function built(seat) {
  const held = holdings(view, seat);
  if (!held.length) return h("p", { class: "hint" }, t("no_cards"));
  return h(
    "ul",
    { class: "colors" },
    held.map(({ color, names }) => h("li", {}, hueDot(color), h("span", {}, names.join(", ")))),
  );
}

/** @param {SeatView} seat */
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

/** @type {(title: Child, when: Child) => HTMLElement} */
const header = (title, when) =>
  h(
    "header",
    { class: "bar", "data-key": "bar" },
    h("h1", {}, title),
    h("p", { class: "when" }, when),
    h(
      "nav",
      { "aria-label": t("title") },
      soundTool(show),
      themeTool(show),
      ...languageLinks(true),
    ),
  );

/** @param {SeatView} seat */
function result(seat) {
  if (view.phase !== "over") return null;
  const text = `${t("rank")} ${view.ranks?.[number] ?? "–"} · ${pointsText(seat.score.total)}`;
  return h(
    "section",
    { class: "now calm", "data-key": "result" },
    h("h2", {}, icon("laurel"), h("span", {}, text)),
    wrong ? alertPill(wrong, "wrong") : null,
    mine.final
      ? finalChoices(mine.final, (choice) => {
          if (!busy) act("final", choice);
        })
      : null,
  );
}

/** A question that must be answered is never out of sight. */
function toTheQuestion() {
  const step = mine.ask && !mine.ask.optional ? mine.ask.step : "";
  if (step && step !== answering) scrollTo(0, 0);
  answering = step;
}

function draw() {
  if (!latest) return;
  if (latest.phase === "none" || !latest.seats[number] || !latestPrivate) {
    const hint = h("p", { class: "hint" }, latest.phase_text);
    const title = t("seat_page", { number: number + 1 });
    render(root, header(title, latest.phase_text), h("main", { class: "column" }, hint));
    return;
  }
  view = latest;
  mine = latestPrivate;
  const seat = view.seats[number];
  toTheQuestion();
  document.body.dataset.phase = view.phase;
  document.body.dataset.at = [view.round, view.phase, mine.ask?.step ?? "", mine.committed].join(
    " ",
  );
  render(
    root,
    header([mark(seat.seat), seat.player], [whenText(view), timerPill(view)]),
    h(
      "main",
      { class: "column", id: "now" },
      agreement(),
      todo(seat),
      now(),
      result(seat),
      callButton(),
      city(seat, t("your_city"), true),
      h("h2", { class: "between", "data-key": "between" }, t("neighbours")),
      city(view.seats[seat.left], t("left_neighbour")),
      city(view.seats[seat.right], t("right_neighbour")),
    ),
  );
  speak(view.paused ? t("paused_text") : headline());
  fetchCards();
}

/** @param {string} text */
function speak(text) {
  if (spoken.textContent === text) return;
  if (spoken.textContent && (mustAnswer() || mustLay())) play("ask");
  spoken.textContent = text;
}

watch(`/seat/${number}/events?lang=${lang}`, {
  view: (/** @type {GameView | NoGameView} */ found) => {
    latest = found;
    show();
  },
  private: (/** @type {SeatPageView | null} */ found) => {
    latestPrivate = found;
    show();
  },
});
tick(() => latest, show);
