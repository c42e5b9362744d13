// The magnifier: the tile just placed, enlarged so that every slot is easy to hit.

import { piece, tile, tileArt, turned } from "../art.js";
import { s } from "../dom.js";
import { slotMark } from "../board/slots.js";

/** @typedef {import("../board/slots.js").Slot} Slot */
/** @typedef {import("../types.js").PlacedTile} PlacedTile */

/**
 * An enlarged tile with slots.
 * @param {PlacedTile} laid
 * @param {number} copy
 * @param {Slot[]} slots
 * @param {{pick: (index: number) => void, aim: (index: number) => void}} on
 */
export function magnifier(laid, copy, slots, { pick, aim }) {
  const group = s("g", { class: "slots", role: "group" });
  const art = tileArt(laid.tile);
  const lit = s("g", { class: "magnifier-lit" });
  for (const segment of new Set(slots.map((slot) => slot.spot[2]))) {
    lit.append(
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
    el.addEventListener("click", () => pick(i));
    for (const name of ["pointerenter", "focus"]) el.addEventListener(name, () => aim(i));
    for (const name of ["pointerleave", "blur"]) el.addEventListener(name, () => aim(-1));
    group.append(el);
  });
  const picture = s(
    "svg",
    { viewBox: "0 0 100 100", class: "magnifier-tile" },
    tile(laid.tile, laid.rotation, { copy }),
    lit,
    group,
  );
  return { el: picture, group, lit };
}

/**
 * Move points apart that are too close for a finger, and away from the edge.
 * @param {[number, number][]} points
 * @returns {[number, number][]}
 */
export function spread(points) {
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
 * The picture of a piece on a button.
 * @param {string} kind
 * @param {number|null} seat
 */
export function small(kind, seat) {
  return s("svg", { viewBox: "-16 -32 32 38", "aria-hidden": "true" }, piece(kind, seat));
}
