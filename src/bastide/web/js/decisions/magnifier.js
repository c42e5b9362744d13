// The magnifier: the last tile, enlarged so that every slot is easy to hit.

import { tile, tileArt, turned } from "../art.js";
import { covers } from "../board/framing.js";
import { arranged, onPick, slotMark } from "../board/slots.js";
import { h, s } from "../dom.js";

/** @typedef {import("../board/slots.js").Slot} Slot */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../game/shell.js").Shell} Shell */

/** The size of the enlarged tile, and its distance from the tile itself, in pixels. */
const LENS = 230;
const DISTANCE = 36;
/** What it adds to the tiles covered if it covers the tile itself. */
const COVERS_ITSELF = 100;
/** The sides of a tile, in order of preference. @type {[number, number][]} */
const SIDES = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
];

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
  const anchors = slots.map((slot) => turned(art.segments[slot.spot[2]].anchor, laid.rotation));
  arranged(slots, anchors, LENS).forEach((slot, i) => {
    const [x, y] = slot.at ?? anchors[i];
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
 * Show the magnifier beside its tile, on the emptiest side, with lines between them.
 * @param {Shell} shell
 * @param {SVGSVGElement} picture
 * @param {Cell} cell
 */
export function floating(shell, picture, cell) {
  const { board } = shell;
  const holder = h("div", { class: "magnifier still" }, picture);
  const lines = s("svg", { class: "magnifier-lines", "aria-hidden": "true" });
  const tie = s("path", { class: "magnifier-line" });
  const box = { x: 100 * cell[0], y: 100 * cell[1], width: 100, height: 100, rx: 3, class: "magnifier-frame" };
  const frame = s("g", {}, s("rect", box), s("rect", box));
  lines.append(tie);
  board.el.append(lines, holder);
  board.over.prepend(frame);
  const position = () => {
    const area = board.visibleArea();
    const size = board.pixels;
    const [left, top] = board.toScreen(100 * cell[0], 100 * cell[1]);
    const [cx, cy] = [left + size / 2, top + size / 2];
    const away = size / 2 + DISTANCE + LENS / 2;
    const within = (/** @type {number} */ at, /** @type {number} */ low, /** @type {number} */ length) =>
      Math.max(low, Math.min(at, low + length - LENS));
    const places = SIDES.map(([dx, dy]) => {
      const x = within(cx + dx * away - LENS / 2, area.left, area.width);
      const y = within(cy + dy * away - LENS / 2, area.top, area.height);
      const lens = { left: x, top: y, width: LENS, height: LENS };
      const covered = board.view?.board.filter((laid) => covers(board.camera, [laid.cell], lens)).length ?? 0;
      return { x, y, dx, dy, covered: covered + (covers(board.camera, [cell], lens) ? COVERS_ITSELF : 0) };
    });
    const { x, y, dx, dy } = places.reduce((best, place) => (place.covered < best.covered ? place : best));
    holder.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    // The facing sides of the tile and the lens.
    const [near, far] = [
      [left, top, size],
      [x, y, LENS],
    ].map(([x0, y0, side], i) => {
      const [sx, sy] = i ? [-dx, -dy] : [dx, dy];
      const from = [x0 + (sx > 0 ? side : 0), y0 + (sy > 0 ? side : 0)];
      return [from, dx ? [from[0], from[1] + side] : [from[0] + side, from[1]]];
    });
    tie.setAttribute("d", `M${near[0]}L${far[0]}L${far[1]}L${near[1]}Z`);
  };
  board.whenIdle(() => board.reveal([cell]));
  position();
  board.listeners.add(position);
  return {
    close() {
      board.listeners.delete(position);
      frame.remove();
      holder.remove();
      lines.remove();
    },
  };
}
