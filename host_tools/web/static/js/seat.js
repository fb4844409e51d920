// A seat's own page: what to do now, its secret, its city and its neighbours.

import { languageLinks, themeTool } from "./bar.js";
import { h, icon, render } from "./dom.js";
import { watch } from "./live.js";
import { hasEnded } from "./model.js";
import { mark, whenText } from "./parts.js";
import { lang } from "./prefs.js";
import { stayAwake } from "./seat/awake.js";
import { cities } from "./seat/cities.js";
import { fetchHand, hand } from "./seat/hand.js";
import { helpTool } from "./seat/help.js";
import { lessons } from "./seat/lesson.js";
import { callButton } from "./seat/mistake.js";
import { drawnBy, now, number, show, speak } from "./seat/moment.js";
import { headline, question } from "./seat/question.js";
import { lastTurns } from "./seat/turns.js";
import { soundTool } from "./sound.js";
import { t } from "./strings.js";
import { tick, timerPill } from "./timer.js";

/** @typedef {import("./dom.js").Child} Child */

const root = /** @type {Element} */ (document.querySelector("#seat"));
/** @type {GameView | NoGameView | undefined} */
let latest;
/** @type {SeatPageView | null} */
let latestPrivate = null;

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
  document.body.dataset.phase = view.phase;
  document.body.dataset.at = [view.round, view.phase, mine.ask?.step ?? "", mine.committed].join(
    " ",
  );
  render(
    root,
    header([mark(seat.seat), seat.player], [whenText(view), timerPill(view)]),
    h(
      "main",
      { class: "column" },
      todo(seat),
      hand(),
      lessons(),
      cities(),
      lastTurns(),
      callButton(),
    ),
    question(),
  );
  speak(headline());
  stayAwake(!hasEnded(view));
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
