// An audit on the operator's page: what it asks of people, how far they are, what it has found.

import { act, now, running, send } from "./desk.js";
import { h } from "./dom.js";
import { confirm, openDialog, sure } from "./office.js";
import { mark, pill } from "./parts.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

/**
 * What to do next: begin one, or end the one that is running.
 * @param {(name: string, sign: string, run: () => void, hint: string, why?: string) =>
 *   import("./game_panel.js").Deed} deed
 */
export function audit(deed) {
  if (now.health.audit) return deed("audit_end", "audit", askForEnd, t("about_audit_end"));
  const reader = now.health.seats.some(({ board }) => board);
  const why = !running() ? t("why_no_game") : reader ? "" : t("why_audit");
  return deed("audit_begin", "audit", askForBegin, t("about_audit"), why);
}

function askForBegin() {
  const steps = ["audit_step_1", "audit_step_2", "audit_step_3"];
  confirm(
    t("audit_begin"),
    () =>
      h(
        "ol",
        { class: "steps" },
        steps.map((key) => h("li", {}, t(key))),
      ),
    () => act("audit/begin", {}, t("told_audit")),
    t("audit_begin"),
  );
}

/** @param {AuditView[]} seats */
export const auditProgress = (seats) =>
  h(
    "div",
    { class: "audit", role: "status" },
    h("p", {}, h("b", {}, t("audit_running"))),
    h("ul", {}, seats.map(progressOf)),
  );

/** @param {AuditView} seat */
const progressOf = ({ seat, player, laid, cards, done }) =>
  h(
    "li",
    { "data-key": `audit-${seat}` },
    h("span", { class: "named" }, mark(seat), player),
    done
      ? pill("good", "check", t("audit_done"))
      : pill("wait", "hourglass", t("audit_laid", { laid, cards })),
  );

function askForEnd() {
  const left = () => (now.health.audit ?? []).filter(({ done }) => !done);
  if (!left().length) {
    end();
    return;
  }
  const players = left().map(({ player }) => player);
  sure(t("audit_end"), t("sure_audit_end", { players: players.join(", ") }), end, t("audit_end"));
}

async function end() {
  /** @type {AuditReport} */
  const { report } = await send("audit/end", { lang });
  const lines = report.map((text) => h("li", {}, text));
  openDialog(
    t("audit_found"),
    lines.length
      ? [h("ul", { class: "report" }, lines), h("p", { class: "hint" }, t("audit_next"))]
      : h("p", {}, t("audit_ok")),
  );
}
