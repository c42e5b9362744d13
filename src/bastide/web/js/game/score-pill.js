// The score pill: a line for each score above the board or below it, for some seconds, with a button that asks why.

import { seatToken } from "../art.js";
import { covers } from "../board/framing.js";
import { h, smallScreen } from "../dom.js";
import { settings } from "../settings.js";
import { say } from "../words.js";
import { QUICK } from "./motion.js";
import { ScoreQueue } from "./score-queue.js";
import { pillText } from "./score-texts.js";
import { winners } from "./scores.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/**
 * @typedef {object} Score a score that is shown
 * @property {GameEvent} event
 * @property {number[]} before the scores of all seats
 * @property {number[]} after
 * @property {Cell[]} cells what scored
 * @property {() => void} close removes its outline
 */

export class ScorePill {
  /**
   * @param {import("./shell.js").Shell} shell
   * @param {import("./motion.js").Motion} motion
   * @param {(score: Score) => void} why called when the player asks why
   */
  constructor(shell, motion, why) {
    this.shell = shell;
    this.motion = motion;
    this.why = why;
    this.el = h("div", { class: "score-pill still", role: "group", "aria-label": say("score.pill_label") });
    /** @type {ScoreQueue<Score>} */
    this.queue = new ScoreQueue((score) => {
      score.close();
      this.draw();
    });
    /** The element of each line. @type {Map<Score, HTMLElement>} */
    this.rows = new Map();
    for (const name of ["pointerenter", "focusin"]) this.el.addEventListener(name, () => this.queue.hold());
    for (const name of ["pointerleave", "focusout"])
      this.el.addEventListener(name, () => {
        if (!this.el.matches(":hover, :focus-within")) this.queue.release();
      });
  }

  get isShown() {
    return this.queue.lines.length > 0;
  }

  /** @param {Score} score */
  add(score) {
    this.queue.add(score);
    this.draw();
  }

  /** Remove all lines, or those of some events. @param {(event: GameEvent) => boolean} [gone] */
  clear(gone = () => true) {
    for (const score of [...this.queue.waiting, ...this.queue.lines]) {
      if (!gone(score.event)) continue;
      this.queue.remove(score);
      score.close();
    }
    this.draw();
  }

  /** Ask why about the newest line. */
  askNewest() {
    const newest = this.queue.lines.at(-1);
    if (newest) this.ask(newest);
  }

  /** Replace a line by its explanation. @param {Score} score */
  ask(score) {
    this.queue.remove(score);
    this.draw();
    this.why(score);
  }

  /** Show the lines of the queue. */
  draw() {
    const { lines } = this.queue;
    for (const [score, row] of this.rows) {
      if (lines.includes(score)) continue;
      this.rows.delete(score);
      this.leave(row);
    }
    for (const score of lines) {
      if (this.rows.has(score)) continue;
      const row = this.row(score);
      this.rows.set(score, row);
      this.el.append(row);
      this.shell.notices.announce(pillText(this.shell.store, score.event, score.before, score.after).spoken);
    }
    if (!lines.length) return void this.queue.release();
    for (const [score, row] of this.rows) row.classList.toggle("newest", score === lines.at(-1));
    this.place();
  }

  /** Remove a line. @param {HTMLElement} row */
  leave(row) {
    row.inert = true;
    if (!this.motion.allowed) return void row.remove();
    row
      .animate([{ opacity: 1 }, { opacity: 0 }], { duration: QUICK, fill: "forwards" })
      .finished.finally(() => row.remove());
  }

  /** Move to the bottom if it covers what scored at the top, and not there. */
  place() {
    const { board } = this.shell;
    const cells = this.queue.lines.flatMap((score) => score.cells);
    const box = board.el.getBoundingClientRect();
    const isClear = (/** @type {boolean} */ low) => {
      this.el.classList.toggle("low", low);
      const { left, top, width, height } = this.el.getBoundingClientRect();
      return !covers(board.camera.destination, cells, { left: left - box.left, top: top - box.top, width, height });
    };
    if (!isClear(false) && !isClear(true)) this.el.classList.remove("low");
  }

  /** @param {Score} score */
  row(score) {
    const { event, before, after } = score;
    const { title, sum, changes, points } = pillText(this.shell.store, event, before, after);
    const winning = winners(event);
    return h(
      "div",
      { class: "score-line" },
      h(
        "span",
        { class: "tokens" },
        winning.map((seat) => seatToken(seat, winning.length > 1 ? "s" : "m")),
      ),
      h(
        "div",
        { class: "grow" },
        h("b", {}, title),
        h("p", { class: "cap" }, h("span", { class: "sum" }, `${sum} · `), changes),
      ),
      h("span", { class: "num" }, points),
      h(
        "button",
        { type: "button", class: "btn quiet", "data-do": "why", onclick: () => this.ask(score) },
        say("score.why"),
        h("span", { class: "sr" }, title),
        settings.keys && !smallScreen() ? h("kbd", { "aria-hidden": "true" }, "W") : null,
      ),
    );
  }
}
