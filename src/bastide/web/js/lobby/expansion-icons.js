// Icons of expansions, in a square of 40 units.

import { s } from "../dom.js";

/** The paths of each icon: the class of its colour (see pages.css), and path data. @type {Record<string, [string, string][]>} */
const ICONS = {
  river: [
    ["water", "M27 3C14 10 33 17 19 24C10 29 18 34 14 38"],
    ["leaf", "M7 13l3.5-6 3.5 6zM29 29l3-5.5 3 5.5z"],
  ],
  river_2: [
    ["water", "M20 38V25C20 17 10 16 9 3M20 25C20 17 30 16 31 3"],
    ["leaf", "M17 11l3-6 3 6zM5 31l3-6 3 6z"],
  ],
  river_20: [
    ["water", "M4 27c8-8 12 6 18-2s8-14 14-16"],
    ["lake", "M28 6c5-3 10 0 9 4s-8 5-11 2-1-4 2-6zM3 24c4-3 9 0 8 5s-8 5-9 1 0-5 1-6z"],
    ["leaf", "M15 13l3-6 3 6zM25 36l3-6 3 6z"],
  ],
  inns_and_cathedrals: [
    ["ochre", "M8 22L20 12l12 10v12H8z"],
    ["pale", "M17 34v-8h6v8z"],
    ["line", "M5.5 23.5L20 11l14.5 12.5M31 10v9"],
  ],
  traders_and_builders: [
    ["ochre", "M9 14c0-4 4-6 11-6s11 2 11 6v13c0 4-4 6-11 6S9 31 9 27z"],
    ["line", "M9 15h22M9 26h22M20 8v25"],
  ],
  hills_and_sheep: [
    ["leaf", "M3 35c6-15 14-18 18-10 4-11 12-7 16 10z"],
    ["pale", "M11 22c-1-5 4-7 7-6 3-2 9-1 9 3 3 3 0 7-4 6-3 2-8 2-9 0-2 0-3-1-3-3z"],
    ["dark", "M27 17c3-2 6 0 5 3s-4 4-6 2-1-4 1-5z"],
    ["line", "M16 26v4M22 26v4"],
  ],
  wheel_of_fortune: [
    ["ochre", disc(20, 20, 14)],
    ["line", `${disc(20, 20, 14)}M20 6v28M8 13l24 14M32 13L8 27`],
    ["pale", disc(20, 20, 4)],
  ],
  count: [
    ["ochre", "M6 34V14h5v4h5v-4h8v4h5v-4h5v20z"],
    ["pale", "M16 34v-7a4 4 0 0 1 8 0v7z"],
    ["line", "M20 14V5"],
    ["gold", "M20 5l8 2.7-8 2.7z"],
  ],
  king_and_robber: [
    ["gold", "M7 29L5 12l8 7 7-11 7 11 8-7-2 17z"],
    ["line", "M7 33h26"],
  ],
  mage_and_witch: [
    ["violet", "M20 4l10 26H10z"],
    ["violet", "M5 29c8-5 22-5 30 0-8 5-22 5-30 0z"],
    ["gold", "M20 15l1.5 3.3 3.6.4-2.7 2.4.8 3.5-3.2-1.8-3.2 1.8.8-3.5-2.7-2.4 3.6-.4z"],
  ],
  abbot: [
    ["ochre", "M12 35V19c0-8 14-8 14 0v16z"],
    ["pale", disc(19, 13, 4.5)],
    ["line", "M33 15v21M33 15c0-7-7-6-6-1"],
  ],
  cult: [
    ["ochre", "M8 34V21h24v13z"],
    ["dark", "M4 21L20 8l16 13z"],
    ["line", "M20 34v-8M14 34v-8M26 34v-8"],
  ],
  catapult: [
    ["ochre", `${disc(11, 31, 5)}${disc(29, 31, 5)}`],
    ["line", "M7 26h26M17 26L31 9M15 26l2-9"],
    ["dark", disc(32, 8, 4)],
  ],
  crop_circles: [
    ["gold", disc(20, 20, 14)],
    ["leaf", disc(20, 20, 8.5)],
    ["gold", disc(20, 20, 3.2)],
    ["line", "M20 1.5v5M20 33.5v5M1.5 20h5M33.5 20h5"],
  ],
  anniversary_mini: [
    ["blue", "M20 5l10 11h-5v8H15v-8h-5z"],
    ["gold", `${disc(9, 33, 3)}${disc(20, 33, 3)}${disc(31, 33, 3)}`],
  ],
};

/**
 * A circle as a path.
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function disc(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/**
 * The icon of an expansion.
 * @param {string} expansion
 */
export function expansionIcon(expansion) {
  const shapes = ICONS[expansion] ?? ICONS.count;
  return s(
    "svg",
    { class: "expansion-icon", viewBox: "0 0 40 40", "aria-hidden": "true" },
    shapes.map(([kind, d]) => s("path", { class: kind, d })),
  );
}
