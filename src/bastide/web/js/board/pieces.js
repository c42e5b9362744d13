// Pieces and tokens on the board, from back to front.

import { hasToken, piece, tileArt, token, turned } from "../art.js";
import { s } from "../dom.js";
import { LAND } from "../kinds.js";
import { cellKey } from "./cells.js";
import { anchorOf } from "./geometry.js";

/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../types.js").PlacedPiece} PlacedPiece */
/** @typedef {import("../types.js").View} View */
/** @typedef {{x: number, y: number, el: SVGElement, key: string}} Drawn an element and its position; the key identifies a piece */

/** Scale of pieces where tiles are small. */
const SMALL_SCALE = 2.2;
/** Distance of a piece's foot below its anchor. */
const FOOT = 6;
/** Offsets of the first, second … piece on one segment. */
const OFFSETS = [
  [0, 0],
  [14, 0],
  [-14, 0],
  [0, 14],
  [0, -14],
];

/**
 * Draw the pieces and tokens of a view.
 * @param {Pick<View, "pieces"|"tokens"|"board">} view
 * @param {boolean} small whether tiles are small, so that pieces are enlarged
 * @returns {Drawn[]}
 */
export function drawPieces(view, small) {
  const at = new Map(view.board.map((laid) => [cellKey(laid.cell), laid]));
  /** @type {Map<string, number>} */
  const ranks = new Map();
  /** @type {Drawn[]} */
  const drawn = [];
  /** @type {Map<string, number>} */
  const piles = new Map();
  const shown = view.pieces.filter((standing) => {
    if (standing.seat !== null || standing.piece !== "gold") return true;
    const key = `${standing.cell}/${standing.segment}`;
    piles.set(key, (piles.get(key) ?? 0) + 1);
    return piles.get(key) === 1;
  });
  shown.sort((a, b) => Number(a.guest || !a.strength) - Number(b.guest || !b.strength));
  for (const standing of shown) {
    const laid = at.get(cellKey(standing.cell));
    if (!laid) continue;
    const spot = `${cellKey(standing.cell)},${standing.segment}`;
    const rank = ranks.get(spot) ?? 0;
    ranks.set(spot, rank + 1);
    const [x, y] = anchorOf(laid, standing.segment);
    const [dx, dy] = OFFSETS[rank % OFFSETS.length];
    const key = `${spot}/${standing.piece}/${standing.seat}/${rank}`;
    drawn.push({ x: x + dx, y: y + dy, el: figure(standing, laid, x + dx, y + dy, piles, small), key });
  }
  for (const { x, y, el } of tokensOf(view, at)) drawn.push({ x, y, el, key: "" });
  return drawn.sort((a, b) => a.y - b.y || b.x - a.x);
}

/**
 * A piece or a pile of gold at a point.
 * @param {PlacedPiece} standing
 * @param {PlacedTile} laid
 * @param {number} x
 * @param {number} y
 * @param {Map<string, number>} piles
 * @param {boolean} small
 */
function figure(standing, laid, x, y, piles, small) {
  const pile = piles.get(`${standing.cell}/${standing.segment}`) ?? 1;
  const group = s("g", { class: "fig", "data-piece-at": `${cellKey(standing.cell)},${standing.segment}` });
  if (standing.piece === "gold" && pile > 1) {
    const use = token("mine-back", Math.min(pile, 20));
    use.setAttribute("transform", `translate(${x} ${y})`);
    group.append(use);
  } else {
    const kind = tileArt(laid.tile).segments[standing.segment]?.kind ?? "";
    const lying = standing.strength > 0 && LAND.includes(kind);
    const use = small
      ? piece(standing.piece, standing.seat, { lying })
      : piece(standing.piece, standing.seat, { lying, x, y: y + FOOT });
    if (small) use.setAttribute("transform", `translate(${x} ${y + FOOT * SMALL_SCALE})scale(${SMALL_SCALE})`);
    group.append(use);
  }
  return group;
}

/**
 * The tokens on the board.
 * @param {Pick<View, "tokens"|"board">} view
 * @param {Map<string, PlacedTile>} at
 */
function tokensOf(view, at) {
  /** @type {Omit<Drawn, "key">[]} */
  const drawn = [];
  /** @type {Map<string, number>} */
  const ranks = new Map();
  for (const shown of view.tokens) {
    if (!hasToken(shown.token)) continue;
    /** @type {[number, number]|null} */
    let spot = null;
    let size = 1;
    if (shown.cell && shown.segment !== undefined) {
      const laid = at.get(cellKey(shown.cell));
      if (!laid) continue;
      const key = `${cellKey(shown.cell)},${shown.segment}`;
      const rank = ranks.get(key) ?? 0;
      ranks.set(key, rank + 1);
      const [x, y] = anchorOf(laid, shown.segment);
      spot = shown.token === "count" ? [x + 16, y + 4] : [x - 16 + 13 * (rank % 3), y + 13 + 12 * Math.floor(rank / 3)];
      size = shown.token === "count" ? 1.1 : 0.72;
    } else if (shown.token === "wheel-pig") {
      spot = pigSpace(view.board, shown.number);
    }
    if (!spot) continue;
    const use = token(shown.token, shown.number, shown.seat);
    use.setAttribute("transform", `translate(${spot[0]} ${spot[1]})scale(${size})`);
    drawn.push({ x: spot[0], y: spot[1], el: s("g", { class: "fig" }, use) });
  }
  return drawn;
}

/**
 * The position of the pig on the wheel.
 * @param {PlacedTile[]} board
 * @param {number} sector from 1 on
 * @returns {[number, number]|null}
 */
export function pigSpace(board, sector) {
  for (const laid of board) {
    const space = tileArt(laid.tile).pig[sector - 1];
    if (!space) continue;
    const [x, y] = turned(space, laid.rotation);
    return [x + 100 * laid.cell[0], y + 100 * laid.cell[1]];
  }
  return null;
}
