// Any number can be asked for its explanation: a dialog with its items.

import { makeLightDialog } from "./dialog.js";
import { h } from "./dom.js";
import { explainedBy } from "./model.js";
import { ruleLink } from "./parts.js";
import { t } from "./strings.js";

/** @typedef {import("./dom.js").Child} Child */

/** @type {ReturnType<typeof makeLightDialog> | undefined} */
let dialog;

/**
 * A number that explains itself.
 * @param {SeatView} seat whose it is
 * @param {string} what it counts
 * @param {string | null} category of the points behind it; "" for all, null for none
 * @param {Child} shown
 * @param {import("./dom.js").Props} props
 * @param {Child[]} lines what it means
 */
export function asks(seat, what, category, shown, props = {}, lines = []) {
  return h(
    "button",
    {
      type: "button",
      "aria-haspopup": "dialog",
      ...props,
      class: `ask ${props.class ?? ""}`,
      onclick: () => explain(seat, what, category, lines),
    },
    shown,
  );
}

/** @type {(seat: SeatView, what: string, category: string | null, lines?: Child[]) => void} */
export function explain(seat, what, category, lines = []) {
  dialog ??= makeLightDialog("explain", "explained");
  const items = category === null ? [] : explainedBy(seat, category);
  dialog.open(
    t("explained", { player: seat.player, what }),
    list(lines.map((line) => h("li", {}, line))),
    list(items.map(itemLine)),
    items.length || lines.length ? null : h("p", {}, t("nothing_counted")),
  );
}

/** @param {Child[]} lines */
const list = (lines) => (lines.length ? h("ul", {}, lines) : null);

/** @param {PointsView} item */
const itemLine = ({ points, text, rule }) =>
  h(
    "li",
    {},
    h("span", { class: "points" }, points > 0 ? `+${points}` : points),
    h("span", {}, text),
    rule ? ruleLink(rule) : null,
  );
