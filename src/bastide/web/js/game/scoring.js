// Scoring: what scored is outlined, its points fly to the score, and a pill tells them. Loaded with the first choice or move.

import { Motion, SCENE } from "./motion.js";
import { ScorePill } from "./score-pill.js";
import { scoredSpots } from "./scored-spots.js";
import { finalScoringStart, winners } from "./scores.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("./score-pill.js").Score} Score */

/** Milliseconds that a feature stays outlined without a pill. */
const BRIEF = 1200;
/** The room that the pill needs above what scored. */
const PILL_ROOM = 84;
/** The points at which the sound of a score is lowest. */
const LARGE_SCORE = 40;

export class Scoring {
  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.motion = new Motion(shell);
    this.pill = new ScorePill(shell, this.motion, (score) => void this.explain(score));
    shell.board.el.append(this.pill.el);
    shell.el.append(this.motion.el);
    /** The number of points in the air. */
    this.flying = 0;
    /** The score that is explained. @type {Score|null} */
    this.explained = null;
    /** Closes the open card. @type {(() => void)|null} */
    this.closeCard = null;
  }

  /**
   * Show a score. Resolves at once, unless scores are explained.
   * @param {GameEvent} event
   * @param {number[]} before the scores of all seats before the event
   */
  async show(event, before) {
    const { shell } = this;
    const { board, store } = shell;
    if (shell.scores === "none" || this.isFinal(event)) return;
    const winning = winners(event);
    const after = before.map((points, seat) => (winning.includes(seat) ? points + (event.points ?? 0) : points));
    const spots = scoredSpots(store, event);
    const outline = board.outline(spots, { drawn: true });
    /** @type {Cell[]} */
    const cells = spots.length ? spots.map(([x, y]) => [x, y]) : (event.cells ?? (event.cell ? [event.cell] : []));
    const score = { event, before, after, cells, close: outline.close };
    shell.notices.play("lit", { pitch: 1.5 - Math.min(1, (event.points ?? 0) / LARGE_SCORE) });
    this.reveal(cells);
    void this.fly(score, spots);
    if (shell.scores === "card") return this.explain(score);
    if (shell.scores === "brief") setTimeout(outline.close, BRIEF);
    else this.pill.add(score);
  }

  /** Whether an event belongs to the final scoring, which is shown with the result. @param {GameEvent} event */
  isFinal(event) {
    const { store } = this.shell;
    return store.isOver && store.events.indexOf(event) >= finalScoringStart(store.events);
  }

  /** Whether the pill announces an event to screen readers. @param {GameEvent} event */
  announces(event) {
    const { scores, store } = this.shell;
    return scores === "pill" && !store.isBehind && Boolean(event.lines?.length) && !this.isFinal(event);
  }

  /** Milliseconds that the animator waits after scores, so that they are seen before the pieces leave. */
  get pause() {
    return this.motion.allowed && this.shell.scores !== "none" ? SCENE : 0;
  }

  /**
   * Bring what scored into view, below the pill.
   * @param {Cell[]} cells
   */
  reveal(cells) {
    const { board } = this.shell;
    const { safe } = board;
    board.safe = { ...safe, top: safe.top + (this.shell.scores === "pill" ? PILL_ROOM : 0) };
    board.whenIdle(() => board.reveal(cells));
    board.safe = safe;
  }

  /**
   * Let the points fly to the scores, which count up once they arrive.
   * @param {Score} score
   * @param {Spot[]} spots
   */
  async fly({ event, before, after }, spots) {
    const { motion, shell } = this;
    const { notices, players, store } = shell;
    shell.track.update(after);
    if (motion.allowed) {
      this.flying++;
      players.held ??= before;
      await Promise.all(
        winners(event).map((seat, i) => motion.flyPoints(seat, event.points ?? 0, this.origin(event, spots, i))),
      );
      this.flying--;
      if (store.closed) return;
    }
    notices.play("points");
    // Other points may still be in the air, and a takeback may have cancelled these.
    players.held = this.flying ? after : null;
    players.count(this.flying || shell.scores === "card" ? after : store.view.scores);
  }

  /**
   * Where points appear in the window, spread over the scored feature.
   * @param {GameEvent} event
   * @param {Spot[]} spots
   * @param {number} i
   * @returns {[number, number]}
   */
  origin(event, spots, i) {
    const { motion } = this;
    const { board, store } = this.shell;
    const box = board.el.getBoundingClientRect();
    const { size } = board.camera.destination;
    const cell = event.cell ?? store.lastMove()[0];
    let [x, y] = [box.left + box.width / 2 + 90 * i, box.top + box.height / 2];
    if (spots.length) {
      const n = Math.floor((spots.length * (i + 0.5)) / winners(event).length);
      [x, y] = motion.toWindow(...board.anchor(spots[n]));
      y -= 0.35 * size + 48 * i;
    } else if (cell) {
      [x, y] = motion.toWindow(100 * cell[0] + 50, 100 * cell[1] + 20);
      x += 90 * i;
    }
    return [Math.max(box.left + 70, Math.min(box.right - 70, x)), Math.max(box.top + 30, Math.min(box.bottom - 30, y))];
  }

  /**
   * Open the card of a score. Resolves once it is closed.
   * @param {Score} score
   */
  async explain(score) {
    const { shell } = this;
    this.closeCard?.();
    this.explained = score;
    const opener = document.activeElement;
    const { scoreCard } = await import("./scorecard.js");
    if (shell.store.closed || this.explained !== score) return score.close();
    return /** @type {Promise<void>} */ (
      new Promise((resolve) => {
        const close = (this.closeCard = () => {
          this.closeCard = this.explained = null;
          const focused = el.contains(document.activeElement);
          el.remove();
          score.close();
          const back = opener instanceof HTMLElement && opener.isConnected ? opener : shell.board.el;
          if (focused) back.focus({ preventScroll: true });
          resolve();
        });
        const { el, button } = scoreCard(shell.store, score, { waits: shell.scores === "card", close });
        shell.el.append(el);
        shell.notices.play("page");
        button.focus({ preventScroll: true });
      })
    );
  }

  /** Whether the game waits for the open card. */
  get waits() {
    return this.closeCard !== null && this.shell.scores === "card";
  }

  /** Whether a card is open, or the pill is shown. */
  get isShown() {
    return this.closeCard !== null || this.pill.isShown;
  }

  /** Close the open card, or else the pill. */
  dismiss() {
    if (this.closeCard) this.closeCard();
    else this.pill.clear();
  }

  /** Remove scores that were taken back. */
  update() {
    const { shell } = this;
    const known = new Set(shell.store.events);
    const gone = (/** @type {GameEvent} */ event) => !known.has(event);
    if (this.explained && gone(this.explained.event)) this.closeCard?.();
    this.pill.clear(gone);
  }

  close() {
    this.closeCard?.();
    this.pill.clear();
    this.motion.close();
  }
}
