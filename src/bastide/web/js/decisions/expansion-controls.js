// The controls of all steps of expansions, and the fallback for any other.

import { arrow } from "./arrow.js";
import { circle, circleAct } from "./circle.js";
import { exchange, fairGame, victim } from "./fair.js";
import { aim, hands } from "./fair-throws.js";
import { flock } from "./flock.js";
import { goldTurn, isGold } from "./gold.js";
import { discardTile, pickTile } from "./hand.js";
import { magic } from "./magic.js";
import { piece } from "./piece.js";
import { optionCards } from "./fallback.js";
import { enterTown, escort, leaveTown } from "./town.js";
import { plague } from "./wheel.js";

/** @typedef {import("./index.js").ControlFactory} ControlFactory */

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
  "flock.choose": flock,
  "wheel.plague": plague,
  "count.enter": enterTown,
  "count.escort": escort,
  "count.leave": leaveTown,
  "final.leave": leaveTown,
  "final.market": leaveTown,
  "magic.move": magic,
  "fair.choose": fairGame,
  "fair.aim": aim,
  "fair.hands": hands,
  "fair.victim": victim,
  "fair.exchange": exchange,
  "circle.choose": circle,
  "circle.act": circleAct,
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
