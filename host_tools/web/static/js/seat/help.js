// Help: what the lights, buttons and sounds at the seat mean, and the words of the game.

import { tool } from "../bar.js";
import { makeLightDialog } from "../dialog.js";
import { h, icon } from "../dom.js";
import { ask, messageOf } from "../live.js";
import { alertPill, hueDot, resource, ruleLink } from "../parts.js";
import { lang } from "../prefs.js";
import { t } from "../strings.js";
import { teachSwitch } from "./lesson.js";
import { now, number, show } from "./moment.js";

/** @typedef {import("../dom.js").Child} Child */

const STRIP_MS = 3000; // how much of a rhythm is drawn
/** @type {ReturnType<typeof makeLightDialog> | undefined} */
let dialog;
/** @type {AudioContext | undefined} */
let context;

export const helpTool = () => tool("help", t("help"), openHelp);

async function openHelp() {
  open(h("p", { class: "hint" }, t("loading")));
  try {
    const help = await ask(`/api/seat/${number}/help?lang=${lang}`, {});
    open(() => chapters(help));
  } catch (error) {
    open(alertPill(messageOf(error)));
  }
}

/** @param {Child | (() => Child)} content made again when the switch is turned */
function open(content) {
  dialog ??= makeLightDialog("help", "help-title", { class: "tall" });
  const again = () => {
    open(content);
    show();
  };
  dialog.open(
    t("help"),
    now.view ? teachSwitch(again) : null,
    typeof content === "function" ? content() : content,
  );
}

/** @param {HelpView} help */
const chapters = ({ panel, words }) => [
  chapter("help_words", words.map(word)),
  chapter("help_lights", [
    panel.in_a_game.map(light),
    h("li", { class: "head" }, t("help_other_lights")),
    panel.other_lights.map(light),
  ]),
  chapter("help_buttons", [panel.lamps.map(light), panel.keys.map(key)]),
  chapter("help_sounds", panel.sounds.map(sound)),
  chapter(
    "help_mistake",
    ["mistake_call", "mistake_agree", "mistake_then"].map((step) =>
      h("li", {}, t(step, { seconds: panel.agree_seconds })),
    ),
  ),
];

/** @type {(title: string, rows: Child) => HTMLElement} */
const chapter = (title, rows) =>
  h("details", { "data-key": title }, h("summary", {}, t(title)), h("ul", {}, rows));

// The panel

/** @param {LightView} light */
const light = ({ name, color, rhythm, text }) =>
  h(
    "li",
    { class: "light", "data-key": `light-${name}` },
    strip(color, rhythm),
    h("span", {}, text),
  );

/**
 * A light as a lamp and a strip of time, which is lit where the lamp is: nothing blinks here.
 * @type {(color: number[], rhythm: number[]) => HTMLElement}
 */
function strip(color, rhythm) {
  const most = Math.max(...color);
  const [red, green, blue] = color.map((part) => (most ? Math.round((part * 255) / most) : 40));
  const steady = rhythm.length === 1;
  const label = !most
    ? t("rhythm_off")
    : steady
      ? t("rhythm_steady")
      : t("rhythm", { times: rhythm.join(", ") });
  return h(
    "span",
    {
      class: `strip ${most ? "" : "dark"}`,
      role: "img",
      "aria-label": label,
      title: label,
      style: { "--lamp": `rgb(${red} ${green} ${blue})` },
    },
    h("i", { class: "lamp" }),
    h(
      "span",
      { class: "rhythm" },
      spans(rhythm).map(({ lit, length }) =>
        h("i", { class: lit ? "lit" : "", style: { "flex-grow": String(length) } }),
      ),
    ),
  );
}

/**
 * The parts of a rhythm that fit on a strip.
 * @param {number[]} rhythm
 */
export function spans(rhythm) {
  if (rhythm.length === 1) return [{ lit: true, length: STRIP_MS }];
  const found = [];
  for (let index = 0, at = 0; at < STRIP_MS; index += 1) {
    const length = Math.min(rhythm[index % rhythm.length], STRIP_MS - at);
    found.push({ lit: index % 2 === 0, length });
    at += length;
  }
  return found;
}

/** @param {KeyView} key */
const key = ({ name, text }) =>
  h("li", { "data-key": `key-${name}` }, icon(KEY_SIGNS[name] ?? name), h("span", {}, text));

/** @type {Record<string, string>} */
const KEY_SIGNS = { left: "counter", right: "clockwise", ok: "check" };

/** @param {SoundView} sound */
const sound = ({ name, tones, text }) =>
  h(
    "li",
    { "data-key": `sound-${name}` },
    tool("play", t("listen"), () => playTones(tones)),
    h("span", {}, text),
  );

/**
 * Sound as a seat's buzzer does; 0 hertz is a rest.
 * @param {number[][]} tones
 */
function playTones(tones) {
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [hertz, length] of tones) {
    if (hertz) {
      const tone = context.createOscillator();
      const level = context.createGain();
      tone.type = "square";
      tone.frequency.value = hertz;
      level.gain.value = 0.05;
      tone.connect(level).connect(context.destination);
      tone.start(at);
      tone.stop(at + length / 1000);
    }
    at += length / 1000;
  }
}

// Words

const COLORS = "brown grey blue yellow red green purple white black".split(" ");

/** @param {string} name */
const sign = (name) => {
  if (name.length === 1) return resource(name);
  return COLORS.includes(name) ? hueDot(name) : icon(name);
};

/** @param {WordView} word */
const word = ({ name, signs, text, rule }) =>
  h(
    "li",
    { class: "word" },
    h("h3", {}, h("span", { class: "signs" }, signs.map(sign)), name, ruleLink(rule)),
    h("p", {}, text),
  );
