// Slots: round marks on the board to choose from.

import { piece } from "../art.js";
import { s } from "../dom.js";

/** @typedef {import("../types.js").Spot} Spot */
/**
 * @typedef {object} Slot
 * @property {Spot} spot
 * @property {string} label
 * @property {string} [piece]
 * @property {number|null} [seat]
 * @property {boolean} [lying]
 * @property {"take"|"put"} [mark]
 * @property {[number, number]} [at] where it is drawn, if not on the anchor of its segment
 * @property {number} [scale]
 */

/** The radius of a slot, and the size of the smallest one on the screen with the least gap to the next, in pixels. */
const RADIUS = 13;
const SIZE = 44;
const GAP = 4;
/** The least distance of a slot from the edge of its tile. */
const MARGIN = 13;

/**
 * @typedef {object} PickHandlers
 * @property {(index: number) => void} pick called on a click
 * @property {(index: number) => void} [aim] called when the pointer or the focus enters; with -1 when it leaves
 */

/**
 * Listen for clicks on one of several choices, and for the pointer and the focus.
 * @param {SVGElement} el
 * @param {number} index
 * @param {PickHandlers} handlers
 */
export function onPick(el, index, { pick, aim }) {
  el.addEventListener("click", () => pick(index));
  for (const name of ["pointerenter", "focus"]) el.addEventListener(name, () => aim?.(index));
  for (const name of ["pointerleave", "blur"]) el.addEventListener(name, () => aim?.(-1));
}

/**
 * Draw a slot.
 * @param {Slot} slot
 * @param {number} x
 * @param {number} y
 * @param {number} index
 * @param {number} count
 */
export function slotMark(slot, x, y, index, count) {
  const el = s(
    "g",
    {
      class: `slot-mark ${slot.mark ?? "put"}`,
      transform: `translate(${x} ${y})${slot.scale === undefined ? "" : `scale(${slot.scale})`}`,
      tabindex: -1,
      role: "button",
      "aria-label": `${slot.label} ${index + 1}/${count}`,
      "data-slot": slot.spot.join(","),
      "data-target": slot.spot.join(","),
      "data-kind": slot.piece,
    },
    s("circle", { r: 24, class: "slot-hit" }),
    s("circle", { r: RADIUS, class: "slot" }),
  );
  if (slot.mark === "take") el.append(s("path", { d: "M-5 5L0-6L5 5M0-6V7", class: "slot-take" }));
  else if (slot.piece)
    el.append(
      s(
        "g",
        { transform: `translate(0 ${slot.lying ? 5 : 9})scale(.86)`, class: "slot-piece" },
        piece(slot.piece, slot.seat ?? null, { lying: slot.lying }),
      ),
    );
  return el;
}

/**
 * Arrange slots on a tile of some pixels, so that each is easy to hit: moved apart, and away from the edge.
 * @template {Slot} T
 * @param {T[]} slots
 * @param {[number, number][]} anchors on the tile, from 0 to 100
 * @param {number} pixels
 * @returns {T[]} the slots with their points on the tile
 */
export function arranged(slots, anchors, pixels) {
  const unit = 100 / pixels;
  const points = spread(anchors, (SIZE + GAP) * unit);
  return slots.map((slot, i) => ({ ...slot, at: points[i], scale: (SIZE / 2 / RADIUS) * unit }));
}

/**
 * Move points apart, and away from the edge.
 * @param {[number, number][]} points
 * @param {number} least the distance to keep
 * @returns {[number, number][]}
 */
function spread(points, least) {
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
      point[0] = Math.min(100 - MARGIN, Math.max(MARGIN, point[0]));
      point[1] = Math.min(100 - MARGIN, Math.max(MARGIN, point[1]));
    }
  }
  return moved;
}
