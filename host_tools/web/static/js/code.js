// A code that lets its first visitor in: its picture, until when it works, and who cannot open it.

import { h, icon } from "./dom.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

const THIS_COMPUTER = /^(localhost|127\.|\[::1\])/;

/** @type {(svg: string, label: string) => Node} */
export function picture(svg, label) {
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", label);
  drawn.classList.add("qr");
  return document.importNode(drawn, true);
}

/** @param {number} seconds since 1970 */
export const validText = (seconds) =>
  t("valid_until", {
    time: new Date(seconds * 1000).toLocaleString(lang, {
      weekday: "long",
      hour: "numeric",
      minute: "2-digit",
    }),
  });

/**
 * A warning where only this computer can open an address.
 * @param {string} url
 */
export function localWarning(url) {
  const { hostname } = new URL(url);
  if (!THIS_COMPUTER.test(hostname)) return null;
  return h(
    "div",
    { class: "local", role: "alert" },
    icon("warning"),
    h("p", {}, h("b", {}, t("local_code", { name: hostname })), ` ${t("local_code_text")}`),
  );
}
