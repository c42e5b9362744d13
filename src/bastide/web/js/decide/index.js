// Which control answers which step of the turn.

import { piece } from "./piece.js";
import { place } from "./place.js";

/** @typedef {(desk: import("../game/desk.js").Desk, options: import("../types.js").Option[]) => import("../game/dock.js").Decision} Maker */

/** @type {Record<string, Maker>} */
const MAKERS = { place, piece };
/** What games with expansions need, once it was fetched. @type {typeof import("./extras.js")|null} */
export let extras = null;

/** Fetch what games with expansions need. */
export async function loadExtras() {
  extras ??= await import("./extras.js");
}

/**
 * How a step is decided; whatever has no control of its own is a row of cards. Null if that must be fetched first.
 * @param {string} step
 * @returns {Maker|null}
 */
export const makerOf = (step) => extras?.SPECIAL[step] ?? MAKERS[step] ?? extras?.special ?? null;
