// Connected areas of segments, from their outlines alone.

import { tileArt } from "../art.js";
import { segmentAt } from "./geometry.js";

/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../types.js").Spot} Spot */

/** Sample points along a side, and their distance from it. */
const SAMPLES = [12, 30, 50, 70, 88];
const INSET = 1.5;

/**
 * The connected areas of one kind of segment on some tiles.
 * @param {PlacedTile[]} tiles
 * @param {string} kind
 * @returns {Spot[][]}
 */
export function areas(tiles, kind) {
  const at = new Map(tiles.map((laid) => [String(laid.cell), laid]));
  /** @type {Map<string, Spot[]>} */
  const groups = new Map();
  for (const {
    tile,
    cell: [x, y],
  } of tiles) {
    tileArt(tile).segments.forEach((segment, i) => {
      if (segment.kind === kind) groups.set(`${x},${y},${i}`, [[x, y, i]]);
    });
  }
  const join = (/** @type {PlacedTile} */ one, /** @type {PlacedTile} */ other, /** @type {number} */ dx) => {
    const [x, y] = [100 * one.cell[0], 100 * one.cell[1]];
    for (const along of SAMPLES) {
      const [a, b] = dx
        ? [
            [x + 100 - INSET, y + along],
            [x + 100 + INSET, y + along],
          ]
        : [
            [x + along, y + 100 - INSET],
            [x + along, y + 100 + INSET],
          ];
      const mine = groups.get(`${one.cell},${segmentAt(one, a[0], a[1])}`);
      const theirs = groups.get(`${other.cell},${segmentAt(other, b[0], b[1])}`);
      if (!mine || !theirs || mine === theirs) continue;
      mine.push(...theirs);
      for (const spot of theirs) groups.set(String(spot), mine);
    }
  };
  for (const laid of tiles) {
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
    ]) {
      const other = at.get(`${laid.cell[0] + dx},${laid.cell[1] + dy}`);
      if (other) join(laid, other, dx);
    }
  }
  return [...new Set(groups.values())];
}
