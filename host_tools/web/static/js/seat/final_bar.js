// The end of a game for one seat: its rank, and what it may choose to count.

import { h, icon } from "../dom.js";
import { finalChoices } from "../final.js";
import { alertPill } from "../parts.js";
import { pointsText, t } from "../strings.js";
import { act, now, number } from "./moment.js";

export function finalBar() {
  const { view, mine } = now;
  const points = pointsText(view.seats[number].score.total);
  const text = `${t("rank")} ${view.ranks?.[number] ?? "–"} · ${points}`;
  return [
    h("h2", { id: "what" }, icon("laurel"), h("span", {}, text)),
    now.wrong ? alertPill(now.wrong, "wrong") : null,
    mine.final
      ? finalChoices(mine.final, (choice) => {
          if (!now.busy) act("final", choice);
        })
      : null,
  ];
}
