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
 */

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
      transform: `translate(${x} ${y})`,
      tabindex: -1,
      role: "button",
      "aria-label": `${slot.label} ${index + 1}/${count}`,
      "data-slot": slot.spot.join(","),
      "data-target": slot.spot.join(","),
      "data-kind": slot.piece,
    },
    s("circle", { r: 24, class: "slot-hit" }),
    s("circle", { r: 13, class: "slot" }),
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
