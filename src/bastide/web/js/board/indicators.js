// Off-screen indicators: arrows at the edge of the board towards cells out of view.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {"left"|"right"|"up"|"down"} Direction */

/** @param {number} n the number of cells */
const countLabel = (n) => say("play.more_places", { n });

/** Positions of an arrow along its edge, in percent, in order of preference. */
const POSITIONS = [45, 30, 60, 20, 72, 84];

/**
 * Show arrows towards the cells that are off-screen.
 * @param {import("./board.js").Board} board
 * @param {Cell[]} cells
 * @param {{name?: string, label?: (count: number) => string}} [options] the class of the arrows, and their text
 */
export function offscreenIndicators(board, cells, { name = "", label = countLabel } = {}) {
  const el = h("div", { class: `edges still ${name}` });
  board.el.append(el);

  /** @param {Cell} cell @returns {Direction|null} */
  const directionTo = ([x, y]) => {
    const area = board.visibleArea();
    const [left, top] = board.toScreen(100 * x + 50, 100 * y + 50);
    const [dx, dy] = [
      left < area.left ? left - area.left : Math.max(0, left - area.left - area.width),
      top < area.top ? top - area.top : Math.max(0, top - area.top - area.height),
    ];
    if (!dx && !dy) return null;
    if (Math.abs(dx) > Math.abs(dy)) return dx < 0 ? "left" : "right";
    return dy < 0 ? "up" : "down";
  };

  let shown = "";
  const draw = () => {
    /** @type {Map<Direction, Cell[]>} */
    const away = new Map();
    for (const cell of cells) {
      const direction = directionTo(cell);
      if (direction) away.set(direction, [...(away.get(direction) ?? []), cell]);
    }
    const key = JSON.stringify([...away]);
    if (key !== shown) {
      el.replaceChildren(
        ...[...away].map(([direction, hidden]) =>
          h(
            "button",
            {
              class: `btn small edge ${direction}`,
              onclick: () => board.reveal(hidden),
            },
            label(hidden.length),
            icon(`chevron-${direction}`, "s"),
          ),
        ),
      );
    }
    shown = key;
    for (const arrow of el.children) if (arrow instanceof HTMLElement) position(arrow);
  };

  /** Move an arrow along its edge to where it covers no legal cell. @param {HTMLElement} arrow */
  const position = (arrow) => {
    const clear = POSITIONS.find((along) => {
      arrow.style.setProperty("--along", `${along}%`);
      return !cells.some((cell) => covers(arrow, cell));
    });
    if (clear === undefined) arrow.style.setProperty("--along", `${POSITIONS[0]}%`);
  };

  /** @param {HTMLElement} arrow @param {Cell} cell */
  const covers = (arrow, [x, y]) => {
    const [left, top] = board.toScreen(100 * x, 100 * y);
    const right = arrow.offsetLeft + arrow.offsetWidth;
    const bottom = arrow.offsetTop + arrow.offsetHeight;
    return (
      left < right && left + board.pixels > arrow.offsetLeft && top < bottom && top + board.pixels > arrow.offsetTop
    );
  };
  board.listeners.add(draw);
  draw();
  return {
    close() {
      board.listeners.delete(draw);
      el.remove();
    },
  };
}
