// What is known of a table: the state as it was last told, with the whole board, the whole story and the land.

import { get } from "../api.js";
import { cellKey } from "../board/board.js";
import { typeset } from "../words.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Laid} Laid */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Feature} Feature */
/** @typedef {import("../types.js").Land} Land */

export class TableStore {
  /**
   * @param {{token?: string|null, live?: boolean, land?: (state: State) => string|null}} [how] `land` is where the land is told
   */
  constructor({ token = null, live = true, land = (state) => `/api/tables/${state.table.id}/land` } = {}) {
    this.token = token;
    this.live = live;
    this.landAt = land;
    /** My seat, if I have one. @type {number|null} */
    this.seat = null;
    /** @type {State|null} */
    this.current = null;
    /** @type {Laid[]} */
    this.board = [];
    /** @type {Map<string, Laid>} */
    this.cells = new Map();
    /** @type {GameEvent[]} */
    this.events = [];
    /** @type {import("../types.js").Said[]} */
    this.chat = [];
    /** @type {Set<number>} */
    this.present = new Set();
    /** @type {Land|null} */
    this.land = null;
    /** @type {Map<string, Feature>} */
    this.features = new Map();
    /** The clocks as they were last told, and when: they run while steps wait to be shown. @type {{clocks: number[], actor: number|null, at: number}} */
    this.time = { clocks: [], actor: null, at: 0 };
    /** @type {{moment: number, job: Promise<Land|null>}|null} */
    this.asking = null;
  }

  /**
   * Take in how things stand now, and what happened since.
   * @param {State} state
   * @param {GameEvent[]} [events]
   */
  apply(state, events = []) {
    // Options belong to a moment: while it lasts, they stay the very ones that the player is shown.
    if (this.current?.options && state.options && this.current.moment === state.moment)
      state.options = this.current.options;
    this.current = state;
    if (state.view) {
      this.board = [...this.board.slice(0, state.board_from ?? 0), ...state.view.board];
      state.view.board = this.board;
      this.cells = new Map(this.board.map((laid) => [cellKey(laid.cell), laid]));
    }
    // What was taken back is no part of the story any more.
    if (state.told !== undefined)
      this.events.length = Math.min(this.events.length, Math.max(0, state.told - events.length));
    for (const event of events) event.text = typeset(event.text);
    this.events.push(...events);
    if (this.land && this.land.moment !== state.moment) this.land = null;
  }

  /** @returns {State} */
  get state() {
    if (!this.current) throw new Error("nothing is known yet");
    return this.current;
  }

  /** @returns {View} */
  get view() {
    if (!this.current?.view) throw new Error("no game yet");
    return this.current.view;
  }

  get options() {
    return this.current?.options ?? [];
  }

  /** Whether I am to choose, or to confirm what I chose. */
  get isMyTurn() {
    return this.seat !== null && this.current?.actor === this.seat && !this.current.ended;
  }

  get isOver() {
    return this.state.ended !== null;
  }

  get names() {
    return this.state.table.seats.map((sitting, seat) => sitting?.name ?? String(seat + 1));
  }

  /** @param {number|null} seat */
  name(seat) {
    return seat === null ? "" : (this.names[seat] ?? "");
  }

  get aids() {
    return new Set(this.current?.table.options.aids);
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  tileAt(x, y) {
    return this.cells.get(`${x},${y}`);
  }

  /**
   * The feature that a segment belongs to, if the land is known.
   * @param {Spot} spot
   */
  featureAt(spot) {
    return this.land ? this.features.get(spot.join(",")) : undefined;
  }

  /** Ask what the land is like at this moment; once for every moment. @returns {Promise<Land|null>} */
  async loadLand() {
    const { moment } = this.state;
    if (this.land?.moment === moment) return this.land;
    if (this.asking?.moment !== moment) {
      const path = this.landAt(this.state);
      const job = path ? get(path, this.token ?? undefined).catch(() => null) : Promise.resolve(null);
      this.asking = { moment, job };
    }
    const land = await this.asking.job;
    if (!land || land.moment !== this.state.moment) {
      if (this.asking?.moment === moment) this.asking = null;
      return null;
    }
    this.land = land;
    this.features = new Map();
    for (const feature of land.features) for (const spot of feature.at) this.features.set(spot.join(","), feature);
    return land;
  }

  /** The cells of the last move, of a double turn both. @returns {Cell[]} */
  lastMove() {
    /** @type {Cell[]} */
    const cells = [];
    let seat = null;
    for (let i = this.events.length - 1; i >= 0 && cells.length < 3; i--) {
      const event = this.events[i];
      if (event.event === "placed" && event.cell) {
        if (seat !== null && event.seat !== seat) break;
        seat = event.seat;
        cells.unshift(event.cell);
      } else if (
        cells.length &&
        event.event !== "again" &&
        event.event !== "deployed" &&
        event.event !== "put" &&
        event.event !== "drawn" &&
        event.event !== "picked"
      ) {
        if (!this.isSecondPart(i)) break;
      }
    }
    return cells.filter(([x, y]) => this.tileAt(x, y));
  }

  /**
   * Whether a second part of a turn begins after an event.
   * @param {number} index
   */
  isSecondPart(index) {
    for (let i = index; i < this.events.length; i++) {
      if (this.events[i].event === "again") return true;
      if (this.events[i].event === "placed") return false;
    }
    return false;
  }

  /** What a seat has left to think, in milliseconds, at this very moment. @param {number} seat */
  clock(seat) {
    const { clocks, actor, at } = this.time;
    if (!clocks.length) return null;
    const used = actor === seat ? performance.now() - at : 0;
    return Math.max(0, clocks[seat] - used);
  }

  /** Set the clocks by a state that has just come, whether or not it is shown yet. @param {State} state */
  setClocks({ clocks, actor, ended }) {
    this.time = { clocks, actor: ended ? null : actor, at: performance.now() };
  }
}
