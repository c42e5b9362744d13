// The makers of all special decisions by step, and the cards that answer any other.

import { arrow } from "./arrow.js";
import { circle, circleAct } from "./circle.js";
import { aim, exchange, fairGame, hands, victim } from "./fair.js";
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
const asked = new WeakMap();

/**
 * A maker that also speaks its question, once for every moment, and hears Enter and S.
 * @param {ControlFactory} maker
 * @returns {ControlFactory}
 */
function spoken(maker) {
  return (shell, options) => {
    const decision = maker(shell, options);
    const press = (/** @type {string} */ what) => () =>
      shell.dock.el.querySelector(`[data-do=${what}]`)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    decision.keys ??= {};
    decision.keys.Enter ??= press("go");
    decision.keys.s ??= press("skip");
    const now = `${shell.store.state.moment}/${shell.store.view.step}`;
    const question = /\p{P}$/u.test(decision.title) ? decision.title : `${decision.title}.`;
    if (asked.get(shell) !== now)
      shell.notices.announce(typeof decision.text === "string" ? `${question} ${decision.text}` : question, true);
    asked.set(shell, now);
    return decision;
  };
}

/** @type {Record<string, ControlFactory>} */
const MADE = {
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

const gold = spoken(goldTurn);

/** @type {Record<string, ControlFactory>} */
export const SPECIAL = {
  ...Object.fromEntries(Object.entries(MADE).map(([step, maker]) => [step, spoken(maker)])),
  piece: (shell, options) => (isGold(options) ? gold(shell, options) : piece(shell, options)),
};

/** Answers any step that has no control of its own. @type {ControlFactory} */
export const fallback = spoken(optionCards);
