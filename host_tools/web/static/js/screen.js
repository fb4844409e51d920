// The shared screen: takes the public view and shows the scene that it calls for.

import { centre } from "./centre.js";
import { seatPanel } from "./city.js";
import { h, icon, render } from "./dom.js";
import { listen } from "./live.js";
import { conflict, history, sceneOf, turnKey } from "./model.js";
import { isDark, lang, otherLanguage, remember, remembered, setTheme } from "./prefs.js";
import { drawRing } from "./ring.js";
import { scoreScene } from "./score.js";
import { isMuted, play, setMuted } from "./sound.js";
import { AGES, t } from "./strings.js";

const CONFLICT_MS = 14000;
const top = document.querySelector(".top");
const stage = document.querySelector(".stage");
const cloth = h("svg", { class: "tablecloth", "aria-hidden": "true" });
const ground = h("div", { class: "ground" });
const spoken = h("p", { class: "sr", "aria-live": "polite" });
const offline = h("p", { class: "offline", role: "status", hidden: true }, t("offline"));
stage.replaceChildren(cloth, ground);
document.body.append(spoken, offline);

let view = null;
let scene = "";
let seen = "";
let timer = 0;
let looking = false; // at the table, when the game is over
let totals = remembered("totals", "show") !== "hide";

function show() {
  if (!view) return;
  if (!view.seats.length) return noGame();
  const fought = conflict(view);
  const key = turnKey(view);
  const next = sceneOf(view, seen === key);
  if (next === "conflict" && !timer) timer = setTimeout(onward, CONFLICT_MS);
  if (next !== "conflict") {
    clearTimeout(timer);
    timer = 0;
  }
  sounds(scene, next);
  scene = next;
  history(view);
  document.body.dataset.scene = scene;
  document.body.dataset.phase = view.phase;
  document.body.dataset.round = view.round;
  render(top, header());
  render(ground, scene === "score" && !looking ? scoreScene(view) : tableScene(fought));
  ground.toggleAttribute("data-table", scene !== "score" || looking);
  if (scene === "score" && !looking) render(cloth);
  else drawRing(cloth, stage, view, scene, fought);
  speak();
}

function tableScene(fought) {
  const shown = scene === "score" ? "laying" : scene;
  return [
    h(
      "div",
      { class: "ring", "data-n": view.seats.length, "data-key": "ring" },
      centre(view, shown === "abandoned" ? "laying" : shown, fought, onward),
      view.seats.map((seat) =>
        seatPanel(view, seat, shown, fought, totals || view.phase === "over"),
      ),
    ),
    view.paused ? veil("pause", t("paused")) : null,
    scene === "abandoned" ? veil("void", t("abandoned")) : null,
  ];
}

function noGame() {
  render(top, h("h1", { class: "brand" }, t("title")));
  render(cloth);
  render(
    ground,
    h("div", { class: "veil", role: "status" }, h("span", {}, icon("table"), view.phase_text)),
  );
}

const veil = (sign, text) =>
  h("div", { class: "veil", "data-key": "veil", role: "status" }, h("span", {}, icon(sign), text));

function onward() {
  seen = turnKey(view);
  timer = 0;
  show();
}

function header() {
  const running = !["over", "abandoned", "draft"].includes(view.phase);
  return [
    h(
      "div",
      { class: "when" },
      running
        ? [
            h("b", {}, t("age", { age: AGES[view.age] })),
            h(
              "span",
              {},
              view.turn ? t("turn", { turn: view.turn, turns: view.turns }) : t("leader_turn"),
            ),
          ]
        : null,
    ),
    h(
      "h1",
      { class: scene === "score" ? "" : "brand" },
      scene === "score" ? t("score_title") : t("title"),
    ),
    h(
      "nav",
      { "aria-label": t("title") },
      view.chances && running
        ? h(
            "span",
            { class: "pill wait", title: t("chance_title") },
            icon("dice"),
            t(view.chances.games ? "spoiler" : "spoiler_soon", view.chances),
          )
        : null,
      running
        ? h(
            "span",
            { class: "pill plain" },
            icon(view.passing === "left" ? "clockwise" : "counter"),
            t(`passing_${view.passing}`),
          )
        : null,
      view.phase === "over" && scene === "score"
        ? tool("table", t(looking ? "show_score" : "back_to_table"), () => {
            looking = !looking;
            show();
          })
        : null,
      view.phase === "over"
        ? null
        : tool(totals ? "hidden" : "eye", t(totals ? "hide_totals" : "show_totals"), () => {
            totals = !totals;
            remember("totals", totals ? "show" : "hide");
            show();
          }),
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
        {
          class: "button quiet",
          href: otherLanguage(),
          hreflang: lang === "fr" ? "en" : "fr",
          lang: lang === "fr" ? "en" : "fr",
        },
        t("language"),
      ),
    ),
    view.trouble
      ? h(
          "p",
          { class: "pill bad alert", role: "alert" },
          icon("warning"),
          `${t("trouble")}: ${view.trouble}`,
        )
      : null,
  ];
}

const tool = (sign, label, act) =>
  h(
    "button",
    {
      type: "button",
      class: "button quiet round",
      "aria-label": label,
      title: label,
      onclick: act,
    },
    icon(sign),
  );

const TUNES = {
  countdown: "lock",
  reveal: "reveal",
  payments: "coin",
  conflict: "conflict",
  score: "over",
};

function sounds(from, to) {
  if (from && from !== to && TUNES[to]) play(TUNES[to]);
}

function speak() {
  const names = view.missing.join(", ");
  const text = view.paused
    ? t("paused_text")
    : names
      ? `${view.phase_text}. ${t("waiting_for")}: ${names}`
      : view.phase_text;
  if (spoken.textContent !== text) spoken.textContent = text;
}

addEventListener("resize", show);
addEventListener("keydown", (event) => {
  if (scene === "conflict" && event.key === "Escape") onward();
});
listen(
  `/events?lang=${lang}`,
  {
    view: (found) => {
      const before = view?.seats.filter((seat) => seat.committed).length ?? 0;
      view = found;
      if (view.seats.filter((seat) => seat.committed).length > before) play("commit");
      show();
    },
    countdown: (left) => {
      if (!view) return;
      if (left !== null && Math.ceil(left) !== Math.ceil(view.countdown ?? 0)) play("tick");
      view.countdown = left;
      show();
    },
  },
  (linked) => {
    offline.hidden = linked;
  },
);
