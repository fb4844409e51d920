// The tools in the bar of every page: a button with a sign, the theme, the language.

import { h, icon } from "./dom.js";
import { isDark, setTheme } from "./prefs.js";
import { t } from "./strings.js";

/** @type {(sign: string, label: string, act: () => void) => HTMLElement} */
export const tool = (sign, label, act) =>
  h(
    "button",
    {
      type: "button",
      class: "button quiet round",
      "aria-label": label,
      title: label,
      onclick: act,
    },
    icon(sign),
  );

/** @param {() => void} again draws the page again */
export const themeTool = (again) => {
  const other = isDark() ? "light" : "dark";
  return tool(isDark() ? "sun" : "moon", t(other), () => {
    setTheme(other);
    again();
  });
};

export function languageLink(key = "language") {
  const other = t("other_language");
  const address = new URL(location.href);
  address.searchParams.set("lang", other);
  const href = address.pathname + address.search;
  return h("a", { class: "button quiet", href, hreflang: other, lang: other }, t(key));
}
