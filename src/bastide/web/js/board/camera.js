// The camera: moves and scales the world as one layer, and redraws it sharply once it comes to rest.

import { reducedMotion } from "../dom.js";

export const MIN_SIZE = 24;
export const MAX_SIZE = 260;
/** Milliseconds after the last zoom until the camera settles. */
const SETTLE_DELAY = 160;
/** The factor of one zoom step. */
const ZOOM_STEP = 1.2;
/** Milliseconds of a glide. */
const GLIDE_DURATION = 420;

export class Camera {
  /**
   * @param {HTMLElement} world the layer
   * @param {(size: number) => void} draw draws the world for tiles of a size
   * @param {() => void} moved called after every change
   */
  constructor(world, draw, moved) {
    this.world = world;
    this.draw = draw;
    this.moved = moved;
    /** The position of cell (0, 0) on the screen. */
    this.x = 0;
    this.y = 0;
    /** The size of a tile on the screen, and the one that the world was drawn for. */
    this.size = 96;
    this.drawnFor = 96;
    /** The fixed point of the last zoom, on the screen. */
    this.pivot = [0, 0];
    /** @type {number|undefined} */
    this.timer = undefined;
    /** @type {number} */
    this.gliding = 0;
    /** Where it glides to. @type {{x: number, y: number, size: number}|null} */
    this.goal = null;
  }

  /** The position where it is, or will be once it comes to rest. @returns {{x: number, y: number, size: number}} */
  get destination() {
    return this.goal ?? this;
  }

  apply() {
    const { x, y } = this;
    this.world.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) scale(${this.size / this.drawnFor})`;
    this.moved();
  }

  /** Come to rest with a whole number of pixels per tile, so that no seams show. */
  settle() {
    clearTimeout(this.timer);
    const ratio = Math.round(this.size) / this.size;
    const [px, py] = this.pivot;
    this.x = px - (px - this.x) * ratio;
    this.y = py - (py - this.y) * ratio;
    this.size = Math.round(this.size);
    if (this.drawnFor !== this.size) {
      this.drawnFor = this.size;
      this.draw(this.size);
    }
    this.apply();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.stop();
    this.x += dx;
    this.y += dy;
    this.apply();
  }

  /**
   * Zoom to a size of tiles around a point of the screen.
   * @param {number} px
   * @param {number} py
   * @param {number} size
   */
  zoom(px, py, size) {
    this.stop();
    const next = Math.min(MAX_SIZE, Math.max(MIN_SIZE, size));
    const ratio = next / this.size;
    this.pivot = [px, py];
    this.x = px - (px - this.x) * ratio;
    this.y = py - (py - this.y) * ratio;
    this.size = next;
    this.apply();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), SETTLE_DELAY);
  }

  /**
   * @param {number} px
   * @param {number} py
   * @param {number} steps
   */
  zoomBy(px, py, steps) {
    this.zoom(px, py, this.size * ZOOM_STEP ** steps);
  }

  /**
   * Move to a position, at once or gliding.
   * @param {{x: number, y: number, size: number}} position
   * @param {boolean} glide
   */
  to({ x, y, size }, glide) {
    this.stop();
    if (!glide || reducedMotion()) {
      Object.assign(this, { x, y, size });
      this.settle();
      return;
    }
    this.goal = { x, y, size };
    const from = { x: this.x, y: this.y, size: this.size };
    const start = performance.now();
    /** @param {number} now */
    const frame = (now) => {
      // A frame may have begun before the glide.
      const t = Math.max(0, Math.min(1, (now - start) / GLIDE_DURATION));
      const k = 1 - (1 - t) ** 3;
      this.x = from.x + (x - from.x) * k;
      this.y = from.y + (y - from.y) * k;
      this.size = from.size + (size - from.size) * k;
      this.apply();
      this.gliding = t < 1 ? requestAnimationFrame(frame) : 0;
      if (t < 1) return;
      this.goal = null;
      this.settle();
    };
    this.gliding = requestAnimationFrame(frame);
  }

  stop() {
    if (this.gliding) cancelAnimationFrame(this.gliding);
    this.gliding = 0;
    this.goal = null;
  }
}
