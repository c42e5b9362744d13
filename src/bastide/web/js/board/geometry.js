// Geometry of segments on the board: paths in world units, with tiles of 100 by 100.

import { tileArt, turned } from "../art.js";

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
 * The area of a segment of a placed tile, to be filled with the even-odd rule.
 * @param {PlacedTile} laid
 * @param {number} segment
 */
function areaPath(laid, segment) {
  const [column, row] = laid.cell;
  return ringsOf(laid.tile, segment)
    .map((ring) => {
      const points = ring.map((point) => {
        const [x, y] = turned(point, laid.rotation);
        return `${round(x + 100 * column)} ${round(y + 100 * row)}`;
      });
      return `M${points.join("L")}Z`;
    })
    .join("");
}

/**
 * The border of a segment without the sides of its tile.
 * @param {PlacedTile} laid
 * @param {number} segment
 */
function borderPath(laid, segment) {
  const [column, row] = laid.cell;
  let d = "";
  for (const ring of ringsOf(laid.tile, segment)) {
    const closed = [...ring, ring[0]];
    let drawing = false;
    for (let i = 0; i + 1 < closed.length; i++) {
      if (alongSide(closed[i], closed[i + 1])) {
        drawing = false;
        continue;
      }
      const [x0, y0] = turned(closed[i], laid.rotation);
      const [x1, y1] = turned(closed[i + 1], laid.rotation);
      if (!drawing) d += `M${round(x0 + 100 * column)} ${round(y0 + 100 * row)}`;
      d += `L${round(x1 + 100 * column)} ${round(y1 + 100 * row)}`;
      drawing = true;
    }
  }
  return d;
}

/**
 * The area and the border of some segments together, as path data.
 * @param {Spot[]} spots
 * @param {(x: number, y: number) => PlacedTile|undefined} tileAt
 */
export function outlineOf(spots, tileAt) {
  let area = "";
  let border = "";
  for (const [x, y, segment] of spots) {
    const laid = tileAt(x, y);
    if (!laid) continue;
    area += areaPath(laid, segment);
    border += borderPath(laid, segment);
  }
  return { area, border };
}

/**
 * Whether a line runs along a side of its tile.
 * @param {Point} a
 * @param {Point} b
 */
function alongSide([x0, y0], [x1, y1]) {
  const near = 0.6;
  return [0, 100].some(
    (side) =>
      (Math.abs(x0 - side) < near && Math.abs(x1 - side) < near) ||
      (Math.abs(y0 - side) < near && Math.abs(y1 - side) < near),
  );
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;

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
