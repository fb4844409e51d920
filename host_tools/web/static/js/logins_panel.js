// Who is logged in: how many devices at each seat, codes that let them in, and the way out.

import { act, inPanel, now, panel, send } from "./desk.js";
import { h, icon } from "./dom.js";
import { button, openDialog, sure } from "./office.js";
import { mark } from "./parts.js";
import { lang } from "./prefs.js";
import { localWarning, picture, validText } from "./code.js";
import { t } from "./strings.js";

/** @typedef {import("./dom.js").Child} Child */

export function loginsPanel() {
  const { seats } = now.health;
  const nobody = seats.length && !now.devices.seats.some(Boolean);
  return panel(
    "logins",
    h("span", { class: "row" }, seats.length ? allCodes() : null, logOutAll()),
    nobody ? h("p", { class: "hint" }, t("nobody_in")) : null,
    h(
      "ul",
      { class: "doors" },
      seats.map(({ seat, player }, index) =>
        door(seat, [mark(seat), player], t("qr_title", { player }), now.devices.seats[index] ?? 0),
      ),
      door("operator", [t("operator")], t("operator"), now.devices.operators),
    ),
  );
}

const allCodes = () =>
  h(
    "a",
    { class: "button small", href: `/operator/codes?lang=${lang}` },
    icon("qr"),
    t("all_codes"),
  );

const logOutAll = () =>
  button(
    "lock",
    t("log_out_all"),
    () =>
      sure(
        t("log_out_all"),
        t("sure_log_out_all"),
        () => act("log-out", { who: "all" }, t("told_log_out")),
        t("log_out_all"),
      ),
    "small bad",
  );

/** @type {(who: number | "operator", name: Child, title: string, number: number) => HTMLElement} */
function door(who, name, title, number) {
  const seat = who !== "operator";
  const text = t(seat ? "log_out" : "log_out_others");
  const out = () =>
    sure(
      text,
      t(seat ? "sure_log_out" : "sure_log_out_others"),
      () => act("log-out", { who }, t("told_log_out")),
      text,
    );
  return h(
    "li",
    { "data-key": `door-${who}` },
    h("b", { class: "named" }, name),
    h("span", { class: "hint" }, t("devices", { number })),
    h(
      "span",
      { class: "row" },
      button(
        "qr",
        t("qr"),
        inPanel("logins", () => code(who, title)),
        "small",
      ),
      button("void", text, out, "small"),
    ),
  );
}

/** @type {(seat: number | "operator", title: string) => Promise<void>} */
async function code(seat, title) {
  /** @type {LinkView} */
  const made = await send("token", { seat });
  openDialog(
    title,
    localWarning(made.url),
    h("p", {}, t(seat === "operator" ? "qr_operator" : "qr_text")),
    h("div", { class: "code", "data-key": made.url }, picture(made.qr, t("qr"))),
    h(
      "p",
      { class: "hint" },
      `${validText(made.until)} `,
      h("a", { href: made.url, target: "_blank", rel: "noopener" }, t("open_here")),
    ),
  );
}
