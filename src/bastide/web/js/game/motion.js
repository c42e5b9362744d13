// Motion over the page: a tile slides to its cell, points fly to a score, followers walk home. Nothing waits for it.

import { piecePicture, seatToken, tilePicture } from "../art.js";
import { shareOf } from "../board/stance.js";
import { h, reducedMotion } from "../dom.js";
import { say } from "../words.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {{x: number, y: number, width: number, height: number}} Box a part of the window */
/** @typedef {[number, number]} Point of the window */

/** Milliseconds, and curves; the same as in tokens.css. */
export const QUICK = 120;
export const MOVE = 220;
export const SCENE = 420;
export const POINTS = 900;
export const EASE = "cubic-bezier(.2, .7, .2, 1)";
/** The curve of points on their way to the score. */
const HOMEWARD = "cubic-bezier(.5, 0, .3, 1)";
/** The number of steps that a follower takes, and the height and tilt of each. */
const STEPS = 5;
const STEP_HEIGHT = 5;
const STEP_TILT = 5;

/** @param {Box} box @returns {Point} */
const centre = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
/** @param {Point} point @param {string} [rest] */
const moved = ([x, y], rest = "") => `translate(${x}px, ${y}px) translate(-50%, -50%) ${rest}`;

export class Motion {
  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.el = h("div", { class: "flights", "aria-hidden": "true" });
    /** Flights under way. @type {Set<Animation>} */
    this.flights = new Set();
    this.onHide = () => {
      if (document.hidden) this.cancel();
    };
    document.addEventListener("visibilitychange", this.onHide);
  }

  /** Whether anything moves: not with reduced motion, unseen, or while steps arrive faster than they are shown. */
  get allowed() {
    return !reducedMotion() && !document.hidden && !this.shell.store.isBehind;
  }

  cancel() {
    for (const flight of this.flights) flight.cancel();
  }

  close() {
    document.removeEventListener("visibilitychange", this.onHide);
    this.cancel();
  }

  /**
   * Move an element over the page. Resolves once it has arrived or was cancelled; then it is gone.
   * @param {HTMLElement} el
   * @param {Keyframe[]} keyframes
   * @param {KeyframeAnimationOptions} options
   */
  async fly(el, keyframes, options) {
    this.el.append(el);
    const flight = el.animate(keyframes, { fill: "both", ...options });
    this.flights.add(flight);
    await flight.finished.catch(() => null);
    this.flights.delete(flight);
    el.remove();
  }

  /**
   * A point of the board in the window, where the camera is or will be.
   * @param {number} wx
   * @param {number} wy
   * @returns {Point}
   */
  toWindow(wx, wy) {
    const { board } = this.shell;
    const { left, top } = board.el.getBoundingClientRect();
    const { x, y, size } = board.camera.destination;
    return [left + x + (wx * size) / 100, top + y + (wy * size) / 100];
  }

  /**
   * Let a tile of another player slide to its cell, from where it was shown.
   * @param {PlacedTile} laid
   * @param {Box|null} from
   */
  async slideTile(laid, from) {
    if (!this.allowed || !from?.width) return;
    const { board } = this.shell;
    const real = board.tileElement(laid.cell);
    if (!real) return;
    const { size } = board.camera.destination;
    const el = h("div", {}, tilePicture(laid.tile, laid.rotation));
    el.style.setProperty("width", `${size}px`);
    el.style.setProperty("height", `${size}px`);
    const to = this.toWindow(100 * laid.cell[0] + 50, 100 * laid.cell[1] + 50);
    real.classList.add("arriving");
    await this.fly(
      el,
      [
        { transform: moved(centre(from), `scale(${Math.min(1, from.width / size)})`), opacity: 0.6 },
        { transform: moved(to), opacity: 1 },
      ],
      { duration: MOVE, easing: EASE },
    );
    real.classList.remove("arriving");
  }

  /**
   * Let points rise from the board and fly to the score of a seat.
   * @param {number} seat
   * @param {number} points
   * @param {Point} from
   */
  async flyPoints(seat, points, from) {
    const goal = this.shell.players.scoreRect(seat);
    if (!this.allowed || !goal?.width) return;
    const el = h("div", { class: "fly" }, seatToken(seat, "m"), say("score.plus", { points }));
    await this.fly(
      el,
      [
        { transform: moved(from, "scale(.6)"), opacity: 0, easing: EASE },
        { transform: moved(from), opacity: 1, offset: 0.15 },
        { transform: moved(from), opacity: 1, offset: 0.45, easing: HOMEWARD },
        { transform: moved(centre(goal), "scale(.55)"), opacity: 0.2 },
      ],
      { duration: POINTS },
    );
  }

  /**
   * Let pieces that return to their owners walk there.
   * @param {GameEvent[]} events
   */
  walkHome(events) {
    if (!this.allowed) return;
    const { board, players } = this.shell;
    for (const { event, seat, cell, segment = 0, piece = "follower" } of events) {
      const home = seat === null ? null : players.homeRect(seat);
      if (event !== "returned" || !cell || !home?.width) continue;
      const from = this.toWindow(...board.anchor([cell[0], cell[1], segment]));
      const picture = piecePicture(piece, seat);
      const { size } = board.camera.destination;
      picture.style.setProperty("height", `${shareOf(size) * size}px`);
      const step = POINTS / STEPS / 2;
      picture.animate(
        [
          { transform: `rotate(${-STEP_TILT}deg)` },
          { transform: `translateY(${-STEP_HEIGHT}px)` },
          { transform: `rotate(${STEP_TILT}deg)` },
        ],
        { duration: step, iterations: 2 * STEPS, direction: "alternate" },
      );
      void this.fly(
        h("div", { class: "walker-home" }, picture),
        [
          { transform: moved(from), opacity: 1, easing: HOMEWARD },
          { transform: moved(centre(home), "scale(.6)"), opacity: 0.3 },
        ],
        { duration: POINTS },
      );
    }
  }
}
