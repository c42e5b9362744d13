// The lane of the game "catch": the thrower on the left, the catcher on the right.

import { seatToken } from "../art.js";
import { s } from "../dom.js";
import { HANDS, REACH, reachOutline } from "./trajectory.js";

/** @typedef {import("./trajectory.js").Point} Point */

/** Units of the picture per thousandth of a tile. */
export const UNIT = 0.1;
const [WEST, NORTH, WIDE, HIGH] = [-120, -175, 810, 350];

/**
 * The empty lane.
 * @param {{hurler: number, catcher: number, label: string}} options
 */
export function lane({ hurler, catcher, label }) {
  const over = s("g");
  const seat = (/** @type {number} */ who, /** @type {number} */ x, /** @type {number} */ y) => {
    const drawn = seatToken(who);
    for (const [name, value] of Object.entries({ x: x - 16, y: y - 16, width: 32, height: 32 }))
      drawn.setAttribute(name, String(value));
    return drawn;
  };
  const svg = s(
    "svg",
    { viewBox: `${WEST} ${NORTH} ${WIDE} ${HIGH}`, class: "lane", role: "img", "aria-label": label },
    s("rect", { x: WEST, y: NORTH, width: WIDE, height: HIGH, class: "lane-ground" }),
    s("rect", { x: 0, y: -150, width: 650, height: 300, rx: 6, class: "lane-green" }),
    s("path", { d: "M100-150V150M200-150V150M400-150V150M500-150V150", class: "lane-line" }),
    s("rect", { x: 294, y: -158, width: 12, height: 316, rx: 3, class: "lane-board" }),
    s("path", { d: "M294-120h6M294-80h6M294-40h6M294 0h6M294 40h6M294 80h6M294 120h6", class: "lane-notch" }),
    seat(hurler, -62, -130),
    seat(catcher, 632, -130),
    over,
  );
  return {
    svg,
    over,
    unit: UNIT,
    size: 0.62,
    /** Pixels per thousandth of a tile. */
    scale: () => ((svg.clientWidth || 375) / WIDE) * UNIT,
    /** @param {PointerEvent|MouseEvent} event @returns {Point} */
    at(event) {
      const box = svg.getBoundingClientRect();
      return [
        (WEST + ((event.clientX - box.left) * WIDE) / box.width) / UNIT,
        (NORTH + ((event.clientY - box.top) * HIGH) / box.height) / UNIT,
      ];
    },
  };
}

/** Two open hands, with their reach, which begins at the measuring board. */
export function openHands() {
  const path = "M-14 12C-22 2-20-10-15-12c3-1 4 3 5 6c0-6 0-12 4-12s3 6 4 12";
  const reach = s("path", { class: "hands-reach" });
  const el = s(
    "g",
    { class: "hands" },
    reach,
    s("path", {
      d: `${path}M14 12C22 2 20-10 15-12c-3-1-4 3-5 6c0-6 0-12-4-12s-3 6-4 12M-14 12Q0 20 14 12`,
      class: "hands-line",
    }),
  );
  return {
    el,
    /** Hold them at a point. @param {Point} point */
    hold([x, y]) {
      el.setAttribute("transform", `translate(${x * UNIT} ${y * UNIT})`);
      reach.setAttribute("d", reachOutline(REACH * UNIT, (x - HANDS.west) * UNIT));
    },
  };
}
