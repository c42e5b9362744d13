// The union of polygons on neighbouring tiles: one outline, without the sides that they share.

/** @typedef {[number, number]} Point a point in tenths of a unit: a tile is 1000 by 1000 */

/** The side of a tile. */
const SIDE = 1000;
/** Points closer to a side of their tile lie on it. */
const NEAR = 6;

/**
 * The outline of the union of polygons as SVG path data in units, for the fill rule `evenodd`.
 *
 * Polygons overlap nowhere, and meet only on the sides of tiles. What an even number of them share is inside.
 * @param {Point[][]} rings the rings of all polygons, holes included
 */
export function unionPath(rings) {
  const borders = new EdgeSet();
  /** The ends of edges along each grid line, by line. @type {Map<string, {across: boolean, at: number, ends: number[]}>} */
  const lines = new Map();
  for (const ring of rings) {
    const points = ring.map(([x, y]) => /** @type {Point} */ ([snapped(x), snapped(y)]));
    points.forEach(([x0, y0], i) => {
      const [x1, y1] = points[(i + 1) % points.length];
      if (x0 === x1 && y0 === y1) return;
      const across = y0 === y1 && y0 % SIDE === 0;
      if (!across && !(x0 === x1 && x0 % SIDE === 0)) return borders.add([x0, y0], [x1, y1]);
      const at = across ? y0 : x0;
      const key = `${across}${at}`;
      const line = lines.get(key) ?? { across, at, ends: [] };
      lines.set(key, line);
      line.ends.push(...(across ? [x0, x1] : [y0, y1]));
    });
  }
  for (const { across, at, ends } of lines.values()) {
    // Between sorted ends, edges lie an odd or an even number of times: an end that occurs twice changes nothing.
    ends.sort((a, b) => a - b);
    for (let i = 0; i < ends.length; i += 2) {
      if (ends[i] === ends[i + 1]) continue;
      if (across) borders.add([ends[i], at], [ends[i + 1], at]);
      else borders.add([at, ends[i]], [at, ends[i + 1]]);
    }
  }
  return borders
    .loops()
    .map((loop) => `M${loop.map(([x, y]) => `${x / 10} ${y / 10}`).join("L")}Z`)
    .join("");
}

/** @param {number} value */
function snapped(value) {
  const side = SIDE * Math.round(value / SIDE);
  return Math.abs(value - side) <= NEAR ? side : Math.round(value);
}

/** Edges that form closed loops. */
class EdgeSet {
  constructor() {
    /** The neighbours of each point. @type {Map<string, {point: Point, next: string[]}>} */
    this.points = new Map();
  }

  /**
   * Add an edge; one that is already there is removed.
   * @param {Point} a
   * @param {Point} b
   */
  add(a, b) {
    const [from, to] = [this.at(a), this.at(b)];
    const known = from.next.indexOf(String(b));
    if (known >= 0) {
      from.next.splice(known, 1);
      to.next.splice(to.next.indexOf(String(a)), 1);
    } else {
      from.next.push(String(b));
      to.next.push(String(a));
    }
  }

  /** @param {Point} point */
  at(point) {
    const entry = this.points.get(String(point)) ?? { point, next: [] };
    this.points.set(String(point), entry);
    return entry;
  }

  /** Take all edges out, loop by loop. @returns {Point[][]} */
  loops() {
    const found = [];
    for (const start of this.points.values()) {
      while (start.next.length) {
        const loop = [];
        let here = start;
        do {
          loop.push(here.point);
          const next = this.at(/** @type {Point} */ (here.next.pop()?.split(",").map(Number)));
          next.next.splice(next.next.indexOf(String(here.point)), 1);
          here = next;
        } while (here !== start);
        found.push(loop);
      }
    }
    return found;
  }
}
