// Any number can be asked for its explanation: a dialog with its items.

import { h, icon, render } from "./dom.js";
import { explainedBy } from "./model.js";
import { t } from "./strings.js";

let dialog;
let asked = null;

// A number that explains itself: what it is, whose, and the category of points behind it.
export function asks(seat, what, category, shown, extra = {}) {
  const { names, ...props } = extra;
  return h(
    "button",
    {
      type: "button",
      "aria-haspopup": "dialog",
      ...props,
      class: `ask ${props.class ?? ""}`,
      onclick: () => explain(seat, what, category, names),
    },
    shown,
  );
}

export function explain(seat, what, category, names = []) {
  asked = { seat, what, category, names };
  if (!dialog) {
    dialog = h("dialog", {
      "aria-labelledby": "explained",
      onclick: (event) => event.target === dialog && dialog.close(),
    });
    document.body.append(dialog);
  }
  draw();
  if (!dialog.open) dialog.showModal();
}

function draw() {
  const { seat, what, category, names } = asked;
  const items = category === null ? [] : explainedBy(seat, category);
  render(
    dialog,
    h(
      "div",
      { class: "explain" },
      h(
        "header",
        {},
        h("h2", { id: "explained" }, t("explained", { player: seat.player, what })),
        h(
          "button",
          { class: "button quiet round", "aria-label": t("close"), onclick: () => dialog.close() },
          icon("close"),
        ),
      ),
      names.length
        ? h(
            "ul",
            {},
            names.map((name) => h("li", {}, name)),
          )
        : null,
      items.length
        ? h(
            "ul",
            {},
            items.map((item) =>
              h(
                "li",
                {},
                h("span", { class: "points" }, item.points > 0 ? `+${item.points}` : item.points),
                h("span", {}, item.text),
              ),
            ),
          )
        : null,
      items.length || names.length ? null : h("p", {}, t("nothing_counted")),
    ),
  );
}
