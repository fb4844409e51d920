// What this screen likes: language, theme, sound, totals. The address comes first, then memory.

const asked = new URLSearchParams(location.search);
const root = document.documentElement;

export const lang = root.lang === "fr" ? "fr" : "en";

export function remembered(name, fallback) {
  try {
    return asked.get(name) ?? localStorage.getItem(`wondertable.${name}`) ?? fallback;
  } catch {
    return asked.get(name) ?? fallback;
  }
}

export function remember(name, value) {
  asked.delete(name);
  try {
    localStorage.setItem(`wondertable.${name}`, value);
  } catch {
    // A private window remembers nothing: then it holds for this page only.
  }
}

export function isDark() {
  return (
    (root.dataset.theme ||
      (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark"
  );
}

export function setTheme(theme) {
  root.dataset.theme = theme;
  remember("theme", theme);
}

export function otherLanguage() {
  const address = new URL(location.href);
  address.searchParams.set("lang", lang === "fr" ? "en" : "fr");
  return address.pathname + address.search;
}

const theme = remembered("theme", "");
if (theme === "light" || theme === "dark") root.dataset.theme = theme;
