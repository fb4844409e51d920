// What a seat may choose when the game is over: the guild that it copies, the symbols it counts.

import { h, icon } from "./dom.js";
import { pointsText, t } from "./strings.js";

/** @typedef {{ copy_guild: string, science: number[] | null }} Choice */

const SYMBOLS = ["compass", "gear", "tablet"];
const MOST_SHOWN = 3; // a longer list is folded up

/** @type {(final: FinalView, choose: (choice: Choice) => void) => HTMLElement} */
export function finalChoices({ guilds, science, changed }, choose) {
  return h(
    "div",
    { class: "final" },
    h("p", { class: "hint" }, t(changed ? "final_changed" : "final_best")),
    group("final_guild", guilds, choose, ({ name }) => name),
    group("final_science", science, choose, ({ science }) => symbols(science ?? [])),
    changed
      ? h(
          "button",
          {
            type: "button",
            class: "button quiet wide",
            onclick: () => choose({ copy_guild: "", science: null }),
          },
          icon("undo"),
          t("final_again"),
        )
      : null,
  );
}

/**
 * @param {string} title
 * @param {FinalOption[]} options
 * @param {(choice: Choice) => void} choose
 * @param {(option: FinalOption) => import("./dom.js").Child} shown
 */
function group(title, options, choose, shown) {
  if (options.length < 2) return null;
  const long = options.length > MOST_SHOWN;
  return h(
    long ? "details" : "fieldset",
    { class: "beforehand", "data-key": title },
    h(long ? "summary" : "legend", {}, t(title)),
    h(
      "div",
      { class: "choices-list" },
      options.map((option) => {
        const { copy_guild, science, total, chosen } = option;
        return h(
          "button",
          {
            type: "button",
            class: `button option ${chosen ? "main" : ""}`,
            "aria-pressed": String(chosen),
            onclick: () => choose({ copy_guild, science }),
          },
          icon(chosen ? "check" : "any"),
          h("span", { class: "grow" }, shown(option)),
          h("span", {}, pointsText(total)),
        );
      }),
    ),
  );
}

/** @param {number[]} counts */
const symbols = (counts) =>
  counts.flatMap((count, kind) =>
    count
      ? [h("span", { class: "count-of number" }, count, icon(SYMBOLS[kind], t(SYMBOLS[kind])))]
      : [],
  );
