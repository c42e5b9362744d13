// Arrows at the edge of the board that say how many lit places are out of view that way.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {"left"|"right"|"up"|"down"} Way */

/** Where along its edge an arrow may lie, in hundredths; the first is liked best. */
const ALONG = [45, 30, 60, 20, 72, 84];

/**
 * Watch some cells, and point to those that are out of view.
 * @param {import("./board.js").Board} board
 * @param {Cell[]} cells
 */
export function offscreenIndicators(board, cells) {
  const el = h("div", { class: "edges still" });
  board.el.append(el);

  /** @param {Cell} cell @returns {Way|null} */
  const wayTo = ([x, y]) => {
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

  let told = "";
  const draw = () => {
    /** @type {Map<Way, Cell[]>} */
    const away = new Map();
    for (const cell of cells) {
      const way = wayTo(cell);
      if (way) away.set(way, [...(away.get(way) ?? []), cell]);
    }
    const key = JSON.stringify([...away]);
    if (key !== told) {
      el.replaceChildren(
        ...[...away].map(([way, hidden]) =>
          h(
            "button",
            {
              class: `btn small edge ${way}`,
              onclick: () => board.reveal(hidden),
            },
            say("desk.more_places", { n: hidden.length }),
            icon(`chevron-${way}`, "s"),
          ),
        ),
      );
    }
    told = key;
    for (const arrow of el.children) if (arrow instanceof HTMLElement) makeWay(arrow);
  };

  /** Let an arrow lie where no lit cell is, if there is such a place along its edge. @param {HTMLElement} arrow */
  const makeWay = (arrow) => {
    const clear = ALONG.find((along) => {
      arrow.style.setProperty("--along", `${along}%`);
      return !cells.some((cell) => covers(arrow, cell));
    });
    if (clear === undefined) arrow.style.setProperty("--along", `${ALONG[0]}%`);
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
