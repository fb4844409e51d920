// Signs: what a card or stage does, as the icons that the server names; coins, points and tokens
// have their number in them.

import { h, icon } from "./dom.js";

const COLORS = new Set("brown grey blue yellow red green purple black white".split(" "));
const RESOURCES = new Set("WSCOGLP");
const FILLED = new Set("coin points victory defeated loss debt".split(" "));

/** @type {(name: string, number?: string | number) => HTMLElement} */
export function sign(name, number = "") {
  const figure = String(number).replace("-", "−");
  const drawn = COLORS.has(name)
    ? h("span", { class: `chiplet hue c-${name}` }, icon(name))
    : RESOURCES.has(name)
      ? h("span", { class: `res r-${name}` }, icon(name))
      : icon(name);
  const kind = FILLED.has(name) ? "filled" : "beside";
  const long = figure.length > 1 ? " long" : "";
  return h(
    "span",
    { class: `sign sign-${name} ${figure ? kind + long : ""}` },
    drawn,
    figure ? h("b", {}, figure) : null,
  );
}

/** @param {string} row */
const words = (row) => row.split(" ").map((word) => word.split(":"));

/**
 * A row of signs for each effect.
 * @param {string[]} rows
 */
export const signs = (rows) =>
  h(
    "span",
    { class: "signs", "aria-hidden": "true" },
    rows.map((row) =>
      h(
        "span",
        { class: "signrow" },
        words(row).map(([name, number]) => sign(name, number)),
      ),
    ),
  );

/** @type {Record<string, number>} */
const WIDTHS = { or: 0.4, per: 0.6, points: 1.6, coin: 1.3, victory: 1.3, defeated: 1.3 };
const GAP = 0.12;
const ROW_HEIGHT = 1.65;
const FULL = 0.92; // of a line that has to break somewhere

/** @param {string} row */
const rowWidth = (row) =>
  words(row).reduce(
    (sum, [name, number]) =>
      sum + GAP + (WIDTHS[name] ?? 1) + (number && !FILLED.has(name) ? 0.6 * number.length : 0),
    0,
  );

/**
 * How large signs can be in a box; where their rows are long they break into lines.
 * @type {(rows: string[], wide: number, high: number) => number}
 */
export function signSize(rows, wide, high) {
  const widths = rows.map(rowWidth);
  const sizes = [1, 2, 3, 4].map((lines) => {
    const widest = Math.max(1, ...widths.map((width) => lineWidth(width, lines)));
    const count = widths.reduce((sum, width) => sum + Math.min(lines, Math.ceil(width)), 0);
    return Math.min(wide / widest, high / (ROW_HEIGHT * Math.max(1, count)));
  });
  return Math.max(...sizes);
}

/** @type {(width: number, lines: number) => number} */
const lineWidth = (width, lines) => (lines === 1 ? width : width / lines / FULL + 0.5);
