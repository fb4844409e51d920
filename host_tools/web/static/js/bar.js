// The tools in the bar of every page: a button with a sign, the theme, the language.

import { h, icon } from "./dom.js";
import { isDark, setTheme } from "./prefs.js";
import { otherLanguages, t } from "./strings.js";

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

/** @param {boolean} short whether only the code of a language is shown */
export const languageLinks = (short = false) =>
  otherLanguages.map(([code, name]) => {
    const address = new URL(location.href);
    address.searchParams.set("lang", code);
    const href = address.pathname + address.search;
    const shown = short ? code.toUpperCase() : name;
    return h("a", { class: "button quiet", href, hreflang: code, lang: code }, shown);
  });
