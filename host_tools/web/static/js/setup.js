// The set-up page: who plays, with which boxes, by which rules, and the cards to take out.

import { deckPanel } from "./deck_panel.js";
import { h, icon, render } from "./dom.js";
import { showSaved } from "./fields.js";
import { ask, messageOf } from "./live.js";
import { bar, button, choice, closeDialog, liveDialog, tell } from "./office.js";
import { withRule } from "./parts.js";
import { begin, setup } from "./plan.js";
import { playersForm } from "./players_form.js";
import { lang } from "./prefs.js";
import { rulesForm } from "./rules_form.js";
import { t } from "./strings.js";
import { tableForm } from "./table_form.js";

const root = /** @type {Element} */ (document.querySelector("#office"));

/** @param {boolean} [aside] whether the game at the table is put aside */
async function play(aside = false) {
  await ask(`/api/operator/new-game?lang=${lang}`, { aside });
  location.href = `/operator?lang=${lang}`;
}

async function endAndPlay() {
  await ask(`/api/operator/abandon?lang=${lang}`, {});
  await play();
}

function beginGame() {
  if (!setup.draft.running) {
    play().catch((error) => tell(messageOf(error), true));
    return;
  }
  liveDialog(t("begin"), () => [
    h("p", {}, t("running_game")),
    h(
      "div",
      { class: "stack" },
      choice([icon("hourglass"), t("begin_aside")], "main", () => play(true)),
      choice([icon("void"), t("begin_end")], "bad", endAndPlay),
      h("button", { type: "button", class: "button", onclick: closeDialog }, t("cancel")),
    ),
  ]);
}

/** What keeps the game from being begun, and the way to it; else nothing. */
function hindrance() {
  const { refused } = setup;
  if (!refused) return null;
  const field = document.getElementById(refused.field ?? "");
  return h(
    "p",
    { class: "fault", role: field ? null : "alert" },
    withRule(refused),
    field ? button("edit", t("show_field"), () => field.focus(), "small") : null,
  );
}

function draw() {
  render(
    root,
    bar("setup", draw),
    h(
      "main",
      { class: "desk two", id: "main" },
      h("div", { class: "stack", "data-key": "left" }, playersForm(), rulesForm(), tableForm()),
      h("div", { class: "stack", "data-key": "right" }, deckPanel()),
      h(
        "div",
        { class: "foot", "data-key": "foot" },
        hindrance(),
        button("play", t("begin"), beginGame, "main large", Boolean(setup.refused)),
      ),
    ),
  );
  showSaved(root);
}

begin(draw).catch((error) => tell(messageOf(error), true));
