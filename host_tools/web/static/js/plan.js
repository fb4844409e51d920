// The plan on the set-up page: every change is saved at once, and a refusal names its field.

import { h } from "./dom.js";
import { ask, messageOf } from "./live.js";
import { withRule } from "./parts.js";
import { lang } from "./prefs.js";

/**
 * @type {{ plan: PlanDraft, draft: DraftView, groups: DeckGroupView[],
 *   refused: import("./live.js").Refusal | null }}
 */
export const setup = /** @type {any} */ ({ groups: [], refused: null });

/** @type {() => void} */
let show = () => {};

/**
 * Fetch the plan; `draw` draws the page whenever it has changed.
 * @param {() => void} draw
 */
export async function begin(draw) {
  show = draw;
  await load(await ask(`/api/setup/plan?lang=${lang}`));
}

/** @param {DraftView} draft */
async function load(draft) {
  Object.assign(setup, { draft, plan: draft.plan });
  try {
    /** @type {DeckView} */
    const deck = await ask(`/api/setup/deck?lang=${lang}`);
    Object.assign(setup, { groups: deck.groups, refused: null });
  } catch (error) {
    refuse(error);
  }
  show();
}

/** @param {unknown} error */
const refuse = (error) => Object.assign(setup, { groups: [], refused: messageOf(error) });

/**
 * What makes no sense yet is said beside its field, and stays on the page.
 * @param {Partial<PlanDraft>} values
 */
export async function change(values) {
  setup.plan = { ...setup.plan, ...values };
  show();
  try {
    await load(await ask(`/api/setup/plan?lang=${lang}`, setup.plan));
  } catch (error) {
    refuse(error);
    show();
  }
}

/** @type {(seat: number, values: Partial<PlayerDraft>) => void} */
export function changePlayer(seat, values) {
  const players = setup.plan.players.map((player, index) =>
    index === seat ? { ...player, ...values } : player,
  );
  change({ players });
}

/** Draw wonders and sides for whoever has chosen none. */
export async function drawWonders() {
  try {
    await load(await ask(`/api/setup/draw?lang=${lang}`, {}));
  } catch (error) {
    refuse(error);
    show();
  }
}

/** @param {string[]} sets */
export const played = (sets) => sets.every((name) => setup.plan.sets.includes(name));

export const numbers = () => setup.draft.choices.players[setup.plan.variant];

/**
 * What a field is called, and whether it is the one that keeps the game from being played.
 * @param {string} field
 */
export const marked = (field) =>
  setup.refused?.field === field
    ? { id: field, "aria-invalid": "true", "aria-describedby": `fault-${field}` }
    : { id: field };

/**
 * Why a field keeps the game from being played, to stand beside it.
 * @param {string} field
 */
export const fault = (field) =>
  setup.refused?.field === field
    ? h(
        "p",
        { class: "fault", id: `fault-${field}`, role: "alert", "data-key": `fault-${field}` },
        withRule(setup.refused),
      )
    : null;
