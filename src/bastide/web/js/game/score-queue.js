// The lines of the score pill: each stays for some seconds, and further ones wait for room.

/** Milliseconds that a line stays, and the least after the pointer or the focus has left it. */
export const LINE_DURATION = 4000;
const LEAST = 1000;
/** The maximum number of lines at a time. */
export const CAPACITY = 3;

/**
 * @template T
 */
export class ScoreQueue {
  /** @param {(line: T) => void} expired called when the time of a line is over */
  constructor(expired) {
    this.expired = expired;
    /** The lines that are shown, oldest first. @type {T[]} */
    this.lines = [];
    /** The lines that wait for room. @type {T[]} */
    this.waiting = [];
    /** When each line goes, or how long it stays once it is released. @type {Map<T, {until: number, left: number, timer: number|undefined}>} */
    this.times = new Map();
    this.held = false;
  }

  /** @param {T} line */
  add(line) {
    this.waiting.push(line);
    this.fill();
  }

  /**
   * Remove a line, shown or waiting.
   * @param {T} line
   */
  remove(line) {
    clearTimeout(this.times.get(line)?.timer);
    this.times.delete(line);
    this.lines = this.lines.filter((other) => other !== line);
    this.waiting = this.waiting.filter((other) => other !== line);
    this.fill();
  }

  /** Stop the time: the pointer or the focus is on the pill. */
  hold() {
    if (this.held) return;
    this.held = true;
    const now = Date.now();
    for (const time of this.times.values()) {
      clearTimeout(time.timer);
      time.left = Math.max(LEAST, time.until - now);
    }
  }

  /** Let the time run again. */
  release() {
    if (!this.held) return;
    this.held = false;
    for (const [line, { left }] of this.times) this.start(line, left);
  }

  /** Show waiting lines while there is room. */
  fill() {
    while (this.waiting.length && this.lines.length < CAPACITY) {
      const line = /** @type {T} */ (this.waiting.shift());
      this.lines.push(line);
      if (this.held) this.times.set(line, { until: 0, left: LINE_DURATION, timer: undefined });
      else this.start(line, LINE_DURATION);
    }
  }

  /**
   * @param {T} line
   * @param {number} left
   */
  start(line, left) {
    const timer = setTimeout(() => {
      this.remove(line);
      this.expired(line);
    }, left);
    this.times.set(line, { until: Date.now() + left, left, timer });
  }
}
