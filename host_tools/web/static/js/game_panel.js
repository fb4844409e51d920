// The game on the operator's page: where it stands, and everything that can be done with it.

import { audit, auditProgress } from "./audit.js";
import { correct } from "./correction.js";
import { act, inPanel, now, panel, running, send } from "./desk.js";
import { h, icon } from "./dom.js";
import { otherGames } from "./left_games.js";
import { button, openDialog, sure } from "./office.js";
import { alertPill, hueDot, undoCalled, whenText } from "./parts.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

/**
 * @typedef {{ name: string, control: HTMLElement, hint: string }} Deed a button, and what it does
 */

/**
 * `why` says why not: then it cannot be done now.
 * @type {(name: string, sign: string, run: () => void, hint: string, why?: string,
 *   kind?: string) => Deed}
 */
const deed = (name, sign, run, hint, why = "", kind = "") => ({
  name,
  control: button(sign, t(name), run, kind, Boolean(why)),
  hint: why || hint,
});

export function gamePanel() {
  const { view, health } = now;
  const game = running();
  const where = game ? `${whenText(view)} · ${view.phase_text}` : view.phase_text;
  return panel(
    "game",
    h("p", { class: "hint" }, where),
    game?.pause_reason ? alertPill(game.pause_reason) : null,
    game && undoCalled(game) ? alertPill(undoCalled(game)) : null,
    game?.trouble ? alertPill(`${t("trouble")}: ${game.trouble}`) : null,
    game?.missing.length && !health.audit
      ? h("p", {}, `${t("waiting_for")} `, h("b", {}, game.missing.join(", ")))
      : null,
    health.audit ? auditProgress(health.audit) : null,
    h(
      "div",
      { class: "deeds" },
      group("mistakes", [undo(game), correction(), audit(deed)]),
      group("evening", [pause(game), newGame(game), resumeOther(game), end(game)]),
      group("records", [pile(game), chances(game), record(game)]),
    ),
    game?.chances ? h("p", { class: "hint" }, chancesText(game.chances)) : null,
  );
}

/** @type {(name: string, deeds: Deed[]) => HTMLElement} */
const group = (name, deeds) =>
  h(
    "section",
    { "data-key": name },
    h("h3", {}, t(`deeds_${name}`)),
    h("ul", {}, deeds.map(deedRow)),
  );

/** @param {Deed} deed */
function deedRow({ name, control, hint }) {
  control.setAttribute("aria-describedby", `about-${name}`);
  return h(
    "li",
    { "data-key": name },
    control,
    h("p", { class: "hint", id: `about-${name}` }, hint),
  );
}

/** @param {GameView | null} game */
const noGame = (game) => (game ? "" : t("why_no_game"));

/**
 * Take back the turn that is on the screen now, however late the click arrives.
 * @param {GameView | null} game
 */
function undo(game) {
  const found = game?.undo ?? (now.view.phase === "over" ? now.view.undo : null);
  if (!found || now.view.phase === "none") return deed("undo", "undo", () => {}, "", t("why_undo"));
  const named = { turn: found.number, age: now.view.constants.roman[found.age] };
  const run = () => act("undo", { turn: found.turn }, t("told_undo", named));
  if (undoCalled(now.view))
    return deed("agree", "undo", inPanel("game", run), t("sure_undo", named));
  const first = () => sure(t("undo"), t("sure_undo", named), run, t("undo"));
  return deed("undo", "undo", first, t("sure_undo", named));
}

const correction = () =>
  deed(
    "correct",
    "edit",
    correct,
    t("about_correct"),
    now.health.last_turn.length ? "" : t("why_undo"),
  );

/** @param {GameView | null} game */
function pause(game) {
  const [name, sign] = game?.paused ? ["resume", "play"] : ["pause", "pause"];
  const run = inPanel("game", () => act(name, {}, t(`told_${name}`)));
  return deed(name, sign, run, t(`about_${name}`), noGame(game));
}

/** @param {GameView | null} game */
const newGame = (game) => ({
  name: "new_game",
  control: h(
    "a",
    { class: `button ${game ? "" : "main"}`, href: `/setup?lang=${lang}` },
    icon("plus"),
    t("new_game"),
  ),
  hint: t(game ? "about_next_game" : "about_new_game"),
});

/** @param {GameView | null} game */
const resumeOther = (game) =>
  deed(
    "other_games",
    "hourglass",
    inPanel("game", otherGames),
    t(game ? "about_other_games_aside" : "about_other_games"),
  );

/** @param {GameView | null} game */
function end(game) {
  const run = () => act("abandon", {}, t("told_abandon"));
  const first = () => sure(t("abandon"), t("sure_abandon"), run, t("abandon"), "bad");
  return deed("abandon", "void", first, t("about_abandon"), noGame(game), "bad");
}

/** @param {GameView | null} game */
const pile = (game) =>
  deed(
    "pile",
    "eye",
    () => sure(t("pile"), t("sure_pile"), lookAtPile, t("pile")),
    t("about_pile"),
    noGame(game),
  );

async function lookAtPile() {
  /** @type {PileView} */
  const found = await send("pile", { lang });
  const cards = found.cards.map(({ color, name }) => h("li", {}, hueDot(color), name));
  openDialog(
    t("pile"),
    cards.length ? h("ul", { class: "pile" }, cards) : h("p", {}, t("pile_empty")),
  );
}

/** @param {GameView | null} game */
function chances(game) {
  const on = !game?.chances;
  const name = on ? "chances_on" : "chances_off";
  const run = inPanel("game", () => act("chances", { on }, t(`told_${name}`)));
  return deed(name, "dice", run, t("about_chances"), noGame(game));
}

/** @param {ChancesView} found */
function chancesText(found) {
  const restarts = found.restarts ? t("chance_restarts", found) : "";
  return `${t("chance_title")} ${t("chance_games", found)} ${restarts}`;
}

/** @param {GameView | null} game */
function record(game) {
  const save = () => location.assign("/api/operator/export");
  const first = () => sure(t("export"), t("sure_export"), save, t("export"));
  const none = now.view.phase === "none" ? t("why_no_game") : "";
  return deed("export", "download", game ? first : save, t("about_export"), none);
}
