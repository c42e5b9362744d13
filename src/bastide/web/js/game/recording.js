// A recording of a finished game: its moves, each with its events and the state after it.

import { winners } from "./scores.js";

/** @typedef {import("../types.js").TableState} TableState */
/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Replay} Replay */
/**
 * @typedef {object} Move a turn, or a part of one: a tile and everything that followed
 * @property {number} move the number of actions up to its end
 * @property {number|null} seat
 * @property {string} text
 * @property {GameEvent[]} events
 * @property {TableState} state the state after it, with the complete board
 * @property {number} points the points of all seats
 * @property {number} eventCount the number of events up to its end
 */

export class Recording {
  /** @param {Replay} data */
  constructor(data) {
    this.table = data.table;
    /** @type {GameEvent[]} */
    this.events = data.frames.flatMap((frame) => frame.events);
    /** The start, then every move. @type {Move[]} */
    this.moves = [];
    /** @type {PlacedTile[]} */
    let board = [];
    let count = 0;
    let turn = -1;
    let hasTile = false;
    data.frames.forEach((frame, i) => {
      board = [...board, ...(frame.state.view?.board ?? [])];
      count += frame.events.length;
      const placesTile = frame.events.some((event) => event.event === "placed");
      const isNew = i < 2 || frame.turn !== turn || (placesTile && hasTile);
      const state = /** @type {TableState} */ ({ ...frame.state, table: data.table, board_from: 0, told: count });
      if (state.view) state.view = { ...state.view, board };
      const move = isNew
        ? { move: 0, seat: frame.seat, text: "", events: [], points: 0, eventCount: 0, state }
        : this.moves[this.moves.length - 1];
      if (isNew) this.moves.push(move);
      move.move = frame.move;
      move.text = [move.text, frame.text].filter((text) => text && text !== "-").join(" ");
      move.events = [...move.events, ...frame.events];
      move.points += frame.events.reduce((sum, event) => sum + (winners(event).length ? (event.points ?? 0) : 0), 0);
      move.state = state;
      move.eventCount = count;
      hasTile = placesTile || (hasTile && !isNew);
      turn = frame.turn;
    });
  }

  get last() {
    return this.moves.length - 1;
  }

  /**
   * A copy of the state after a move.
   * @param {number} i
   * @returns {TableState}
   */
  state(i) {
    const { state } = this.moves[i];
    return { ...state, view: state.view && { ...state.view, board: [...state.view.board] } };
  }

  /** The scores after each move. @returns {import("./scores.js").ScoreHistory} */
  scoreHistory() {
    return {
      end: this.last,
      samples: this.moves.map(({ state }, at) => ({ at, scores: state.view?.scores ?? [], final: false })),
    };
  }

  /** The moves with the most points. @param {number} count */
  highlights(count) {
    const scored = this.moves
      .map(({ points }, at) => ({ points, at }))
      .filter(({ points, at }) => points > 0 && at < this.last);
    return scored
      .sort((a, b) => b.points - a.points)
      .slice(0, count)
      .map(({ at }) => at);
  }
}
