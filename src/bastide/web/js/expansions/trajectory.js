// Trajectories of throws: origin, reach and scatter, in thousandths of a tile. The server decides where a token lands.

import { bounds } from "../board/cells.js";

/** @typedef {import("../game/store.js").TableStore} TableStore */
/** @typedef {[number, number]} Point */
/** @typedef {{west: number, north: number, east: number, south: number}} Box */

/** Directions of the seats around the board: south first, then clockwise. */
const COMPASS = [
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
];
const UNIT = 1000;
/** Semi-axes of the ellipse where two throws in three land, as fractions of the distance. */
const LENGTHWISE = 0.222;
const SIDEWAYS = 0.148;

/** The radius of the token: it touches followers, and lies on the board, with any part of it. */
export const TOKEN = 250;
/** The lane of a catch, with the hurler at (0, 0). @type {Box} */
export const LANE = { west: 0, north: -1500, east: 6500, south: 1500 };
/** The area of the catcher's hands, which begins at the measuring board. @type {Box} */
export const HANDS = { west: 3000, north: -1500, east: 6500, south: 1500 };
/** The reach of the hands. */
export const REACH = 1800;

/**
 * The bounding box of all tiles.
 * @param {TableStore} store
 * @returns {Box}
 */
function mapBox(store) {
  const [west, north, east, south] = bounds(store.board.map(({ cell }) => cell));
  return { west: UNIT * west, north: UNIT * north, east: UNIT * (east + 1), south: UNIT * (south + 1) };
}

/**
 * The area to aim at: the board with a margin of one tile.
 * @param {TableStore} store
 * @returns {Box}
 */
export function areaOf(store) {
  const { west, north, east, south } = mapBox(store);
  return { west: west - UNIT, north: north - UNIT, east: east + UNIT, south: south + UNIT };
}

/**
 * The point from which a seat throws.
 * @param {TableStore} store
 * @param {number} seat
 * @returns {Point}
 */
export function originOf(store, seat) {
  const { west, north, east, south } = mapBox(store);
  const [dx, dy] = COMPASS[Math.floor((8 * seat) / store.names.length)];
  return [
    Math.floor((west + east + dx * (east - west + 2 * UNIT)) / 2),
    Math.floor((north + south + dy * (south - north + 2 * UNIT)) / 2),
  ];
}

/**
 * Clamp a point to an area.
 * @param {Box} area
 * @param {Point} point
 * @returns {Point}
 */
export function clamp({ west, north, east, south }, [x, y]) {
  return [Math.round(Math.min(Math.max(x, west), east)), Math.round(Math.min(Math.max(y, north), south))];
}

/** The aim of a throw: direction and strength. */
export class Aim {
  /**
   * @param {Point} origin
   * @param {Box} area
   */
  constructor(origin, area) {
    this.origin = origin;
    this.area = area;
    const [x, y] = origin;
    const corners = [area.west, area.east].flatMap((east) =>
      [area.north, area.south].map((south) => Math.hypot(east - x, south - y)),
    );
    this.reach = Math.max(...corners);
    /** The direction of the centre of the area, in radians clockwise from east. */
    this.ahead = Math.atan2((area.north + area.south) / 2 - y, (area.west + area.east) / 2 - x);
    this.direction = this.ahead;
    this.strength = 0;
  }

  /** The point aimed at. @returns {Point} */
  get target() {
    const far = this.reach * this.strength ** 2;
    return clamp(this.area, [
      this.origin[0] + far * Math.cos(this.direction),
      this.origin[1] + far * Math.sin(this.direction),
    ]);
  }

  /** Aim at a point. @param {Point} point */
  aimAt(point) {
    const [x, y] = clamp(this.area, point);
    const [dx, dy] = [x - this.origin[0], y - this.origin[1]];
    if (dx || dy) this.direction = Math.atan2(dy, dx);
    this.strength = Math.sqrt(Math.min(1, Math.hypot(dx, dy) / this.reach));
  }

  /** Degrees to the right of the centre. */
  get aside() {
    const turn = ((this.direction - this.ahead) * 180) / Math.PI;
    return Math.round(((turn + 540) % 360) - 180);
  }

  set aside(degrees) {
    this.direction = this.ahead + (degrees * Math.PI) / 180;
  }

  /** The ellipse where two throws in three land: centre, semi-axes, and rotation in degrees. */
  get scatter() {
    const [x, y] = this.target;
    const far = Math.hypot(x - this.origin[0], y - this.origin[1]);
    return {
      x,
      y,
      long: LENGTHWISE * far,
      wide: SIDEWAYS * far,
      turn: (Math.atan2(y - this.origin[1], x - this.origin[0]) * 180) / Math.PI,
    };
  }
}

/**
 * The point where a token thrown along the lane lands, given its random numbers.
 * @param {Point} aim
 * @param {number[]} numbers
 * @returns {Point}
 */
export function laneLanding([x, y], numbers) {
  const sum = (/** @type {number[]} */ some) => some.reduce((total, number) => total + number, 0) - 131070;
  const long = (sum(numbers.slice(0, 4)) * 2598) / 655_350_000;
  const wide = (sum(numbers.slice(4, 8)) * 1732) / 655_350_000;
  return [Math.round(x + x * long - y * wide), Math.round(y + y * long + x * wide)];
}

/**
 * The outline of the hands' reach around them: a circle that is cut off at the measuring board.
 * @param {number} radius
 * @param {number} beyond the distance of the hands from the board
 */
export function reachOutline(radius, beyond) {
  const arc = `A${radius} ${radius} 0`;
  if (beyond >= radius) return `M0 ${-radius}${arc} 1 1 0 ${radius}${arc} 1 1 0 ${-radius}Z`;
  const half = Math.sqrt(radius ** 2 - beyond ** 2);
  return `M${-beyond} ${-half}${arc} ${beyond > 0 ? 1 : 0} 1 ${-beyond} ${half}Z`;
}
