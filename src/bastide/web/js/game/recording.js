// A finished game as a row of moves: each with what happened in it, and how things stood after it.

import { winners } from "./scores.js";

/** @typedef {import("../types.js").TableState} TableState */
/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Replay} Replay */
/**
 * @typedef {object} Move a turn, or a part of one: a tile and all that came of it
 * @property {number} move the number by which the server knows the moment after it
 * @property {number|null} seat
 * @property {string} text
 * @property {GameEvent[]} events
 * @property {TableState} state with the whole board
 * @property {number} points what anybody got in it
 * @property {number} told how many events there were up to here
 */

export class Recording {
  /** @param {Replay} told */
  constructor(told) {
    this.table = told.table;
    /** @type {GameEvent[]} */
    this.events = told.frames.flatMap((frame) => frame.events);
    /** The start, and then every move. @type {Move[]} */
    this.moves = [];
    /** @type {PlacedTile[]} */
    let board = [];
    let count = 0;
    let turn = -1;
    let laid = false;
    told.frames.forEach((frame, i) => {
      board = [...board, ...(frame.state.view?.board ?? [])];
      count += frame.events.length;
      const lays = frame.events.some((event) => event.event === "placed");
      const fresh = i < 2 || frame.turn !== turn || (lays && laid);
      const state = /** @type {TableState} */ ({ ...frame.state, table: told.table, board_from: 0, told: count });
      if (state.view) state.view = { ...state.view, board };
      const move = fresh
        ? { move: 0, seat: frame.seat, text: "", events: [], points: 0, told: 0, state }
        : this.moves[this.moves.length - 1];
      if (fresh) this.moves.push(move);
      move.move = frame.move;
      move.text = [move.text, frame.text].filter((text) => text && text !== "-").join(" ");
      move.events = [...move.events, ...frame.events];
      move.points += frame.events.reduce((sum, event) => sum + (winners(event).length ? (event.points ?? 0) : 0), 0);
      move.state = state;
      move.told = count;
      laid = fresh ? lays : laid || lays;
      turn = frame.turn;
    });
  }

  get last() {
    return this.moves.length - 1;
  }

  /**
   * The state after a move, to be changed at will.
   * @param {number} i
   * @returns {TableState}
   */
  state(i) {
    const { state } = this.moves[i];
    return { ...state, view: state.view && { ...state.view, board: [...state.view.board] } };
  }

  /** How the scores went, move by move. @returns {import("./scores.js").ScoreHistory} */
  scoreHistory() {
    return {
      end: this.last,
      stands: this.moves.map(({ state }, at) => ({ at, scores: state.view?.scores ?? [], final: false })),
    };
  }

  /** The moves that brought most points. @param {number} most */
  highlights(most) {
    const scored = this.moves
      .map(({ points }, at) => ({ points, at }))
      .filter(({ points, at }) => points > 0 && at < this.last);
    return scored
      .sort((a, b) => b.points - a.points)
      .slice(0, most)
      .map(({ at }) => at);
  }
}
