// The texts of a page, in the language of the page.

import { lang } from "./prefs.js";

/** @type {Record<string, string>} */
const TEXTS = (await import(`./strings/${lang}.js`)).default;

/**
 * The text of a key, with its {names} filled in.
 * @type {(key: string, values?: object) => string}
 */
export function t(key, values = {}) {
  const named = new Map(Object.entries(values));
  return (TEXTS[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => String(named.get(name) ?? ""));
}

/** @param {number} number */
export const coinsText = (number) =>
  `${number} ${t(Math.abs(number) === 1 ? "coin" : "coins_word")}`;

/** @param {number} number */
export const pointsText = (number) => (number === 1 ? t("one_point") : t("points", { number }));
