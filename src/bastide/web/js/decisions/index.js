// The control of each step of a turn.

import { piece } from "./piece.js";
import { place } from "./placement.js";

/** @typedef {(shell: import("../game/shell.js").Shell, options: import("../types.js").ActionData[]) => import("../game/dock.js").Decision} ControlFactory */

/** @type {Record<string, ControlFactory>} */
const CONTROLS = { place, piece };
/** The controls of expansions, once loaded. @type {typeof import("../expansions/index.js")|null} */
export let expansionControls = null;

/** Load the controls of expansions. */
export async function loadExpansions() {
  expansionControls ??= await import("../expansions/index.js");
}

/**
 * The control of a step; null if the controls of expansions must be loaded first.
 * @param {string} step
 * @returns {ControlFactory|null}
 */
export const controlFor = (step) =>
  expansionControls?.SPECIAL[step] ?? CONTROLS[step] ?? expansionControls?.fallback ?? null;
