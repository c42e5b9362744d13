// How large pieces are drawn, and where: apart from each other. Pictures from the server place them in the same way
// (`draw/stance.py`).

/** @typedef {[number, number]} Point */

/** The height of a follower with its rim at scale 1, and the diameter of its counter. */
const TALL = 28.2;
const COUNTER = 24;
/** The share of a tile that a follower is high, on tiles of up to 60 pixels and of 160 pixels or more. */
const MOST = 0.48;
const LEAST = 0.42;
/** The least height of a follower in pixels. */
const SMALLEST = 24;
/** The greatest height of a piece in hundredths of a tile, unless followers are nearly as high. */
const TALLEST = 58;
/** Scales of lying pieces, of gold, and of tokens beside a piece. */
const LIE = 0.93;
const CHIP = 0.7;
const TOKENS = 0.8;
/** How far shadows reach beyond pieces. */
const CAST = 2.2;
/** Pieces whose distance is less than this share of their width move apart, but not farther than some hundredths of a tile. */
const CLOSE = 0.7;
const FARTHEST = 12;
const ROUNDS = 4;
/** Pieces are drawn anew when the size of tiles has changed by so many pixels. */
const STEP = 8;

/** On tiles with fewer pixels, pieces are counters. */
export const DOLLS = 40;
/** Distance from the position of a piece down to its foot, at scale 1. */
export const FOOT = 6;
/** Pieces that share a segment are drawn farther apart than they stand, by this factor. */
export const BESIDE = 1.4;

/**
 * The size for which pieces are drawn on tiles of a size: the largest step below it.
 * @param {number} pixels
 */
export const steppedSize = (pixels) => STEP * Math.floor(pixels / STEP);

/**
 * The height of a follower as a share of a tile.
 * @param {number} pixels
 */
export const shareOf = (pixels) => Math.max(LEAST, Math.min(MOST, MOST - 0.0006 * (pixels - 60)), SMALLEST / pixels);

/**
 * The scale of a piece on tiles of a size.
 * @param {number} pixels
 * @param {object} [figure]
 * @param {number} [figure.height] its height at scale 1
 * @param {boolean} [figure.lying]
 * @param {boolean} [figure.chip] whether it is gold
 * @param {boolean} [figure.neutral] whether it belongs to no seat, and is never a counter
 */
export function scaleOf(pixels, { height = TALL, lying = false, chip = false, neutral = false } = {}) {
  if (pixels < DOLLS && !neutral) return (100 * SMALLEST) / pixels / COUNTER;
  const share = 100 * shareOf(pixels);
  const most = Math.max(TALLEST, 1.25 * share) / height;
  return Math.min((share / TALL) * (lying ? LIE : 1), most) * (chip ? CHIP : 1);
}

/**
 * The scale of tokens on tiles of a size.
 * @param {number} pixels
 */
export const tokenScale = (pixels) => (TOKENS * 100 * shareOf(Math.max(DOLLS, pixels))) / TALL;

/**
 * The width of a piece without its shadow.
 * @param {number} half half the width of its picture
 * @param {number} scale
 */
export const widthOf = (half, scale) => 2 * (half - CAST) * scale;

/**
 * The positions of pieces after neighbours have moved apart along their line.
 * @param {{at: Point, width: number}[]} pieces
 * @param {(index: number, point: Point) => boolean} stands whether a piece may stand on a point
 */
export function spread(pieces, stands) {
  const spots = pieces.map(({ at }) => at);
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < spots.length; i++) {
      for (let j = i + 1; j < spots.length; j++) {
        const least = (CLOSE * (pieces[i].width + pieces[j].width)) / 2;
        const [dx, dy] = [spots[j][0] - spots[i][0], spots[j][1] - spots[i][1]];
        const far = Math.hypot(dx, dy);
        if (far >= least - 0.01) continue;
        const [ux, uy] = far ? [dx / far, dy / far] : [1, 0];
        const push = (/** @type {number} */ index, /** @type {number} */ step) => {
          for (const part of [step, step / 2]) {
            /** @type {Point} */
            const to = [spots[index][0] + ux * part, spots[index][1] + uy * part];
            const [x, y] = pieces[index].at;
            if (Math.hypot(to[0] - x, to[1] - y) > FARTHEST || !stands(index, to)) continue;
            spots[index] = to;
            return;
          }
        };
        push(i, -(least - far) / 2);
        push(j, (least - far) / 2);
      }
    }
  }
  return spots;
}
