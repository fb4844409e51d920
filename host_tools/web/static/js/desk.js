// The operator's desk: what the table says now, and the way to act on it.

import { h, once } from "./dom.js";
import { ask, messageOf, watch } from "./live.js";
import { hasEnded } from "./model.js";
import { tell } from "./office.js";
import { alertPill } from "./parts.js";
import { lang } from "./prefs.js";
import { t } from "./strings.js";

/** @type {{ view: GameView | NoGameView, health: HealthView, devices: DevicesView }} */
export const now = /** @type {any} */ ({});

/** @type {Record<string, import("./live.js").Refusal>} by panel: why its last action failed */
const refused = {};

/** @type {() => void} */
let show = () => {};

/**
 * Watch the table, and draw when everything is known.
 * @param {() => void} draw
 */
export function sitDown(draw) {
  show = once(() => now.view && now.health && now.devices && draw());
  /** @type {(name: "view" | "health" | "devices") => (data: any) => void} */
  const take = (name) => (data) => {
    now[name] = data;
    show();
  };
  const names = /** @type {const} */ (["view", "health", "devices"]);
  watch(
    `/operator/events?lang=${lang}`,
    Object.fromEntries(names.map((name) => [name, take(name)])),
  );
}

/** The game at the table, if it has not ended. */
export const running = () => (now.view.phase === "none" || hasEnded(now.view) ? null : now.view);

/** @type {(what: string, body?: object) => Promise<any>} */
export const send = (what, body = {}) => ask(`/api/operator/${what}?lang=${lang}`, body);

/**
 * Do something, and say that it is done; a refusal is for the dialog that has asked for it.
 * @type {(what: string, body: object, told: string) => Promise<void>}
 */
export async function act(what, body, told) {
  await send(what, body);
  tell(told);
}

/**
 * Do what a button of a panel says; a refusal stands in that panel until something else is done.
 * @type {(key: string, run: () => Promise<unknown>) => () => Promise<void>}
 */
export const inPanel = (key, run) => async () => {
  delete refused[key];
  try {
    await run();
  } catch (error) {
    refused[key] = messageOf(error);
  }
  show();
};

/**
 * A panel with a title, and why its last action failed.
 * @type {(key: string, head: import("./dom.js").Child, ...content: import("./dom.js").Child[]) =>
 *   HTMLElement}
 */
export const panel = (key, head, ...content) =>
  h(
    "section",
    { class: "panel", "aria-labelledby": key, "data-key": key },
    h("div", { class: "head" }, h("h2", { id: key }, t(`panel_${key}`)), head),
    refused[key] ? alertPill(refused[key], "wrong") : null,
    content,
  );
