// The board: tiles, pieces and marks, which pan and zoom together. It knows no rules.

import { tile, toImage } from "../art.js";
import { h, s, reducedMotion } from "../dom.js";
import { Camera } from "./camera.js";
import { bounds, cellKey } from "./cells.js";
import { centred, fitted, isVisible, revealed } from "./framing.js";
import { BoardInput } from "./input.js";
import { anchorOf } from "./geometry.js";
import { outline } from "./outline.js";
import { drawPieces } from "./pieces.js";
import { onPick, slotMark } from "./slots.js";
import { steppedSize } from "./stance.js";
import { Tabletop } from "./tabletop.js";

/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("./slots.js").Slot} Slot */
/** @typedef {{close: () => void}} Mark */

/** The sizes of tiles below which they are drawn in low detail, and without fine detail. */
const SMALL = 32;
const FAR = 64;
/** Milliseconds without changes until tiles and pieces are rasterized. */
const RASTERIZE_DELAY = 700;
/** Milliseconds after the player moved the camera until it moves by itself again. */
const IDLE_DELAY = 4000;

export class Board {
  constructor() {
    this.tiles = s("g", { class: "tiles" });
    this.under = s("g", { class: "under" });
    this.pieces = s("g", { class: "pieces" });
    this.frames = s("g", { class: "frames" });
    this.outlines = s("g", { class: "outlines" });
    this.over = s("g", { class: "over" });
    this.landRoot = s("g", {}, this.tiles, this.under);
    this.overRoot = s("g", {}, this.frames, this.outlines, this.pieces, this.over);
    const size = { width: 1, height: 1, overflow: "visible", "aria-hidden": "true" };
    this.tabletop = new Tabletop();
    this.landRoot.prepend(this.tabletop.cards);
    const land = s("svg", { ...size, class: "land" }, this.tabletop.cloth, this.landRoot);
    const over = s("svg", { ...size, class: "marks" }, this.overRoot);
    over.removeAttribute("aria-hidden");
    this.world = h("div", { class: "world" }, land, over);
    this.el = h("div", { class: "board", tabindex: 0, role: "application" }, this.world);
    /** @type {Map<string, {laid: PlacedTile, copy: number}>} */
    this.shown = new Map();
    /** @type {number|undefined} */
    this.rasterizing = undefined;
    /** @type {Map<string, number>} */
    this.copies = new Map();
    this.small = false;
    /** Whether tiles are too small for fine detail. */
    this.far = false;
    /** The size of tiles that pieces are drawn for. */
    this.piecesFor = 0;
    this.frozen = false;
    /** The margins covered by panels. */
    this.safe = { top: 16, right: 16, bottom: 16, left: 16 };
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.camera = new Camera(
      this.world,
      (pixels) => this.redraw(pixels),
      () => this.listeners.forEach((listener) => listener()),
    );
    this.input = new BoardInput(this);
    this.redraw(this.camera.size);
  }

  get pixels() {
    return this.camera.size;
  }

  /** @param {number} pixels */
  redraw(pixels) {
    for (const root of [this.landRoot, this.overRoot]) root.setAttribute("transform", `scale(${pixels / 100})`);
    this.tabletop.resize(pixels);
    const [small, far] = [pixels < SMALL, pixels < FAR];
    if (small !== this.small || far !== this.far) {
      this.small = small;
      this.far = far;
      this.el.classList.toggle("small", small);
      this.el.classList.toggle("far", far);
      this.tiles.replaceChildren(...[...this.shown.values()].map((item) => this.picture(item)));
      this.rasterize();
    }
    if (this.placed && steppedSize(pixels) !== this.piecesFor) this.setPieces(this.placed);
  }

  /**
   * A placed tile, with less detail if tiles are small.
   * @param {{laid: PlacedTile, copy: number}} item
   */
  picture({ laid, copy }) {
    const [x, y] = laid.cell;
    const use = tile(laid.tile, laid.rotation, { copy, x: 100 * x, y: 100 * y, simple: this.small });
    return s("g", { "data-tile-at": cellKey(laid.cell) }, use);
  }

  /** Replace tiles and pieces by images, which are cheap to draw, once nothing changes any more. */
  rasterize() {
    clearTimeout(this.rasterizing);
    this.rasterizing = setTimeout(() => {
      for (const use of this.world.querySelectorAll(".tiles use, .pieces use")) {
        if (use instanceof SVGUseElement)
          toImage(use, this.far).then(
            (image) => use.replaceWith(image),
            () => {},
          );
      }
    }, RASTERIZE_DELAY);
  }

  // Content

  /**
   * Show the tiles, pieces and tokens of a view.
   * @param {View} view with all tiles of the board
   * @param {{keepPieces?: boolean}} [options]
   */
  setView(view, { keepPieces = false } = {}) {
    this.view = view;
    const wanted = new Set(view.board.map((laid) => `${cellKey(laid.cell)}/${laid.tile}/${laid.rotation}`));
    for (const [key, item] of this.shown) {
      if (wanted.has(key)) continue;
      this.tileElement(item.laid.cell)?.remove();
      this.shown.delete(key);
      this.copies.set(item.laid.tile, (this.copies.get(item.laid.tile) ?? 1) - 1);
    }
    const first = this.shown.size === 0;
    for (const laid of view.board) {
      const key = `${cellKey(laid.cell)}/${laid.tile}/${laid.rotation}`;
      if (this.shown.has(key)) continue;
      const copy = this.copies.get(laid.tile) ?? 0;
      this.copies.set(laid.tile, copy + 1);
      const el = this.picture({ laid, copy });
      if (!first) el.classList.add("laid");
      this.shown.set(key, { laid, copy });
      this.tiles.append(el);
    }
    this.tabletop.cover(view.board.map((laid) => laid.cell));
    if (!keepPieces) this.setPieces(view);
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {PlacedTile|undefined}
   */
  tileAt(x, y) {
    return this.view?.board.find(({ cell }) => cell[0] === x && cell[1] === y);
  }

  /** @param {Cell} cell */
  tileElement(cell) {
    return this.tiles.querySelector(`[data-tile-at="${cellKey(cell)}"]`);
  }

  /** @param {Pick<View, "pieces"|"tokens"|"board">} view */
  setPieces(view) {
    this.placed = view;
    this.piecesFor = steppedSize(this.pixels);
    const drawn = drawPieces(view, this.piecesFor);
    const before = new Set([...this.pieces.children].map((child) => child.getAttribute("data-key")));
    const first = this.pieces.childElementCount === 0;
    for (const { el, key } of drawn) {
      if (key) el.setAttribute("data-key", key);
      if (key && !first && !before.has(key)) el.classList.add("set");
    }
    this.pieces.replaceChildren(...drawn.map(({ el }) => el));
    this.rasterize();
  }

  /**
   * Frame the tiles of the last move; several are numbered.
   * @param {Cell[]} cells
   */
  frame(cells) {
    this.frames.replaceChildren(
      ...cells.flatMap(([x, y], i) => {
        const box = { x: 100 * x + 2.5, y: 100 * y + 2.5, width: 95, height: 95, rx: 2 };
        const parts = [s("rect", { ...box, class: "last" }), s("rect", { ...box, class: "last2" })];
        if (cells.length < 2) return parts;
        return [
          ...parts,
          s("circle", { cx: 100 * x + 13, cy: 100 * y + 13, r: 9, class: "last-badge" }),
          s("text", { x: 100 * x + 13, y: 100 * y + 17.5, class: "last-number" }, i + 1),
        ];
      }),
    );
  }

  // Marks

  /**
   * Outline segments as one area.
   * @param {Spot[]} spots
   * @param {import("./outline.js").OutlineOptions} [options]
   * @returns {Mark}
   */
  outline(spots, options) {
    const group = outline(spots, (x, y) => this.tileAt(x, y), options);
    this.outlines.append(group);
    return { close: () => group.remove() };
  }

  /**
   * An outline that moves from feature to feature.
   * @param {import("./outline.js").OutlineStyle} [style]
   */
  highlighter(style) {
    /** @type {Mark|null} */
    let mark = null;
    return {
      /** @param {Spot[]} spots no spots clear the outline */
      show: (spots) => {
        mark?.close();
        mark = spots.length ? this.outline(spots, { style }) : null;
      },
      close() {
        mark?.close();
        mark = null;
      },
    };
  }

  /**
   * The anchor of pieces on a segment.
   * @param {Spot} spot
   * @returns {[number, number]}
   */
  anchor([x, y, segment]) {
    const laid = this.tileAt(x, y);
    return laid ? anchorOf(laid, segment) : [100 * x + 50, 100 * y + 50];
  }

  /**
   * Show slots to choose from.
   * @param {Slot[]} slots
   * @param {import("./slots.js").PickHandlers} handlers
   * @returns {Mark}
   */
  slots(slots, handlers) {
    const group = s("g", { class: "slots", role: "group" });
    /** @type {Map<string, number>} */
    const taken = new Map();
    slots.forEach((slot, i) => {
      const spot = slot.spot.join(",");
      const rank = taken.get(spot) ?? 0;
      taken.set(spot, rank + 1);
      const [x, y] = slot.at ?? this.anchor(slot.spot);
      const el = slotMark(slot, x + 26 * rank, y, i, slots.length);
      onPick(el, i, handlers);
      group.append(el);
    });
    this.over.append(group);
    this.input.choices(group);
    return { close: () => group.remove() };
  }

  // Camera

  /**
   * @param {number} wx
   * @param {number} wy
   * @returns {[number, number]}
   */
  toScreen(wx, wy) {
    const { x, y, size } = this.camera;
    return [x + (wx * size) / 100, y + (wy * size) / 100];
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @returns {[number, number]}
   */
  toWorld(clientX, clientY) {
    const box = this.el.getBoundingClientRect();
    const { x, y, size } = this.camera;
    return [((clientX - box.left - x) * 100) / size, ((clientY - box.top - y) * 100) / size];
  }

  /**
   * The bounds of all tiles, and of some more cells.
   * @param {Cell[]} [cells]
   */
  bounds(cells = []) {
    return bounds([...(this.view?.board.map((laid) => laid.cell) ?? []), ...cells]);
  }

  /** The part of the board not covered by panels. */
  visibleArea() {
    const { top, right, bottom, left } = this.safe;
    const width = Math.max(120, this.el.clientWidth - left - right);
    const height = Math.max(120, this.el.clientHeight - top - bottom);
    return { left, top, width, height };
  }

  /**
   * Fit the board, and some cells around it, into the visible area.
   * @param {Cell[]} [cells]
   * @param {boolean} [glide]
   */
  fit(cells = [], glide = true) {
    this.camera.to(fitted(this.bounds(cells), this.visibleArea()), glide);
  }

  /**
   * Go to a cell, in the middle of the visible area.
   * @param {Cell} cell
   * @param {number} size of tiles
   */
  goTo(cell, size) {
    this.camera.to(centred(cell, size, this.visibleArea()), true);
  }

  /** @param {Cell} cell */
  isVisible(cell) {
    return isVisible(this.camera.destination, cell, this.visibleArea());
  }

  /**
   * Move the camera, unless the player moved it recently.
   * @param {() => void} move
   */
  whenIdle(move) {
    if (performance.now() - this.input.panned > IDLE_DELAY || !this.input.panned) move();
  }

  /**
   * Bring cells into view with the least movement. Tiles shrink for it to no less than a minimum size.
   * @param {Cell[]} cells
   * @param {{glide?: boolean, minSize?: number}} [options]
   */
  reveal(cells, { glide = true, minSize = 44 } = {}) {
    if (!cells.length || cells.every((cell) => this.isVisible(cell))) return;
    this.camera.to(
      revealed(this.camera.destination, bounds(cells), this.visibleArea(), minSize),
      glide && !reducedMotion(),
    );
  }
}
