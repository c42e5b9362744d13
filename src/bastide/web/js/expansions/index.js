// Code that only expansions need, loaded with the first table that has any: controls, animations and holdings.

import { arrow } from "./anniversary.js";
import { circleEffect, circleFollower } from "./crop-circles.js";
import { exchange, fairGame, victim } from "./catapult.js";
import { aim, hands } from "./catapult-throws.js";
import { herdOrExpand } from "./hills-and-sheep.js";
import { goldTurn, isGold } from "./gold-rush.js";
import { discardTile, pickTile } from "./hand.js";
import { moveFigure } from "./mage-and-witch.js";
import { piece } from "../decisions/piece.js";
import { optionCards } from "../decisions/fallback.js";
import { enterTown, escort, leaveTown } from "./count.js";
import { plague } from "./wheel-of-fortune.js";

export { animate } from "./animations.js";
export { holdings, sharedPanel } from "./holdings.js";

/** @typedef {import("../decisions/index.js").ControlFactory} ControlFactory */

/** @type {WeakMap<import("../game/shell.js").Shell, string>} */
const questions = new WeakMap();

/**
 * Extend a control: announce its question once per version, and bind Enter and S.
 * @param {ControlFactory} control
 * @returns {ControlFactory}
 */
function announced(control) {
  return (shell, options) => {
    const decision = control(shell, options);
    const press = (/** @type {string} */ what) => () =>
      shell.dock.el.querySelector(`[data-do=${what}]`)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    decision.keys ??= {};
    decision.keys.Enter ??= press("go");
    decision.keys.s ??= press("skip");
    const now = `${shell.store.state.moment}/${shell.store.view.step}`;
    const question = /\p{P}$/u.test(decision.title) ? decision.title : `${decision.title}.`;
    if (questions.get(shell) !== now)
      shell.notices.announce(typeof decision.text === "string" ? `${question} ${decision.text}` : question, true);
    questions.set(shell, now);
    return decision;
  };
}

/** @type {Record<string, ControlFactory>} */
const CONTROLS = {
  "flock.choose": herdOrExpand,
  "wheel.plague": plague,
  "count.enter": enterTown,
  "count.escort": escort,
  "count.leave": leaveTown,
  "final.leave": leaveTown,
  "final.market": leaveTown,
  "magic.move": moveFigure,
  "fair.choose": fairGame,
  "fair.aim": aim,
  "fair.hands": hands,
  "fair.victim": victim,
  "fair.exchange": exchange,
  "circle.choose": circleEffect,
  "circle.act": circleFollower,
  "hand.pick": pickTile,
  "hand.discard": discardTile,
  "arrow.choose": arrow,
};

const gold = announced(goldTurn);

/** @type {Record<string, ControlFactory>} */
export const SPECIAL = {
  ...Object.fromEntries(Object.entries(CONTROLS).map(([step, control]) => [step, announced(control)])),
  piece: (shell, options) => (isGold(options) ? gold(shell, options) : piece(shell, options)),
};

/** The control of any other step. @type {ControlFactory} */
export const fallback = announced(optionCards);
