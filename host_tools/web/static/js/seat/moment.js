// The moment that a seat's page shows, and the only way to do something about it.

import { h, once } from "../dom.js";
import { ask, messageOf, tableIsBack } from "../live.js";
import { lang } from "../prefs.js";
import { play } from "../sound.js";
import { shake } from "./awake.js";

export const number = Number(document.body.dataset.seat);

/**
 * @typedef {object} Moment
 * @property {GameView} view
 * @property {SeatPageView} mine
 * @property {string | import("../live.js").Refusal} wrong why the last deed was refused, or ""
 * @property {boolean} busy
 * @property {string} chosen the id of the card that is open in the list
 */

/** What the page shows; there are views before anything of it is drawn. @type {Moment} */
export const now = /** @type {any} */ ({ wrong: "", busy: false, chosen: "" });

let draw = () => {};
export const show = once(() => draw());

/** @param {() => void} work */
export function drawnBy(work) {
  draw = work;
}

/** @type {(what: string, body?: object) => Promise<void>} */
export async function act(what, body = {}) {
  now.busy = true;
  now.wrong = "";
  show();
  try {
    await ask(`/api/seat/${number}/${what}?lang=${lang}`, body);
    scrollTo(0, 0); // the list is gone, or another one comes
    now.chosen = "";
  } catch (error) {
    refuse(error);
    play("wrong");
  }
  now.busy = false;
  show();
}

/**
 * Say why something was refused; that the table did not answer is said until it does.
 * @param {unknown} error
 */
export async function refuse(error) {
  const told = (now.wrong = messageOf(error));
  if (!told.lost) return;
  await tableIsBack();
  if (now.wrong === told) now.wrong = "";
  show();
}

/** Does a reader lay this seat's cards, and not this page? */
export const hasReader = () => now.view.seats[number].connected === true && now.mine.bot !== false;

export const mustLay = () => now.mine.lays && !now.mine.committed;

export const mustAnswer = () => now.mine.ask !== null && !now.mine.ask.optional;

export const laysHere = () => !hasReader() && (mustLay() || Boolean(now.mine.ask?.takes_card));

const spoken = h("p", { class: "sr", "aria-live": "assertive" });
document.body.append(spoken);

/**
 * Say to a screen reader what is asked now; sound and shake when it is something new.
 * @param {string} text
 */
export function speak(text) {
  if (spoken.textContent === text) return;
  if (spoken.textContent && (mustAnswer() || mustLay())) {
    play("ask");
    shake();
  }
  spoken.textContent = text;
}
