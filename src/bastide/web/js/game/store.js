// The store: the table as the server sent it, with the complete board and history, and the steps still to be shown.

import { get } from "../api.js";
import { cellKey } from "../board/cells.js";
import { typeset } from "../words.js";

/** @typedef {import("../types.js").TableState} TableState */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").ChatLine} ChatLine */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").EntrySummary} EntrySummary */
/** @typedef {import("../types.js").SaidMessage} SaidMessage */
/** @typedef {import("../types.js").WelcomeMessage} WelcomeMessage */
/** @typedef {import("../types.js").FeatureFacts} FeatureFacts */
/** @typedef {import("../types.js").LandFacts} LandFacts */
/** @typedef {Pick<WelcomeMessage, "seat"|"state"|"chat"|"missed"> & {again: boolean}} Welcome */
/** @typedef {{events: GameEvent[], state: TableState, happened?: EntrySummary, weighed?: import("../types.js").Placement[]}} Step replays and the lesson have no entry */

/** The number of queued steps above which scores are not shown. */
const MAX_QUEUE = 6;
/** Events that continue the move before them. */
const SAME_MOVE = ["again", "deployed", "put", "drawn", "picked"];

export class TableStore {
  /**
   * @param {{token?: string|null, live?: boolean, landUrl?: (state: TableState) => string|null}} [options]
   */
  constructor({ token = null, live = true, landUrl = ({ table }) => `/api/tables/${table.id}/land` } = {}) {
    this.token = token;
    this.live = live;
    this.landUrl = landUrl;
    /** The player's seat; null for spectators. @type {number|null} */
    this.seat = null;
    /** The state that is shown; null before the first welcome. @type {TableState|null} */
    this.current = null;
    /** Steps that are not shown yet, oldest first. @type {Step[]} */
    this.queue = [];
    /** Whether the welcome of the current connection was applied. */
    this.ready = false;
    this.closed = false;
    /** @type {PlacedTile[]} */
    this.board = [];
    /** @type {Map<string, PlacedTile>} */
    this.cells = new Map();
    /** @type {GameEvent[]} */
    this.events = [];
    /** @type {ChatLine[]} */
    this.chat = [];
    /** Seats with a connection. @type {Set<number>} */
    this.present = new Set();
    /** @type {LandFacts|null} */
    this.land = null;
    /** Features by spot. @type {Map<string, FeatureFacts>} */
    this.features = new Map();
    /**
     * The clocks of the latest state, the seat whose clock runs, when it arrived, and why the clocks stand still.
     * @type {{clocks: number[], running: number|null, at: number, stopped?: "offline"|"paused"}}
     */
    this.time = { clocks: [], running: null, at: 0 };
    /** @type {{version: number, answer: Promise<LandFacts|null>}|null} */
    this.landRequest = null;
  }

  // Messages

  /**
   * Apply the welcome of a connection. Resolves to false if the table was closed in the meantime.
   * @param {Welcome} message
   * @param {(state: TableState) => Promise<unknown>} [prepare] must finish before the state can be shown
   */
  async welcome({ seat, state, chat, missed, again }, prepare = async () => {}) {
    this.seat = seat;
    this.chat = chat;
    this.setClocks(state);
    // Steps still in the queue precede the missed events.
    for (const step of this.queue.splice(0))
      if (this.current?.view && step.state.view) this.apply(step.state, step.events);
    this.ready = false;
    await prepare(state);
    if (this.closed) return false;
    this.ready = true;
    // A full history replaces the events; a partial one continues them.
    if (!again || missed.length === state.told) this.events.length = 0;
    this.apply(state, missed);
    return true;
  }

  /**
   * Add a step to the queue. Return whether it can be shown now.
   * @param {Step} step
   */
  enqueue(step) {
    if (this.closed) return false;
    this.setClocks(step.state);
    this.queue.push(step);
    return this.ready;
  }

  /** Add a line of chat; nothing waits for it. @param {Pick<SaidMessage, "line"|"clocks"|"running">} message */
  hear({ line, clocks, running }) {
    this.setClocks({ clocks, running });
    this.chat.push(line);
  }

  /** Whether steps arrive faster than they are shown, or what is shown has been undone. */
  get isBehind() {
    return this.queue.length > MAX_QUEUE || this.queue.some((step) => step.happened?.kind === "undone");
  }

  /**
   * Make a state the current one, and add the events since the previous one.
   * @param {TableState} state
   * @param {GameEvent[]} [events]
   */
  apply(state, events = []) {
    // Controls hold references to the options of a version, so these stay the same objects.
    if (this.current?.options && state.options && this.current.moment === state.moment)
      state.options = this.current.options;
    this.current = state;
    if (state.view) {
      this.board = [...this.board.slice(0, state.board_from ?? 0), ...state.view.board];
      state.view.board = this.board;
      this.cells = new Map(this.board.map((laid) => [cellKey(laid.cell), laid]));
    }
    // Remove events that were taken back.
    if (state.told !== undefined)
      this.events.length = Math.min(this.events.length, Math.max(0, state.told - events.length));
    for (const event of events) event.text = typeset(event.text);
    this.events.push(...events);
    if (this.land && this.land.moment !== state.moment) this.land = null;
  }

  close() {
    this.closed = true;
    this.queue.length = 0;
  }

  // The current state

  /** @returns {TableState} */
  get state() {
    if (!this.current) throw new Error("no state yet");
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

  /** Whether the player must choose. */
  get isMyTurn() {
    return this.seat !== null && this.current?.actor === this.seat && !this.current.ended;
  }

  /** Whether the player's turn is over and may still be undone. */
  get isMyGrace() {
    return this.seat !== null && this.current?.grace?.seat === this.seat;
  }

  /** The seat that is to choose, or whose turn may still be undone. */
  get activeSeat() {
    return this.state.actor ?? this.state.grace?.seat ?? null;
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

  /** The cells where the current tile may be placed. */
  get legalCells() {
    return this.options.flatMap((option) => (option.do === "place" && option.cell ? [option.cell] : []));
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  tileAt(x, y) {
    return this.cells.get(cellKey([x, y]));
  }

  /** The cells of the last move: two after a double turn. @returns {Cell[]} */
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
      } else if (cells.length && !SAME_MOVE.includes(event.event) && !this.isSecondPart(i)) break;
    }
    return cells.filter(([x, y]) => this.tileAt(x, y));
  }

  /**
   * Whether the next tile after an event is the second one of a double turn.
   * @param {number} index
   */
  isSecondPart(index) {
    return this.events.slice(index).find(({ event }) => event === "again" || event === "placed")?.event === "again";
  }

  // Clocks

  /** The remaining time of a seat in milliseconds; null without clocks. @param {number} seat */
  clock(seat) {
    const { clocks, running, at, stopped } = this.time;
    if (!clocks.length) return null;
    const used = running === seat && !stopped ? performance.now() - at : 0;
    return Math.max(0, clocks[seat] - used);
  }

  /** Set the clocks from a state on arrival: they run while the state is queued. @param {Pick<TableState, "clocks"|"running">} state */
  setClocks({ clocks, running }) {
    this.time = { clocks, running, at: performance.now() };
  }

  /**
   * Stop the clocks until the next state arrives.
   * @param {"offline"|"paused"} reason
   * @param {number[]} [clocks] the remaining milliseconds; by default those that are shown
   */
  stopClocks(reason, clocks = this.time.clocks.map((_, seat) => this.clock(seat) ?? 0)) {
    this.time = { ...this.time, clocks, stopped: reason };
  }

  // Features

  /**
   * The feature of a segment, if the land is loaded.
   * @param {Spot} spot
   */
  featureAt(spot) {
    return this.land ? this.features.get(spot.join(",")) : undefined;
  }

  /** @param {LandFacts} land */
  setLand(land) {
    this.land = land;
    this.features = new Map(land.features.flatMap((feature) => feature.at.map((spot) => [spot.join(","), feature])));
  }

  /** Fetch the features of the current version, once; null if they are unavailable. @returns {Promise<LandFacts|null>} */
  async loadLand() {
    const { moment: version } = this.state;
    if (this.land?.moment === version) return this.land;
    if (this.landRequest?.version !== version) {
      const url = this.landUrl(this.state);
      const answer = url ? get(url, this.token ?? undefined).catch(() => null) : Promise.resolve(null);
      this.landRequest = { version, answer };
    }
    const land = await this.landRequest.answer;
    if (land && land.moment === this.state.moment) {
      this.setLand(land);
      return land;
    }
    if (this.landRequest?.version === version) this.landRequest = null;
    return null;
  }
}
