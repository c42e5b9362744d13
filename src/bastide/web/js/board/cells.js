// Cells of the board: keys and bounds.

/** @typedef {import("../types.js").Cell} Cell */

/** @param {Cell} cell */
export const cellKey = ([x, y]) => `${x},${y}`;

/**
 * The first column and row, and the last column and row, of some cells; without cells, those of (0, 0).
 * @param {Cell[]} cells
 * @returns {[number, number, number, number]}
 */
export function bounds(cells) {
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)];
  return cells.length ? [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)] : [0, 0, 0, 0];
}
