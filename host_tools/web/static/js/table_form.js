// How the table plays: secrecy, the countdown, the grace, the timer.

import { h } from "./dom.js";
import { radios, slide, tick } from "./fields.js";
import { change, setup } from "./plan.js";
import { t } from "./strings.js";
import { clock } from "./timer.js";

const GRACE_S = 2;
const TIMER_STEP_S = 15;

/** @param {number} seconds */
const inSeconds = (seconds) => `${seconds} ${t("seconds")}`;

/** @param {number} seconds */
const inMinutes = (seconds) => (seconds ? t("minutes", clock(seconds)) : t("no_timer"));

export function tableForm() {
  const { plan, draft } = setup;
  const { countdown_max, grace_max, timer_max } = draft.choices;
  return h(
    "section",
    { class: "panel", "aria-labelledby": "table", "data-key": "table" },
    h("h2", { id: "table" }, t("at_the_table")),
    radios("mode", draft.choices.modes, plan.mode, (mode) => change({ mode })),
    slide(t("countdown"), plan.countdown, countdown_max, 1, inSeconds, (countdown) =>
      change({ countdown }),
    ),
    tick(t("always_ask"), plan.grace === null, (on) => change({ grace: on ? null : GRACE_S })),
    plan.grace === null
      ? null
      : slide(t("grace"), plan.grace, grace_max, 1, inSeconds, (grace) => change({ grace })),
    tick(t("ask_payment"), plan.ask_payment, (ask_payment) => change({ ask_payment })),
    slide(t("timer"), plan.timer, timer_max, TIMER_STEP_S, inMinutes, (timer) => change({ timer })),
    tick(t("strict"), plan.strict, (strict) => change({ strict })),
    tick(t("shared"), plan.shared, (shared) => change({ shared })),
  );
}
