// Arrows at the edge of the board that say how many lit places are out of view that way.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {"left"|"right"|"up"|"down"} Way */

/**
 * Watch some cells, and point to those that are out of view.
 * @param {import("./board.js").Board} board
 * @param {Cell[]} cells
 */
export function edges(board, cells) {
  const el = h("div", { class: "edges still" });
  board.el.append(el);

  /** @param {Cell} cell @returns {Way|null} */
  const wayTo = ([x, y]) => {
    const room = board.room();
    const [left, top] = board.toScreen(100 * x + 50, 100 * y + 50);
    const [dx, dy] = [left < room.left ? left - room.left : Math.max(0, left - room.left - room.width), top < room.top ? top - room.top : Math.max(0, top - room.top - room.height)];
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
    if (key === told) return;
    told = key;
    el.replaceChildren(...[...away].map(([way, hidden]) => h("button", {
      class: `btn small edge ${way}`, onclick: () => board.see(hidden),
    }, say("desk.more_places", { n: hidden.length }), icon(`chevron-${way}`, "s"))));
  };
  board.watchers.add(draw);
  draw();
  return { close() { board.watchers.delete(draw); el.remove(); } };
}
