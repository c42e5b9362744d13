// Which control answers which step of the turn.

import { piece } from "./piece.js";
import { place } from "./placement.js";

/** @typedef {(shell: import("../game/shell.js").Shell, options: import("../types.js").ActionData[]) => import("../game/dock.js").Decision} ControlFactory */

/** @type {Record<string, ControlFactory>} */
const MAKERS = { place, piece };
/** What games with expansions need, once it was fetched. @type {typeof import("./expansions.js")|null} */
export let expansionControls = null;

/** Fetch what games with expansions need. */
export async function loadExpansions() {
  expansionControls ??= await import("./expansions.js");
}

/**
 * How a step is decided; whatever has no control of its own is a row of cards. Null if that must be fetched first.
 * @param {string} step
 * @returns {ControlFactory|null}
 */
export const controlFor = (step) =>
  expansionControls?.SPECIAL[step] ?? MAKERS[step] ?? expansionControls?.fallback ?? null;
