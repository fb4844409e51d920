// A seat's own page: what to do now, its secret, its city and its neighbours.

import { languageLinks, themeTool } from "./bar.js";
import { h, icon, render } from "./dom.js";
import { finalChoices } from "./final.js";
import { watch } from "./live.js";
import { alertPill, mark, whenText } from "./parts.js";
import { lang } from "./prefs.js";
import { cities } from "./seat/cities.js";
import { fetchHand } from "./seat/hand.js";
import { helpTool } from "./seat/help.js";
import { lessons } from "./seat/lesson.js";
import { agreement, callButton } from "./seat/mistake.js";
import { act, drawnBy, now, number, show, speak } from "./seat/moment.js";
import { headline, question } from "./seat/question.js";
import { lastTurns } from "./seat/turns.js";
import { soundTool } from "./sound.js";
import { pointsText, t } from "./strings.js";
import { tick, timerPill } from "./timer.js";

/** @typedef {import("./dom.js").Child} Child */

const root = /** @type {Element} */ (document.querySelector("#seat"));
/** @type {GameView | NoGameView | undefined} */
let latest;
/** @type {SeatPageView | null} */
let latestPrivate = null;
let answering = ""; // the question that is shown, if it must be answered

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
      helpTool(),
      soundTool(show),
      themeTool(show),
      ...languageLinks(true),
    ),
  );

/** @param {SeatView} seat */
function todo(seat) {
  if (!seat.todo.length || now.view.phase !== "lay") return null;
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

/** @param {SeatView} seat */
function result(seat) {
  const { view, mine } = now;
  if (view.phase !== "over") return null;
  const text = `${t("rank")} ${view.ranks?.[number] ?? "–"} · ${pointsText(seat.score.total)}`;
  return h(
    "section",
    { class: "now calm", "data-key": "result" },
    h("h2", {}, icon("laurel"), h("span", {}, text)),
    now.wrong ? alertPill(now.wrong, "wrong") : null,
    mine.final
      ? finalChoices(mine.final, (choice) => {
          if (!now.busy) act("final", choice);
        })
      : null,
  );
}

/** A question that must be answered is never out of sight. */
function toTheQuestion() {
  const { ask } = now.mine;
  const step = ask && !ask.optional ? ask.step : "";
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
  const view = (now.view = latest);
  const mine = (now.mine = latestPrivate);
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
      question(),
      result(seat),
      lessons(),
      cities(),
      lastTurns(),
      callButton(),
    ),
  );
  speak(view.paused ? t("paused_text") : headline());
  fetchHand();
}

drawnBy(draw);
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
