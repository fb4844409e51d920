// The turn timer, where one was agreed: it ticks on the page, and forces nothing.

import { h, icon } from "./dom.js";
import { t } from "./strings.js";

const TICK_MS = 1000;

/** @param {number} seconds */
export const clock = (seconds) => ({
  minutes: Math.floor(seconds / 60),
  seconds: String(seconds % 60).padStart(2, "0"),
});

/** @param {GameView} view */
export function timerPill(view) {
  if (view.timer === null) return null;
  const left = Math.ceil(view.timer);
  return h(
    "span",
    { class: `pill timer ${left ? "plain" : "wait"}`, role: "timer", "data-key": "timer" },
    icon("hourglass"),
    left ? t("time_left", clock(left)) : t("time_up"),
  );
}

/**
 * Count the seconds of the latest view down; the next view sets them right.
 * @param {() => GameView | NoGameView | undefined} latest
 * @param {() => void} show
 */
export const tick = (latest, show) =>
  setInterval(() => {
    const view = latest();
    if (!view || view.phase === "none" || !view.timer) return;
    view.timer = Math.max(0, view.timer - TICK_MS / 1000);
    show();
  }, TICK_MS);
