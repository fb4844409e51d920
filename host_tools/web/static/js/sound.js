// Short tones, made here: nothing is loaded, and nothing tells which card it was.

import { tool } from "./bar.js";
import { remember, remembered } from "./prefs.js";
import { t } from "./strings.js";

/** @typedef {keyof typeof TUNES} Tune pitches in Hz, and how long each sounds in seconds */
const TUNES = {
  commit: [[660, 0.07]],
  lock: [
    [520, 0.1],
    [780, 0.16],
  ],
  tick: [[440, 0.04]],
  reveal: [
    [392, 0.09],
    [523, 0.09],
    [659, 0.2],
  ],
  conflict: [
    [196, 0.18],
    [147, 0.3],
  ],
  clash: [
    [262, 0.06],
    [196, 0.14],
  ],
  coins: [
    [1319, 0.05],
    [1760, 0.1],
  ],
  count: [
    [440, 0.05],
    [494, 0.08],
  ],
  ask: [
    [587, 0.08],
    [587, 0.1],
  ],
  over: [
    [523, 0.14],
    [659, 0.14],
    [784, 0.14],
    [1047, 0.4],
  ],
  wrong: [[220, 0.2]],
};
/** @type {AudioContext | undefined} */
let context;
let muted = remembered("mute", "0") === "1";

/** @param {() => void} again draws the page again */
export const soundTool = (again) =>
  tool(muted ? "sound" : "mute", t(muted ? "unmute" : "mute"), () => {
    muted = !muted;
    remember("mute", muted ? "1" : "0");
    again();
  });

// Browsers allow sound only after a touch or a key.
for (const name of ["pointerdown", "keydown"])
  addEventListener(name, () => {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
  });

/** @param {Tune} tune */
export function play(tune) {
  if (muted || !context || context.state !== "running") return;
  let at = context.currentTime + 0.01;
  for (const [pitch, length] of TUNES[tune]) {
    const tone = context.createOscillator();
    const level = context.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(0.12, at + 0.01);
    level.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(level).connect(context.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
    at += length * 0.9;
  }
}
