// The connection to the table: it reconnects by itself, and every message is the whole state.

import { h } from "./dom.js";
import { t } from "./strings.js";

/**
 * @typedef {Record<string, (data: any) => void>} Handlers by the name of the event
 * @typedef {{ text: string, rule: string, field?: string, lost?: boolean }} Refusal a sentence, the
 *   number of its rule or "", and the field that it belongs to; `lost` where nobody has answered
 */

const RETRY_MS = 1500;
const LOGGED_OUT = 401;

/** Show what the table says to a visitor whose access has ended, and nothing of this page. */
async function leaveIfLoggedOut() {
  const page = await fetch(location.href, { method: "HEAD" }).catch(() => null);
  if (page?.status === LOGGED_OUT) location.reload();
}

/** @type {(path: string, handlers: Handlers, onLink?: (linked: boolean) => void) => void} */
export function listen(path, handlers, onLink = () => {}) {
  /** @type {EventSource} */
  let source;
  /** @type {number} */
  let timer;
  const open = () => {
    source = new EventSource(path);
    source.onopen = () => onLink(true);
    source.onerror = async () => {
      onLink(false);
      if (source.readyState !== EventSource.CLOSED) return;
      await leaveIfLoggedOut();
      clearTimeout(timer);
      timer = window.setTimeout(open, RETRY_MS);
    };
    for (const [name, take] of Object.entries(handlers))
      source.addEventListener(name, (event) => take(JSON.parse(event.data)));
  };
  open();
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => event.persisted && open());
}

/**
 * Listen, and say on the page while the connection is lost.
 * @type {(path: string, handlers: Handlers) => void}
 */
export function watch(path, handlers) {
  const offline = h("p", { class: "offline", role: "status", hidden: true }, t("offline"));
  document.body.append(offline);
  listen(path, handlers, (linked) => {
    offline.hidden = linked;
  });
}

/** Wait until the table answers again. */
export async function tableIsBack() {
  while (!(await fetch(location.href, { method: "HEAD" }).catch(() => null)))
    await new Promise((next) => setTimeout(next, RETRY_MS));
}

/** The table has not answered: the connection is lost. */
class LostError extends Error {}

/**
 * Ask the table for something; a refusal is an Error with a sentence.
 * @type {(path: string, body?: object) => Promise<any>}
 */
export async function ask(path, body) {
  const post = body && {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  };
  const answer = await fetch(path, { credentials: "same-origin", ...post }).catch(() => {
    throw new LostError(t("no_answer")); // a browser's own words are for programmers
  });
  if (answer.status === LOGGED_OUT) location.reload();
  const data = await answer.json().catch(() => ({}));
  if (!answer.ok)
    throw Object.assign(new Error(data.message ?? answer.statusText), {
      rule: data.rule ?? "",
      field: data.field ?? "",
    });
  return data;
}

/**
 * @param {unknown} error
 * @returns {Refusal}
 */
export const messageOf = (error) =>
  error instanceof Error
    ? { rule: "", ...error, text: error.message, lost: error instanceof LostError }
    : { text: String(error), rule: "" };
