// Icons for buttons: lines in a square of 24 units, in the current text colour.

import { s } from "./dom.js";

/** Path data of each icon; circles are two arcs, see {@link ring}. */
const LINES = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  target: `${ring(12, 12, 7)}M12 2v4M12 18v4M2 12h4M18 12h4`,
  fields: "M3 19c4-5 7-5 9-3s5 2 9-3M3 13c4-5 7-5 9-3s5 2 9-3M3 7c2-2 4-3 6-3",
  bag: "M9 4h6l-1.5 3.5h-3zM10.5 7.5C6 9 4 13 4 16c0 3 2.5 4.5 8 4.5s8-1.5 8-4.5c0-3-2-7-6.5-8.5",
  chart: "M4 19V9M10 19V5M16 19v-7M21 19H3",
  hole: "M4 7V4h3M10.5 4h3M17 4h3v3M20 10.5v3M20 17v3h-3M13.5 20h-3M7 20H4v-3M4 13.5v-3M9 9l6 6M15 9l-6 6",
  sound: "M4 10v4h3l5 4V6L7 10zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  mute: "M4 10v4h3l5 4V6L7 10zM16 9.5l5 5M21 9.5l-5 5",
  menu: "M4 7h16M4 12h16M4 17h16",
  log: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01",
  chat: "M4 5h16v11h-8l-5 4v-4H4z",
  book: "M4 5c4-1 6 0 8 2c2-2 4-3 8-2v13c-4-1-6 0-8 2c-2-2-4-3-8-2zM12 7v13",
  undo: "M8 5L4 9l4 4M4 9h9a6 6 0 0 1 0 12h-3",
  turn: "M20 12a8 8 0 1 1-2.6-5.9M20 3.5v4.2h-4.2",
  check: "M5 12.5l4.5 4.5L19 7",
  close: "M6 6l12 12M18 6L6 18",
  "chevron-right": "M9 5l7 7-7 7",
  "chevron-left": "M15 5l-7 7 7 7",
  "chevron-down": "M6 9l6 6 6-6",
  "chevron-up": "M6 15l6-6 6 6",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  first: "M19 5l-9 7 9 7zM6 5v14",
  last: "M5 5l9 7-9 7zM18 5v14",
  share: `${ring(6, 12, 2.5)}${ring(17, 6, 2.5)}${ring(17, 18, 2.5)}M8.2 10.8l6.6-3.6M8.2 13.2l6.6 3.6`,
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  globe: `${ring(12, 12, 9)}M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18`,
  moon: "M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10z",
  sun: `${ring(12, 12, 4)}M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M18.4 5.6L17 7M7 17l-1.4 1.4`,
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  bot: `M5 9h14v9H5zM12 9V5M9 13v1M15 13v1${ring(12, 4, 1)}`,
  info: `${ring(12, 12, 9)}M12 11v6M12 7.5h.01`,
  warn: "M12 4L2.5 20h19zM12 10v5M12 17.5h.01",
  clock: `${ring(12, 12, 8.5)}M12 7v5l3 2`,
  "pause-clock": `${ring(12, 12, 8.5)}M10 9v6M14 9v6`,
  offline: "M3 3l18 18M5 11a10 10 0 0 1 4-2.5M19 11a10 10 0 0 0-5-2.8M8.5 15a5 5 0 0 1 7 0M12 19h.01",
  people: `${ring(9, 8, 3.5)}M2.5 20c.5-4.5 3-6.5 6.5-6.5s6 2 6.5 6.5M15.5 4.8a3.5 3.5 0 0 1 0 6.4M17.5 14c2.3.8 3.7 2.8 4 6`,
  person: `${ring(12, 7.5, 4)}M4.5 20.5c.6-5 3.4-7 7.5-7s6.9 2 7.5 7`,
  eye: `M2.5 12C6 6 18 6 21.5 12C18 18 6 18 2.5 12z${ring(12, 12, 3)}`,
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  star: "M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z",
  home: "M4 11l8-7 8 7v9h-5.5v-6h-5v6H4z",
  flag: "M6 21V4M6 5c3-2 5 1 8 0 1.5-.5 3-.5 4 0v8c-1-.5-2.5-.5-4 0-3 1-5-2-8 0",
  resign: "M6 21V4M6 5l12 4-12 5M3.5 21h5",
  hand: "M8 12V5.5a1.5 1.5 0 0 1 3 0V11V4.5a1.5 1.5 0 0 1 3 0V11V6a1.5 1.5 0 0 1 3 0v8c0 4-2.2 6.5-5.5 6.5-3 0-4.5-1.5-6-4.5l-2-4a1.5 1.5 0 0 1 2.6-1.5L8 13",
  keys: "M3 7h18v11H3zM7 11h.01M11 11h.01M15 11h.01M7 14.5h10",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4",
};

/** @typedef {keyof typeof LINES} IconName */

/**
 * A circle as a path.
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
function ring(x, y, r) {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

/**
 * An icon. It is hidden from screen readers: label its button.
 * @param {IconName} name
 * @param {""|"s"|"l"} [size] 20 pixels, 16 or 24
 */
export function icon(name, size = "") {
  return s(
    "svg",
    { class: size ? `ic ${size}` : "ic", viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: LINES[name] }),
  );
}

/** The emblem: a small castle with a flag. */
export function emblem() {
  return s(
    "svg",
    { class: "castle", viewBox: "3 3 26 25", "aria-hidden": "true" },
    s("path", {
      class: "walls",
      d: "M15.5 3.5h1V9h.5v2h3V9h2v6h1v-2h2v2h1v-2h2v14h-9v-4a3 3 0 0 0-6 0v4H4V13h2v2h1v-2h2v2h1V9h2v2h3V9h.5z",
    }),
    s("path", { class: "flag", d: "M16.5 3.5l6 2-6 2z" }),
  );
}
