// Where one looks: the world is moved and scaled as one layer, and drawn sharp again once the hand rests.

import { reducedMotion } from "../dom.js";

export const MIN_SIZE = 24;
export const MAX_SIZE = 260;
const REST = 160;
const STEP = 1.2;

export class Camera {
  /**
   * @param {HTMLElement} world what is moved
   * @param {(size: number) => void} draw called when the world must be drawn for another size of tiles
   * @param {() => void} moved called whenever anything changed
   */
  constructor(world, draw, moved) {
    this.world = world;
    this.draw = draw;
    this.moved = moved;
    /** Where cell (0, 0) begins on the screen. */
    this.x = 0;
    this.y = 0;
    /** The size of a tile on the screen, and the size for which the world was drawn. */
    this.size = 96;
    this.drawnFor = 96;
    /** The point of the screen that stays where it is while the size changes. */
    this.held = [0, 0];
    /** @type {number|undefined} */
    this.timer = undefined;
    /** @type {number} */
    this.gliding = 0;
  }

  apply() {
    const { x, y } = this;
    this.world.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) scale(${this.size / this.drawnFor})`;
    this.moved();
  }

  /** Come to rest with tiles as large as whole pixels, so that no seam shows between them. */
  settle() {
    clearTimeout(this.timer);
    const ratio = Math.round(this.size) / this.size;
    const [px, py] = this.held;
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
   * Make tiles of a size, with the point of the screen staying where it is.
   * @param {number} px
   * @param {number} py
   * @param {number} size
   */
  zoom(px, py, size) {
    this.stop();
    const next = Math.min(MAX_SIZE, Math.max(MIN_SIZE, size));
    const ratio = next / this.size;
    this.held = [px, py];
    this.x = px - (px - this.x) * ratio;
    this.y = py - (py - this.y) * ratio;
    this.size = next;
    this.apply();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), REST);
  }

  /**
   * @param {number} px
   * @param {number} py
   * @param {number} steps
   */
  zoomBy(px, py, steps) {
    this.zoom(px, py, this.size * STEP ** steps);
  }

  /**
   * Go somewhere: at once, or gliding there.
   * @param {{x: number, y: number, size: number}} to
   * @param {boolean} glide
   */
  to({ x, y, size }, glide) {
    this.stop();
    if (!glide || reducedMotion()) {
      Object.assign(this, { x, y, size });
      this.settle();
      return;
    }
    const from = { x: this.x, y: this.y, size: this.size };
    const begun = performance.now();
    /** @param {number} now */
    const frame = (now) => {
      const t = Math.min(1, (now - begun) / 420);
      const k = 1 - (1 - t) ** 3;
      this.x = from.x + (x - from.x) * k;
      this.y = from.y + (y - from.y) * k;
      this.size = from.size + (size - from.size) * k;
      this.apply();
      this.gliding = t < 1 ? requestAnimationFrame(frame) : 0;
      if (t >= 1) this.settle();
    };
    this.gliding = requestAnimationFrame(frame);
  }

  stop() {
    if (this.gliding) cancelAnimationFrame(this.gliding);
    this.gliding = 0;
  }
}
