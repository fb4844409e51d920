// The shared screen: takes the public view and shows the scene that it calls for.

import { languageLinks, themeTool, tool } from "./bar.js";
import { centre } from "./centre.js";
import { seatPanel } from "./city.js";
import { h, icon, render } from "./dom.js";
import { begin, conflictAct, cut, eachFrame, isPlaying, revealAct, scoreAct } from "./drama.js";
import { watch } from "./live.js";
import { hasBegun, isBetweenTurns, sceneOf, toLookAt, turnKey, usesSigns } from "./model.js";
import { ageText, alertPill, pill, turnText, undoCalled } from "./parts.js";
import { lang, note, noted, remember, remembered } from "./prefs.js";
import { drawRing } from "./ring.js";
import { countUp, lineUp, scoreScene } from "./score.js";
import { play, soundTool } from "./sound.js";
import { t } from "./strings.js";
import { tick, timerPill } from "./timer.js";
import { watchCode, watchInvitation } from "./watch.js";

/** @typedef {import("./model.js").Scene} Scene */

/** @type {Partial<Record<Scene, number>>} how long people look at it, in ms */
const LOOKS = { reveal: 10000, conflict: 14000 };
const top = /** @type {Element} */ (document.querySelector(".top"));
const stage = /** @type {Element} */ (document.querySelector(".stage"));
const cloth = h("svg", { class: "tablecloth", "aria-hidden": "true" });
const ground = h("div", { class: "ground" });
const spoken = h("p", { class: "sr", "aria-live": "polite" });
stage.replaceChildren(cloth, ground);
document.body.append(spoken);

/** @type {GameView | NoGameView | undefined} */
let latest;
/** @type {Scene | undefined} */
let scene;
let turn = ""; // the turn that is shown
let seen = 0; // how much of it people have looked at
let timer = 0;
let enacted = ""; // the last thing that was played, or could have been
let looking = false; // at the table, when the game is over
let totals = remembered("totals", "show") !== "hide";

function show() {
  if (!latest) return;
  if (latest.phase === "none") noGame(latest);
  else showGame(latest);
}

/** @param {GameView} view */
function showGame(view) {
  follow(view);
  const next = sceneOf(view, seen);
  if (scene !== next || !isShownAWhile(view, next)) {
    clearTimeout(timer);
    timer = 0;
  }
  if (isShownAWhile(view, next)) timer ||= window.setTimeout(onward, LOOKS[next]);
  enact(view, next);
  scene = next;
  const score = scene === "score" && !looking;
  Object.assign(document.body.dataset, { scene, phase: view.phase, round: view.round });
  render(top, header(view));
  const building = isPlaying("score");
  render(ground, score ? scoreScene(view, building, skip) : tableScene(view, scene));
  if (building) lineUp(ground);
  ground.toggleAttribute("data-table", !score);
  if (score) render(cloth);
  else drawRing(cloth, stage, view, scene);
  speak(view);
}

/**
 * Begin to look at a turn when it is over; a screen that comes later does not hold anybody up.
 * @param {GameView} view
 */
function follow(view) {
  if (turn === turnKey(view)) return;
  const next = turnKey(view);
  const [before, looks] = (noted("seen") ?? "").split(" ");
  if (!turn && before === next) seen = Number(looks);
  else seen = !turn && hasBegun(view) ? toLookAt(view).length : 0;
  turn = next;
  note("seen", `${turn} ${seen}`);
}

/**
 * Play what a scene begins with, once; a page that was just opened shows its end.
 * @type {(view: GameView, next: Scene) => void}
 */
function enact(view, next) {
  const between = isBetweenTurns(view);
  const key = `${turn} ${next} ${between}`;
  if (key === enacted) return;
  const late = !enacted;
  const open = scene === "reveal" && enacted.endsWith("false"); // the cards of this turn
  enacted = key;
  cut();
  const act = late ? undefined : ACTS[next]?.(view, open);
  if (act && begin(act, show)) {
    if (act.name === "score") eachFrame((elapsed) => countUp(ground, view, elapsed));
  } else if (scene && scene !== next && TUNES[next]) play(TUNES[next]);
}

/** @type {Partial<Record<Scene, (view: GameView, open: boolean) => import("./drama.js").Act>>} */
const ACTS = {
  reveal: (view, open) => revealAct(view, !open, isBetweenTurns(view)),
  conflict: conflictAct,
  score: scoreAct,
};

/** End what is being played; was there anything? */
function skip() {
  const cutShort = cut();
  if (cutShort) show();
  return cutShort;
}

/** @type {(view: GameView, scene: Scene) => boolean} */
const isShownAWhile = (view, scene) => toLookAt(view)[seen] === scene && isBetweenTurns(view);

/** @type {(view: GameView, scene: Scene) => import("./dom.js").Child} */
function tableScene(view, scene) {
  const shown = scene === "score" ? "laying" : scene;
  // When the game is over nobody knows the totals before the score scene.
  const showTotals = view.phase === "over" ? scene === "score" : totals;
  return [
    h(
      "div",
      {
        class: usesSigns(view) ? "ring terse" : "ring",
        "data-n": view.seats.length,
        "data-teams": view.teams !== null,
        "data-key": "ring",
      },
      view.teams?.map(({ team }) =>
        h("div", { class: `frame team-${team}`, "data-key": `team-${team}` }),
      ),
      centre(view, shown === "abandoned" ? "laying" : shown, onward),
      view.seats.map((seat) => seatPanel(view, seat, shown, showTotals)),
    ),
    scene === "abandoned" ? veil("void", t("abandoned")) : null,
  ];
}

/** @param {NoGameView} view */
function noGame(view) {
  render(top, h("h1", { class: "brand" }, t("title")));
  render(cloth);
  render(ground, [veil("table", view.phase_text, watchInvitation(view))]);
}

/** @type {(sign: string, text: string, more?: import("./dom.js").Child) => HTMLElement} */
const veil = (sign, text, more) =>
  h(
    "div",
    { class: "veil", "data-key": "veil", role: "status" },
    h("span", {}, icon(sign), text),
    more,
  );

function onward() {
  clearTimeout(timer);
  seen += 1;
  note("seen", `${turn} ${seen}`);
  timer = 0;
  show();
}

/** @param {GameView} view */
function header(view) {
  const running = !["over", "abandoned", "draft"].includes(view.phase);
  const title = scene === "score" ? "" : "brand";
  return [
    h(
      "div",
      { class: "when" },
      running ? [h("b", {}, ageText(view)), h("span", {}, turnText(view)), timerPill(view)] : null,
    ),
    h(
      "div",
      { class: "name" },
      h("h1", { class: title }, scene === "score" ? t("score_title") : t("title")),
      view.looked && running ? pill("wait", "eye", t("looked")) : null,
    ),
    h(
      "nav",
      { "aria-label": t("title") },
      view.chances && running ? spoiler(view.chances) : null,
      running
        ? h(
            "span",
            { class: "pill plain" },
            icon(view.passing === "left" ? "clockwise" : "counter"),
            t(`passing_${view.passing}`),
          )
        : null,
      scene === "score" ? lookTool() : null,
      view.phase === "over" ? null : totalsTool(),
      soundTool(show),
      themeTool(show),
      ...languageLinks(),
      watchCode(view),
    ),
    view.trouble ? alertPill(`${t("trouble")}: ${view.trouble}`, "alert") : null,
  ];
}

/** @param {ChancesView} chances */
const spoiler = (chances) =>
  h(
    "span",
    { class: "pill wait", title: t("chance_title") },
    icon("dice"),
    t(chances.games ? "spoiler" : "spoiler_soon"),
  );

const lookTool = () =>
  tool("table", t(looking ? "show_score" : "back_to_table"), () => {
    looking = !looking;
    show();
  });

const totalsTool = () =>
  tool(totals ? "hidden" : "eye", t(totals ? "hide_totals" : "show_totals"), () => {
    totals = !totals;
    remember("totals", totals ? "show" : "hide");
    show();
  });

/** @type {Partial<Record<Scene, import("./sound.js").Tune>>} */
const TUNES = {
  countdown: "lock",
  reveal: "reveal",
  conflict: "conflict",
  score: "over",
};

/** @param {GameView} view */
function speak(view) {
  const names = view.missing.join(", ");
  const waiting = names ? `${view.phase_text}. ${t("waiting_for")}: ${names}` : view.phase_text;
  const paused = view.paused ? view.pause_reason || t("paused_text") : "";
  const looked = view.looked ? ` ${t("looked")}` : "";
  const text = undoCalled(view) || paused || waiting + looked;
  if (spoken.textContent !== text) spoken.textContent = text;
}

const commits = () => latest?.seats.filter((seat) => seat.committed).length ?? 0;

addEventListener("resize", show);
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]") || skip()) return;
  if (timer) onward();
});
stage.addEventListener("click", ({ target }) => {
  if (target instanceof Element && !target.closest("button, a, dialog")) skip();
});
tick(() => latest, show);
watch(`/events?lang=${lang}`, {
  view: (/** @type {GameView | NoGameView} */ view) => {
    const before = commits();
    latest = view;
    if (commits() > before) play("commit");
    show();
  },
  countdown: (/** @type {number | null} */ left) => {
    if (!latest || latest.phase === "none") return;
    if (left !== null && Math.ceil(left) !== Math.ceil(latest.countdown ?? 0)) play("tick");
    latest.countdown = left;
    show();
  },
});
