// The texts of a page, in the language of the page; the server makes them from its catalogue.

import { lang } from "./prefs.js";

const AGAIN_MS = 1000;

/**
 * The texts, as soon as the table gives them: a page may be opened while it starts or stops.
 * `plural` is the form that a number takes, for 0 to 199.
 * @returns {Promise<{texts: Record<string, string | string[]>, plural: number[],
 *   languages: Record<string, string>, rules: Record<string, string>}>}
 */
async function fetched() {
  for (;;) {
    try {
      return await (await fetch(`/texts/${lang}.json`)).json();
    } catch {
      await new Promise((next) => setTimeout(next, AGAIN_MS));
    }
  }
}

const { texts, plural, languages, rules } = await fetched();

/** @param {number} number */
const form = (number) => plural[number < 200 ? number : 100 + (number % 100)];

/**
 * The text of a key, with its {names} filled in; where it counts something, `number` chooses the
 * form.
 * @type {(key: string, values?: object) => string}
 */
export function t(key, values = {}) {
  const named = new Map(Object.entries(values));
  const found = texts[key] ?? key;
  const text = typeof found === "string" ? found : found[form(Math.abs(named.get("number")))];
  return text.replace(/\{(\w+)\}/g, (_, name) => String(named.get(name) ?? ""));
}

/**
 * The title of a rule, in English.
 * @param {string} number
 */
export const ruleTitle = (number) => rules[number] ?? "";

/** The other languages: their codes and their own names. */
export const otherLanguages = Object.entries(languages).filter(([code]) => code !== lang);

/** @param {number} number */
export const coinsText = (number) => t("coin_count", { number });

/** @param {number} number */
export const pointsText = (number) => t("points", { number });
