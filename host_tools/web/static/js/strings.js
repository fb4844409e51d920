// The words of a page, in the language of the page.

import { lang } from "./prefs.js";
import en from "./strings/en.js";
import fr from "./strings/fr.js";

const WORDS = { en, fr };

export function t(key, values = {}) {
  const text = WORDS[lang][key] ?? WORDS.en[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export const AGES = ["", "I", "II", "III"];
export const coinsText = (number) =>
  `${number} ${t(Math.abs(number) === 1 ? "coin" : "coins_word")}`;
export const pointsText = (number) => (number === 1 ? t("one_point") : t("points", { number }));
