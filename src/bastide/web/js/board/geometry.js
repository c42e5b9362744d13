// Geometry of segments on the board: paths in world units, with tiles of 100 by 100.

import { tileArt, turned } from "../art.js";
import { unionPath } from "./union.js";

/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {[number, number]} Point */

/** @type {Map<string, Point[][]>} */
const rings = new Map();
/** @type {Map<string, Path2D>} */
const paths = new Map();

/**
 * The outline of a segment of an unrotated tile, as rings of points.
 * @param {string} id
 * @param {number} segment
 */
function ringsOf(id, segment) {
  const key = `${id}/${segment}`;
  let parsed = rings.get(key);
  if (!parsed) {
    const d = tileArt(id).segments[segment]?.outline ?? "";
    parsed = d
      .split("Z")
      .filter((ring) => ring)
      .map((ring) => {
        const numbers = (ring.match(/-?\d*\.?\d+/g) ?? []).map(Number);
        /** @type {Point[]} */
        const points = [];
        for (let i = 0; i + 1 < numbers.length; i += 2) points.push([numbers[i], numbers[i + 1]]);
        return points;
      });
    rings.set(key, parsed);
  }
  return parsed;
}

/**
 * The outline of some segments together, as path data for the fill rule `evenodd`.
 * @param {Spot[]} spots
 * @param {(x: number, y: number) => PlacedTile|undefined} tileAt
 */
export function outlineOf(spots, tileAt) {
  return unionPath(
    spots.flatMap(([column, row, segment]) => {
      const laid = tileAt(column, row);
      if (!laid) return [];
      return ringsOf(laid.tile, segment).map((ring) =>
        ring.map((point) => {
          const [x, y] = turned(point, laid.rotation);
          return /** @type {Point} */ ([10 * (x + 100 * column), 10 * (y + 100 * row)]);
        }),
      );
    }),
  );
}

const context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));

/**
 * The segment of a tile at a point of the world, or -1.
 * @param {PlacedTile} laid
 * @param {number} wx
 * @param {number} wy
 */
export function segmentAt(laid, wx, wy) {
  const [x, y] = turned([wx - 100 * laid.cell[0], wy - 100 * laid.cell[1]], 4 - laid.rotation);
  const { segments } = tileArt(laid.tile);
  // Later segments lie on top of earlier ones.
  for (let i = segments.length - 1; i >= 0; i--) {
    const key = `${laid.tile}/${i}`;
    let path = paths.get(key);
    if (!path) paths.set(key, (path = new Path2D(segments[i].outline)));
    if (context.isPointInPath(path, x, y, "evenodd")) return i;
  }
  return -1;
}

/**
 * The anchor of pieces on a segment, in world units.
 * @param {PlacedTile} laid
 * @param {number} segment
 * @returns {Point}
 */
export function anchorOf(laid, segment) {
  const at = tileArt(laid.tile).segments[segment]?.anchor ?? [50, 50];
  const [x, y] = turned(at, laid.rotation);
  return [x + 100 * laid.cell[0], y + 100 * laid.cell[1]];
}

/**
 * How far from its anchor a piece on a segment is drawn, in world units, so that it hides no signs.
 * @param {PlacedTile} laid
 * @param {number} segment
 */
export const asideOf = (laid, segment) => tileArt(laid.tile).segments[segment]?.aside[laid.rotation] ?? [0, 0];
