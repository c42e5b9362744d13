// Rulers: the columns and rows of cells along two edges of the board, in the numbers of the notation.

import { fill, h } from "../dom.js";

/** Pixels between two labels, at least. */
const GAP = 30;
/** Cells around the tiles that have labels. */
const MARGIN = 1;

/**
 * Show rulers on a board.
 * @param {import("./board.js").Board} board
 */
export function showRulers(board) {
  const columns = h("div", { class: "ruler columns" });
  const rows = h("div", { class: "ruler rows" });
  const el = h("div", { class: "rulers", "aria-hidden": "true" }, columns, rows);
  board.el.append(el);
  const labels = (/** @type {number} */ from, /** @type {number} */ to, /** @type {(n: number) => number} */ place) => {
    const step = Math.max(1, Math.ceil(GAP / board.pixels));
    const found = [];
    for (let n = from - MARGIN; n <= to + MARGIN; n++) {
      if (n % step) continue;
      const label = h("span", {}, String(n).replace("-", "−"));
      label.style.setProperty("--at", `${Math.round(place(n))}px`);
      found.push(label);
    }
    return found;
  };
  const draw = () => {
    const [west, north, east, south] = board.bounds();
    fill(
      columns,
      labels(west, east, (x) => board.toScreen(100 * x + 50, 0)[0]),
    );
    fill(
      rows,
      labels(north, south, (y) => board.toScreen(0, 100 * y + 50)[1]),
    );
  };
  board.listeners.add(draw);
  draw();
  return {
    draw,
    close() {
      board.listeners.delete(draw);
      el.remove();
    },
  };
}
