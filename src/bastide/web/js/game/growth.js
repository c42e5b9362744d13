// The land as it grew: its tiles and pieces after each tile, and before the final scoring.

import { finalScoringStart } from "./scores.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").PlacedPiece} PlacedPiece */
/** @typedef {{tiles: number, pieces: PlacedPiece[]}} Stage the land after a tile: the number of tiles, and the pieces on it */

/**
 * A piece from the event that put it on the board or took it away.
 * @param {GameEvent} event
 * @returns {PlacedPiece}
 */
const pieceOf = (event) => ({
  seat: event.seat,
  piece: event.piece ?? "follower",
  strength: 1,
  guest: false,
  cell: event.cell ?? [0, 0],
  segment: event.segment ?? 0,
  feature: event.feature ?? "",
});

/**
 * The pieces on the board when the final scoring began.
 * @param {readonly PlacedPiece[]} pieces those at the end
 * @param {readonly GameEvent[]} events
 */
export function piecesBeforeFinal(pieces, events) {
  const returned = events.slice(finalScoringStart(events)).filter((event) => event.event === "returned" && event.cell);
  return [...pieces, ...returned.map(pieceOf)];
}

/**
 * The land after each tile, from the first on.
 * @param {number} tiles the number of tiles at the end
 * @param {readonly GameEvent[]} events
 * @returns {Stage[]}
 */
export function stagesOf(tiles, events) {
  const placed = events.filter(({ event }) => event === "placed").length;
  /** @type {Stage[]} */
  const stages = [{ tiles: tiles - placed, pieces: [] }];
  for (const event of events.slice(0, finalScoringStart(events))) {
    const { tiles: laid, pieces } = stages[stages.length - 1];
    if (event.event === "placed") stages.push({ tiles: laid + 1, pieces: [...pieces] });
    else if (event.event === "deployed" && event.cell) pieces.push(pieceOf(event));
    else if (event.event === "returned" && event.cell) {
      const [x, y] = event.cell;
      const at = pieces.findIndex(
        ({ seat, piece, cell }) => seat === event.seat && piece === event.piece && cell[0] === x && cell[1] === y,
      );
      if (at >= 0) pieces.splice(at, 1);
    }
  }
  return stages;
}
