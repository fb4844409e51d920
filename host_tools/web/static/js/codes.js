// A sheet with the codes of all seats, to print, to cut and to hand out.

import { localWarning, picture, validText } from "./code.js";
import { h, icon, render } from "./dom.js";
import { ask, messageOf } from "./live.js";
import { bar, button } from "./office.js";
import { alertPill, mark } from "./parts.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

const root = /** @type {Element} */ (document.querySelector("#office"));
/** @type {CodeView[]} */
let codes = [];
/** @type {import("./live.js").Refusal | null} */
let refused = null;

/** @param {CodeView} code */
const ticket = ({ seat, player, qr, until }) =>
  h(
    "li",
    { class: "ticket", "data-key": `code-${seat}` },
    h("p", { class: "named" }, mark(seat), h("b", {}, player)),
    h("div", { class: "code" }, picture(qr, t("qr_title", { player }))),
    h(
      "div",
      { class: "whose" },
      h("p", { class: "scan" }, icon("phone"), t("scan_to_open")),
      h("p", { class: "hint" }, validText(until)),
      h("p", { class: "hint" }, t("code_once")),
    ),
  );

const sheet = () => [
  localWarning(codes[0].url),
  h(
    "div",
    { class: "head no-print" },
    h("p", { class: "hint" }, t("codes_text")),
    button("download", t("print"), () => window.print(), "main"),
  ),
  h("ul", { class: "tickets" }, codes.map(ticket)),
];

function draw() {
  render(
    root,
    bar("codes", draw),
    h(
      "main",
      { class: "desk", id: "main" },
      refused ? alertPill(refused) : null,
      codes.length ? sheet() : null,
    ),
  );
}

ask(`/api/operator/codes?lang=${lang}`, {}).then(
  (/** @type {CodesView} */ made) => {
    ({ codes } = made);
    draw();
  },
  (error) => {
    refused = messageOf(error);
    draw();
  },
);
