// Framing: camera positions that show given cells.

import { MAX_SIZE, MIN_SIZE } from "./camera.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {{x: number, y: number, size: number}} Position the position of cell (0, 0) on the screen, and the size of tiles */
/** @typedef {{left: number, top: number, width: number, height: number}} Area a part of the screen */
/** @typedef {[number, number, number, number]} Bounds first column and row, last column and row */

/** The largest tiles of a board that is fitted. */
const MAX_FITTED_SIZE = 128;
/** Pixels of a visible cell that may be outside. */
const TOLERANCE = 2;

/**
 * The position where all cells within bounds are centred and as large as possible.
 * @param {Bounds} bounds
 * @param {Area} area
 * @returns {Position}
 */
export function fitted([west, north, east, south], { left, top, width, height }) {
  const fits = Math.min(width / (east - west + 1.3), height / (south - north + 1.3), MAX_FITTED_SIZE, MAX_SIZE);
  const size = Math.max(MIN_SIZE, fits);
  return {
    x: left + width / 2 - (size * (west + east + 1)) / 2,
    y: top + height / 2 - (size * (north + south + 1)) / 2,
    size,
  };
}

/**
 * The nearest position where all cells within bounds are visible. Tiles shrink for it to no less than a minimum size.
 * @param {Position} from
 * @param {Bounds} bounds
 * @param {Area} area
 * @param {number} minSize
 * @returns {Position}
 */
export function revealed(from, [west, north, east, south], { left, top, width, height }, minSize) {
  const needed = Math.min(width / (east - west + 1.2), height / (south - north + 1.2));
  const size = needed < from.size ? Math.max(minSize, needed) : from.size;
  const ratio = size / from.size;
  const gap = 0.1 * size;
  /** @type {(start: number, first: number, last: number, low: number, length: number) => number} */
  const shifted = (start, first, last, low, length) => {
    const middle = low + length / 2;
    const scaled = middle - (middle - start) * ratio;
    const before = Math.max(0, low + gap - (scaled + first * size));
    const beyond = Math.max(0, scaled + (last + 1) * size - (low + length) + gap);
    return scaled + before - beyond;
  };
  return { x: shifted(from.x, west, east, left, width), y: shifted(from.y, north, south, top, height), size };
}

/**
 * The position where a cell of a size is in the middle of an area.
 * @param {Cell} cell
 * @param {number} size
 * @param {Area} area
 * @returns {Position}
 */
export function centred([column, row], size, { left, top, width, height }) {
  return {
    x: left + width / 2 - size * (column + 0.5),
    y: top + height / 2 - size * (row + 0.5),
    size,
  };
}

/**
 * Whether a cell is within an area.
 * @param {Position} position
 * @param {Cell} cell
 * @param {Area} area
 */
export function isVisible({ x, y, size }, [column, row], { left, top, width, height }) {
  const [west, north] = [x + column * size, y + row * size];
  return (
    west >= left - TOLERANCE &&
    north >= top - TOLERANCE &&
    west + size <= left + width + TOLERANCE &&
    north + size <= top + height + TOLERANCE
  );
}

/**
 * Whether an area covers a part of some cells.
 * @param {Position} position
 * @param {Cell[]} cells
 * @param {Area} area
 */
export function covers({ x, y, size }, cells, { left, top, width, height }) {
  return cells.some(([column, row]) => {
    const [west, north] = [x + column * size, y + row * size];
    return west < left + width && west + size > left && north < top + height && north + size > top;
  });
}
