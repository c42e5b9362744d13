// Assets that must be loaded before a table is shown.

import { loadArt } from "../art.js";
import { loadExpansions } from "../decisions/index.js";

/**
 * Load the art of a table and, unless it is a base game, the code for expansions.
 * @param {import("../types.js").TableState} state
 */
export async function loadAssets({ table }) {
  const base = table.tile_sets.length === 1 && table.tile_sets[0] === "base";
  await Promise.all([loadArt(table.tile_sets, { tokens: !base }), base ? null : loadExpansions()]);
}
