// A mistake: a seat calls one, and another agrees.

import { h, icon } from "../dom.js";
import { undoCalled } from "../parts.js";
import { t } from "../strings.js";
import { act, now, number } from "./moment.js";
import { button } from "./options.js";

const callMistake = () => act("undo", { turn: now.view.undo?.turn });

/** Agree to a mistake that somebody calls; it comes first, since it does not wait. */
export function agreement() {
  const { view } = now;
  if (!undoCalled(view)) return null;
  return h(
    "div",
    { class: "agreement", "data-key": "agreement" },
    h("p", {}, icon("undo"), h("span", {}, undoCalled(view))),
    view.undo?.caller === number
      ? h("p", { class: "hint" }, t("undo_waiting"))
      : button("undo", t("agree"), "main", callMistake),
  );
}

export const callButton = () =>
  now.view.undo?.caller === null
    ? h(
        "div",
        { class: "mistake", "data-key": "mistake" },
        button("undo", t("call_mistake"), "quiet wide", callMistake),
        h("p", { class: "hint" }, t("call_mistake_text")),
      )
    : null;
