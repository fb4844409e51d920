// What this screen prefers: language, theme, sound, totals. The address counts first, then memory.

const asked = new URLSearchParams(location.search);
const root = document.documentElement;

export const lang = root.lang;

/** @type {(name: string, fallback: string) => string} */
export function remembered(name, fallback) {
  try {
    return asked.get(name) ?? localStorage.getItem(`wondertable.${name}`) ?? fallback;
  } catch {
    return asked.get(name) ?? fallback;
  }
}

/** @type {(name: string, value: string) => void} */
export function remember(name, value) {
  asked.delete(name);
  try {
    localStorage.setItem(`wondertable.${name}`, value);
  } catch {
    // A private window remembers nothing: the choice holds for this page only.
  }
}

/**
 * What this window noted before it was loaded again.
 * @param {string} name
 */
export function noted(name) {
  try {
    return sessionStorage.getItem(`wondertable.${name}`);
  } catch {
    return null;
  }
}

/** @type {(name: string, value: string) => void} */
export function note(name, value) {
  try {
    sessionStorage.setItem(`wondertable.${name}`, value);
  } catch {
    // Without a memory a page that is loaded again begins the scene again.
  }
}

const system = matchMedia("(prefers-color-scheme: dark)");

export const isDark = () => root.dataset.theme === "dark";

/** @param {string} theme */
export function setTheme(theme) {
  root.dataset.theme = theme;
  remember("theme", theme);
}

/** The theme that somebody chose, else the system's. */
function follow() {
  const theme = remembered("theme", "");
  root.dataset.theme = /^(light|dark)$/.test(theme) ? theme : system.matches ? "dark" : "light";
}
follow();
system.addEventListener("change", follow);
