// The page behind a link: it trades the link for a cookie, and goes on without it in the address.

import { ask, messageOf } from "./live.js";
import { lang } from "./prefs.js";

const next = new URL(location.href);
const token = next.searchParams.get("t") ?? "";
next.searchParams.delete("t");

/** @param {unknown} error */
function refuse(error) {
  const title = /** @type {HTMLElement} */ (document.querySelector("h1"));
  title.textContent = title.dataset.wrong ?? "";
  const told = /** @type {HTMLElement} */ (document.querySelector("[role=alert]"));
  told.textContent = messageOf(error).text;
}

ask(`${document.body.dataset.door}?lang=${lang}`, { token }).then(
  () => location.replace(next),
  refuse,
);
