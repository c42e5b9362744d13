// Looks of this player: where they consider laying the tile, sent to the others now and then.

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {{cell: Cell|null, rotation: number}} Look */

/** Milliseconds that the player stays on a cell before it is sent. */
const DWELL = 150;
/** Milliseconds between two looks. */
const INTERVAL = 200;

export class LookSender {
  /**
   * @param {(look: Look) => void} send
   * @param {() => number} [now] the time in milliseconds
   */
  constructor(send, now = () => performance.now()) {
    this.send = send;
    this.now = now;
    /** What the player looks at. @type {Look} */
    this.look = { cell: null, rotation: 0 };
    /** The last look that was sent, as JSON. */
    this.sent = JSON.stringify(this.look);
    this.sentAt = -Infinity;
    /** @type {number|undefined} */
    this.timer = undefined;
  }

  /**
   * The player looks at a cell, or at none.
   * @param {Cell|null} cell
   * @param {number} [rotation]
   */
  at(cell, rotation = 0) {
    const stays = String(cell) === String(this.look.cell);
    if (stays && rotation === this.look.rotation) return;
    this.look = { cell, rotation };
    clearTimeout(this.timer);
    const wait = Math.max(stays ? 0 : DWELL, this.sentAt + INTERVAL - this.now());
    this.timer = setTimeout(() => this.flush(), wait);
  }

  flush() {
    const look = JSON.stringify(this.look);
    if (look === this.sent) return;
    this.sent = look;
    this.sentAt = this.now();
    this.send(this.look);
  }

  /** Send nothing more. What was sent last is void once the position changes. */
  close() {
    clearTimeout(this.timer);
  }
}
