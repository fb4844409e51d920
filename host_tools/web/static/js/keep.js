// What people keep of a game that is over: a code for BG Stats, the score sheet, its page.

import { h, icon } from "./dom.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

const dialog = h("dialog", {
  class: "wide",
  "aria-labelledby": "code",
  onclick: (event) => event.target === dialog && dialog.close(),
});
document.body.append(dialog);

const code = (game, label) =>
  h("img", { class: "qr", src: `/history/${game}/bgstats.svg`, alt: label });

// Nothing to show before the game is in the history.
export function keep(game) {
  if (!game) return null;
  return h(
    "aside",
    { class: "keep", "data-key": `keep-${game}`, "aria-label": t("keep") },
    h(
      "button",
      {
        type: "button",
        class: "code",
        "aria-haspopup": "dialog",
        "aria-label": t("bgstats"),
        onclick: () => enlarge(game),
      },
      code(game, ""),
    ),
    h(
      "div",
      {},
      h("b", {}, t("bgstats")),
      h("p", { class: "hint" }, t("bgstats_text")),
      h(
        "p",
        { class: "links" },
        h(
          "a",
          { class: "button", href: `/history/${game}/sheet.pdf?lang=${lang}` },
          t("sheet_pdf"),
        ),
        h("a", { class: "button", href: `/history/${game}?lang=${lang}` }, t("game_page")),
        h("a", { class: "button", href: `/history?lang=${lang}` }, t("history")),
        h("a", { class: "button", href: `/stats?lang=${lang}` }, t("stats")),
      ),
    ),
  );
}

function enlarge(game) {
  dialog.replaceChildren(
    h(
      "div",
      { class: "bigcode" },
      h(
        "header",
        {},
        h("h2", { id: "code" }, t("bgstats")),
        h(
          "button",
          {
            type: "button",
            class: "button quiet round",
            "aria-label": t("close"),
            onclick: () => dialog.close(),
          },
          icon("close"),
        ),
      ),
      code(game, t("bgstats_text")),
    ),
  );
  dialog.showModal();
}
