// Which control answers which step of the turn.

import { piece } from "./piece.js";
import { place } from "./place.js";
import { special, SPECIAL } from "./special.js";

/** @typedef {(desk: import("../game/desk.js").Desk, options: import("../types.js").Option[]) => import("../game/dock.js").Decision} Maker */

/** @type {Record<string, Maker>} */
const MAKERS = { place, piece, ...SPECIAL };

/**
 * How a step is decided; whatever has no control of its own is a row of cards.
 * @param {string} step
 * @returns {Maker}
 */
export const makerOf = (step) => MAKERS[step] ?? special;
