// The segments of a scored feature, from its cells.

import { areas } from "../board/areas.js";
import { winners } from "./scores.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("./store.js").TableStore} TableStore */

/**
 * The segments of the scored feature.
 * @param {TableStore} store
 * @param {GameEvent} event
 * @returns {Spot[]}
 */
export function scoredSpots(store, event) {
  const { cell, cells, segment, feature } = event;
  if (!feature || !cell) return [];
  const tiles = (cells ?? [cell]).flatMap(([x, y]) => store.tileAt(x, y) ?? []);
  const found = areas(tiles, feature).filter((area) =>
    area.some(([x, y, s]) => x === cell[0] && y === cell[1] && (segment === undefined || s === segment)),
  );
  const whole = found.filter((area) => new Set(area.map(([x, y]) => `${x},${y}`)).size === tiles.length);
  const likely = whole.length ? whole : found;
  const winning = winners(event);
  const held = store.view.pieces.filter(({ seat }) => seat !== null && winning.includes(seat));
  return (
    likely.find((area) =>
      area.some((spot) => held.some((piece) => String(spot) === `${piece.cell},${piece.segment}`)),
    ) ??
    likely[0] ??
    []
  );
}
