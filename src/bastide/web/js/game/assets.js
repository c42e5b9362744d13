// Assets that must be loaded before a state is shown.

import { loadArt, loadTiles } from "../art.js";
import { loadExpansions } from "../decisions/index.js";

/** @typedef {import("../types.js").TableState} TableState */
/** @typedef {import("../types.js").GameEvent} GameEvent */

/** The kinds of pieces whose pictures do not come with the tokens. */
const BASE_KINDS = ["follower", "abbot"];

/**
 * Load the art of a state and, unless it is of a base game, the code for expansions.
 * @param {TableState} state
 * @param {GameEvent[]} [events] the events that led to it
 */
export async function loadAssets(state, events = []) {
  const sets = state.table.tile_sets;
  const base = sets.length === 1 && sets[0] === "base";
  const kinds = (state.view?.supply ?? []).flatMap((supply) => Object.keys(supply));
  await Promise.all([
    base ? null : loadExpansions(),
    loadArt([], { tokens: !base || kinds.some((kind) => !BASE_KINDS.includes(kind)) }),
    loadTiles(tilesOf(state, events), sets),
  ]);
}

/**
 * The tiles that a state and some events show, by id.
 * @param {TableState} state
 * @param {GameEvent[]} events
 */
export function tilesOf({ view, options }, events) {
  const shown = [
    view?.tile,
    ...(view?.hand ?? []),
    ...(view?.board ?? []).map(({ tile }) => tile),
    ...(options ?? []).map(({ tile }) => tile),
    ...events.flatMap(({ tile, tiles }) => [tile, ...(Array.isArray(tiles) ? tiles : [])]),
  ];
  return shown.filter((id) => typeof id === "string");
}
