// Pieces and tokens on the board, from back to front.

import { counter, hasToken, piece, pieceSize, tileArt, token, turned } from "../art.js";
import { s } from "../dom.js";
import { LAND } from "../kinds.js";
import { cellKey } from "./cells.js";
import { anchorOf, asideOf, segmentAt } from "./geometry.js";
import { BESIDE, DOLLS, FOOT, scaleOf, spread, tokenScale, widthOf } from "./stance.js";

/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../types.js").PlacedPiece} PlacedPiece */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("./stance.js").Point} Point */
/** @typedef {{x: number, y: number, el: SVGElement, key: string}} Drawn an element and its position; the key identifies a piece */

/** Offsets of the first, second … piece on one segment. */
const OFFSETS = [
  [0, 0],
  [14, 0],
  [-14, 0],
  [0, 14],
  [0, -14],
];
/** Sizes of tokens relative to those beside a piece. @type {Record<string, number>} */
const TOKEN_SIZES = { count: 1.1 };

/**
 * A piece on the board, its centre, which thrown tokens hit, and how it is drawn.
 * @typedef {object} Stance
 * @property {PlacedPiece} standing
 * @property {PlacedTile} laid
 * @property {string} key
 * @property {Point} centre
 * @property {Point} at
 * @property {number} scale
 * @property {number} width
 * @property {boolean} lying
 * @property {number} pile the number of pieces, of gold
 */

/**
 * The pieces of a view, and where they are drawn on tiles of a size: beside signs, and apart from each other.
 * @param {Pick<View, "pieces"|"board">} view
 * @param {number} pixels
 * @returns {Stance[]}
 */
export function stances(view, pixels) {
  const tiles = new Map(view.board.map((laid) => [cellKey(laid.cell), laid]));
  /** @type {Map<string, number>} */
  const ranks = new Map();
  /** @type {Map<string, number>} */
  const piles = new Map();
  const shown = view.pieces.filter((standing) => {
    if (!isGold(standing)) return true;
    const key = spotKey(standing);
    piles.set(key, (piles.get(key) ?? 0) + 1);
    return piles.get(key) === 1;
  });
  shown.sort((a, b) => Number(a.guest || !a.strength) - Number(b.guest || !b.strength));
  const found = shown.flatMap((standing) => {
    const laid = tiles.get(cellKey(standing.cell));
    if (!laid) return [];
    const spot = spotKey(standing);
    const rank = ranks.get(spot) ?? 0;
    ranks.set(spot, rank + 1);
    const [x, y] = anchorOf(laid, standing.segment);
    const [sx, sy] = asideOf(laid, standing.segment);
    const [dx, dy] = OFFSETS[rank % OFFSETS.length];
    const lying = standing.strength > 0 && LAND.includes(tileArt(laid.tile).segments[standing.segment]?.kind ?? "");
    const [half, height] = pieceSize(standing.piece, lying);
    const scale = scaleOf(pixels, {
      ...{ height, lying },
      chip: standing.piece === "gold",
      neutral: standing.seat === null,
    });
    const key = `${spot}/${standing.piece}/${standing.seat}/${rank}`;
    /** @type {Stance} */
    const stance = {
      ...{ standing, laid, key, scale, lying, width: widthOf(half, scale) },
      centre: [x + dx, y + dy],
      at: [x + BESIDE * dx + sx, y + BESIDE * dy + sy],
      pile: isGold(standing) ? (piles.get(spot) ?? 1) : 1,
    };
    return [stance];
  });
  const spots = spread(found, (i, [x, y]) => {
    const { laid, standing } = found[i];
    const [column, row] = laid.cell;
    const isOnTile = Math.floor(x / 100) === column && Math.floor(y / 100) === row;
    return isOnTile && segmentAt(laid, x, y) === standing.segment;
  });
  return found.map((stance, i) => ({ ...stance, at: spots[i] }));
}

/** @param {PlacedPiece} standing */
const spotKey = ({ cell, segment }) => `${cellKey(cell)},${segment}`;

/** @param {PlacedPiece} standing */
const isGold = ({ seat, piece }) => seat === null && piece === "gold";

/**
 * Draw the pieces and tokens of a view.
 * @param {Pick<View, "pieces"|"tokens"|"board">} view
 * @param {number} pixels the size of tiles
 * @returns {Drawn[]}
 */
export function drawPieces(view, pixels) {
  const drawn = [
    ...stances(view, pixels).map((stance) => {
      const [x, y] = stance.at;
      return { x, y, el: figure(stance, pixels), key: stance.key };
    }),
    ...tokensOf(view, pixels),
  ];
  return drawn.sort((a, b) => a.y - b.y || b.x - a.x);
}

/**
 * A piece or a pile of gold.
 * @param {Stance} stance
 * @param {number} pixels
 */
function figure({ standing, at: [x, y], scale, lying, pile }, pixels) {
  const group = s("g", { class: "fig", "data-piece-at": spotKey(standing) });
  const use =
    pile > 1
      ? token("mine-back", Math.min(pile, 20))
      : pixels < DOLLS
        ? counter(standing.piece, standing.seat, lying)
        : piece(standing.piece, standing.seat, { lying });
  // The picture of a pile is centred, that of a piece stands on its foot.
  use.setAttribute("transform", `translate(${x} ${y + (pile > 1 ? 0 : FOOT * scale)})scale(${scale})`);
  group.append(use);
  return group;
}

/**
 * The tokens on the board.
 * @param {Pick<View, "tokens"|"board">} view
 * @param {number} pixels
 * @returns {Drawn[]}
 */
function tokensOf(view, pixels) {
  const tiles = new Map(view.board.map((laid) => [cellKey(laid.cell), laid]));
  /** @type {Drawn[]} */
  const drawn = [];
  /** @type {Map<string, number>} */
  const ranks = new Map();
  for (const shown of view.tokens) {
    if (!hasToken(shown.token)) continue;
    /** @type {Point|null} */
    let spot = null;
    if (shown.cell && shown.segment !== undefined) {
      const laid = tiles.get(cellKey(shown.cell));
      if (!laid) continue;
      const key = `${cellKey(shown.cell)},${shown.segment}`;
      const rank = ranks.get(key) ?? 0;
      ranks.set(key, rank + 1);
      const [x, y] = anchorOf(laid, shown.segment);
      const [dx, dy] = asideOf(laid, shown.segment);
      spot =
        shown.token === "count"
          ? [x + 16, y + 4]
          : [x + dx - 18 + 17 * (rank % 3), y + dy + 17 + 15 * Math.floor(rank / 3)];
    } else if (shown.token === "wheel-pig") {
      spot = pigSpace(view.board, shown.number);
    }
    if (!spot) continue;
    const [x, y] = spot;
    const use = token(shown.token, shown.number, shown.seat);
    use.setAttribute("transform", `translate(${x} ${y})scale(${tokenScale(pixels) * (TOKEN_SIZES[shown.token] ?? 1)})`);
    drawn.push({ x, y, el: s("g", { class: "fig", "data-token": shown.token }, use), key: "" });
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
