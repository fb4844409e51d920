// Obstacles: why a card cannot be built or put under a stage, each with its rule.

import { h, icon } from "../dom.js";
import { ruleLink } from "../parts.js";
import { t } from "../strings.js";

/** @type {Record<string, string>} */
const HEADS = { build: "no_build_now", recruit: "no_recruit_now", wonder: "no_stage_now" };

/** @param {ObstacleView[]} found */
export const obstacles = (found) =>
  found.length ? h("ul", { class: "obstacles" }, found.map(obstacle)) : null;

/** @param {ObstacleView} found */
const obstacle = ({ action, text, rule }) =>
  h(
    "li",
    {},
    icon("close"),
    h("span", {}, h("b", {}, t(HEADS[action])), " ", text, " ", rule ? ruleLink(rule) : null),
  );
