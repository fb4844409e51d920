// The rules on the set-up page: printing, sets, variant, and what the rulebooks leave open.

import { h } from "./dom.js";
import { choices, fields, radios, tick } from "./fields.js";
import { change, fault, marked, played, setup } from "./plan.js";
import { stranger } from "./players_form.js";
import { t } from "./strings.js";

export function rulesForm() {
  const { plan, draft } = setup;
  const { editions, sets, needed_sets: needed, variants, rulings } = draft.choices;
  return h(
    "section",
    { class: "panel", "aria-labelledby": "rules", "data-key": "rules" },
    h("h2", { id: "rules" }, t("rules")),
    radios("printing", editions, plan.edition, changeEdition),
    fields(
      "sets",
      t("sets"),
      sets[plan.edition].map((name) =>
        tick(
          t(`set_${name}`),
          plan.sets.includes(name),
          (on) => changeSet(name, on),
          needed.includes(name),
        ),
      ),
    ),
    radios("variant", variants, plan.variant, changeVariant),
    fields("rulings", t("rulings"), Object.entries(rulings).filter(matters).map(ruling)),
  );
}

/** @type {(entry: [string, RulingView]) => boolean} */
const matters = ([, { editions, sets, players }]) =>
  editions.includes(setup.plan.edition) &&
  played(sets) &&
  (players[setup.plan.variant] ?? []).includes(setup.plan.players.length);

/** @type {(entry: [string, RulingView]) => HTMLElement} */
function ruling([name, { usual, values }]) {
  const { plan } = setup;
  const value = plan.rulings[name] ?? usual[plan.edition];
  /** @param {boolean | number} said */
  const take = (said) => change({ rulings: { ...plan.rulings, [name]: said } });
  const text = t(`ruling_${name}`);
  const options = values.map((number) => /** @type {const} */ ([Number(number), `${number}`]));
  return h(
    "div",
    { ...marked(`ruling-${name}`), tabindex: "-1", "data-key": name },
    typeof value === "boolean"
      ? tick(text, value, take)
      : h(
          "div",
          { class: "tick", role: "radiogroup", "aria-label": text },
          h("span", {}, text),
          choices(name, options, value, take),
        ),
    fault(`ruling-${name}`),
  );
}

/** @param {string} edition */
function changeEdition(edition) {
  const players = setup.plan.players.map(({ name }) => ({ name, wonder: "", side: "" }));
  const sets = setup.plan.sets.filter((name) => setup.draft.choices.sets[edition].includes(name));
  change({ edition, sets, players });
}

/** @type {(name: string, on: boolean) => void} */
function changeSet(name, on) {
  const sets = setup.draft.choices.sets[setup.plan.edition].filter((other) =>
    other === name ? on : setup.plan.sets.includes(other),
  );
  const known = setup.draft.choices.boards[setup.plan.edition];
  const fits = /** @param {PlayerDraft} player */ ({ wonder }) =>
    known.some(
      ({ id, sets: needed }) => id === wonder && needed.every((set) => sets.includes(set)),
    );
  const players = setup.plan.players.map((player) =>
    fits(player) ? player : { ...player, wonder: "", side: "" },
  );
  change({ sets, players });
}

/** @param {string} variant */
function changeVariant(variant) {
  const allowed = setup.draft.choices.players[variant];
  const count = setup.plan.players.length;
  const number = allowed.find((fits) => fits >= count) ?? Math.max(...allowed);
  const players = Array.from(
    { length: number },
    (_, seat) => setup.plan.players[seat] ?? stranger(seat),
  );
  change({ variant, players });
}
