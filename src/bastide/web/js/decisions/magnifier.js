// The magnifier: the last tile, enlarged so that every slot is easy to hit.

import { tile, tileArt, turned } from "../art.js";
import { onPick, slotMark } from "../board/slots.js";
import { h, s } from "../dom.js";

/** @typedef {import("../board/slots.js").Slot} Slot */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../game/shell.js").Shell} Shell */

/**
 * An enlarged tile with slots.
 * @param {PlacedTile} laid
 * @param {number} copy
 * @param {Slot[]} slots
 * @param {import("../board/slots.js").PickHandlers} handlers
 */
export function magnifier(laid, copy, slots, handlers) {
  const group = s("g", { class: "slots", role: "group" });
  const art = tileArt(laid.tile);
  const segments = s("g", { class: "magnifier-lit" });
  for (const segment of new Set(slots.map((slot) => slot.spot[2]))) {
    segments.append(
      s("path", {
        d: art.segments[segment].outline,
        class: "seg",
        "fill-rule": "evenodd",
        "data-segment": segment,
        transform: `rotate(${90 * laid.rotation} 50 50)`,
      }),
    );
  }
  const spots = spread(slots.map((slot) => turned(art.segments[slot.spot[2]].anchor, laid.rotation)));
  slots.forEach((slot, i) => {
    const [x, y] = spots[i];
    const el = slotMark(slot, x, y, i, slots.length);
    onPick(el, i, handlers);
    group.append(el);
  });
  const picture = s(
    "svg",
    { viewBox: "0 0 100 100", class: "magnifier-tile" },
    tile(laid.tile, laid.rotation, { copy }),
    segments,
    group,
  );
  return { el: picture, group };
}

/**
 * Move points apart for touch, and away from the edge.
 * @param {[number, number][]} points
 * @returns {[number, number][]}
 */
function spread(points) {
  const least = 25;
  const moved = points.map(([x, y]) => /** @type {[number, number]} */ ([x, y]));
  for (let round = 0; round < 12; round++) {
    for (let i = 0; i < moved.length; i++) {
      for (let j = 0; j < i; j++) {
        const dx = moved[i][0] - moved[j][0] || 0.1 * (i - j);
        const dy = moved[i][1] - moved[j][1] || 0.1;
        const far = Math.hypot(dx, dy);
        if (far >= least) continue;
        const push = (least - far) / 2 / far;
        moved[i] = [moved[i][0] + dx * push, moved[i][1] + dy * push];
        moved[j] = [moved[j][0] - dx * push, moved[j][1] - dy * push];
      }
    }
    for (const point of moved) {
      point[0] = Math.min(87, Math.max(13, point[0]));
      point[1] = Math.min(87, Math.max(13, point[1]));
    }
  }
  return moved;
}

/**
 * Show the magnifier beside its tile, on the side where it covers fewer tiles, with lines between them.
 * @param {Shell} shell
 * @param {SVGSVGElement} picture
 * @param {Cell} cell
 * @param {HTMLElement} tip
 */
export function floating(shell, picture, cell, tip) {
  const { board } = shell;
  const holder = h("div", { class: "magnifier still" }, picture, tip);
  const lines = s("svg", { class: "magnifier-lines", "aria-hidden": "true" });
  const tie = s("path", { class: "magnifier-line" });
  const box = { x: 100 * cell[0], y: 100 * cell[1], width: 100, height: 100, rx: 3, class: "magnifier-frame" };
  const frame = s("g", {}, s("rect", box), s("rect", box));
  lines.append(tie);
  board.el.append(lines, holder);
  board.over.prepend(frame);
  const position = () => {
    const area = board.visibleArea();
    const [left, top] = board.toScreen(100 * cell[0], 100 * cell[1]);
    const size = board.pixels;
    const width = holder.offsetWidth || 250;
    const height = holder.offsetHeight || 250;
    /** @param {boolean} right */
    const beside = (right) => {
      const x = right
        ? Math.min(left + size + 36, area.left + area.width - width)
        : Math.max(area.left, left - 36 - width);
      const y = Math.max(area.top, Math.min(top + size / 2 - height / 2, area.top + area.height - height));
      const covered =
        board.view?.board.filter(({ cell: [column, row] }) => {
          const [tx, ty] = board.toScreen(100 * column, 100 * row);
          return tx < x + width && tx + size > x && ty < y + height && ty + size > y;
        }).length ?? 0;
      const fits = right ? x >= left + size : x + width <= left;
      return { x, y, right, covered: covered + (fits ? 0 : 100) };
    };
    const [rightSide, leftSide] = [beside(true), beside(false)];
    const { x, y, right } = rightSide.covered <= leftSide.covered ? rightSide : leftSide;
    holder.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    const from = right ? left + size : left;
    const edge = right ? x : x + width;
    tie.setAttribute("d", `M${from} ${top}L${edge} ${y + 6}V${y + picture.clientHeight}L${from} ${top + size}Z`);
  };
  board.whenIdle(() => board.reveal([cell]));
  position();
  board.listeners.add(position);
  const resized = new ResizeObserver(position);
  resized.observe(holder);
  return {
    close() {
      board.listeners.delete(position);
      resized.disconnect();
      frame.remove();
      holder.remove();
      lines.remove();
    },
  };
}
