// The board: tiles, pieces and marks, panned and zoomed together. It knows no rules.

import { toImage, hasToken, piece, tile, tileArt, token, turned } from "../art.js";
import { h, s, reducedMotion } from "../dom.js";
import { LAND } from "../kinds.js";
import { Camera, MAX_SIZE, MIN_SIZE } from "./camera.js";
import { bounds, cellKey } from "./cells.js";
import { BoardInput } from "./input.js";
import { anchorOf, areaPath, borderPath } from "./geometry.js";

/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").PlacedPiece} PlacedPiece */
/** @typedef {import("../types.js").View} View */
/** @typedef {{close: () => void}} Mark */
/**
 * @typedef {object} Slot a place on the board that can be chosen
 * @property {Spot} spot
 * @property {string} label
 * @property {string} [piece]
 * @property {number|null} [seat]
 * @property {boolean} [lying]
 * @property {"take"|"put"} [mark]
 */

export const SMALL = 32;
/** Milliseconds after the last new tile until tiles are rasterized. */
const RASTERIZE = 700;
/** Milliseconds after the player has moved the board until it moves by itself again. */
const IDLE = 4000;
/** Scale of pieces where tiles are small. */
const SMALL_SCALE = 2.2;
/** Distance of a piece's foot below its anchor. */
const FOOT = 6;
/** Offsets of the first, second … piece on one segment. */
const OFFSETS = [
  [0, 0],
  [14, 0],
  [-14, 0],
  [0, 14],
  [0, -14],
];

export class Board {
  constructor() {
    this.tiles = s("g", { class: "tiles" });
    this.under = s("g", { class: "under" });
    this.shade = s("rect", { class: "dim", x: -20000, y: -20000, width: 40000, height: 40000, visibility: "hidden" });
    this.pieces = s("g", { class: "pieces" });
    this.frames = s("g", { class: "frames" });
    this.over = s("g", { class: "over" });
    this.landRoot = s("g", {}, this.tiles, this.under);
    this.overRoot = s("g", {}, this.frames, this.pieces, this.shade, this.over);
    const size = { width: 1, height: 1, overflow: "visible", "aria-hidden": "true" };
    const cross = s(
      "pattern",
      { id: "weave", width: 100, height: 100, patternUnits: "userSpaceOnUse" },
      s("path", { class: "cloth", d: "M-5 0H5M0-5V5M95 0H105M100-5V5M-5 100H5M0 95V105M95 100H105M100 95V105" }),
    );
    this.cloth = s("rect", { fill: "url(#weave)" });
    this.landRoot.prepend(s("defs", {}, cross), this.cloth);
    const land = s("svg", { ...size, class: "land" }, this.landRoot);
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
    this.frozen = false;
    /** The margins that panels cover. */
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
    const small = pixels < SMALL;
    if (small === this.small) return;
    this.small = small;
    this.el.classList.toggle("small", small);
    this.tiles.replaceChildren(...[...this.shown.values()].map((item) => this.picture(item)));
    this.rasterize();
    if (this.view) this.setPieces(this.view);
  }

  /**
   * A tile in its place, in the detail that its size allows.
   * @param {{laid: PlacedTile, copy: number}} item
   */
  picture({ laid, copy }) {
    const [x, y] = laid.cell;
    const use = tile(laid.tile, laid.rotation, { copy, x: 100 * x, y: 100 * y, simple: this.small });
    return s("g", { "data-tile-at": cellKey(laid.cell) }, use);
  }

  /** Turn tiles and pieces into images once nothing has changed for a while: they are cheap to draw. */
  rasterize() {
    clearTimeout(this.rasterizing);
    this.rasterizing = setTimeout(() => {
      for (const use of this.world.querySelectorAll(".tiles use, .pieces use")) {
        if (use instanceof SVGUseElement)
          toImage(use).then(
            (image) => use.replaceWith(image),
            () => {},
          );
      }
    }, RASTERIZE);
  }

  // Content

  /**
   * Show the tiles, pieces and tokens of a view.
   * @param {View} view with the whole board
   * @param {{keepPieces?: boolean}} [how]
   */
  setView(view, { keepPieces = false } = {}) {
    this.view = view;
    const wanted = new Set(view.board.map((laid) => `${cellKey(laid.cell)}/${laid.tile}/${laid.rotation}`));
    for (const [key, item] of this.shown) {
      if (wanted.has(key)) continue;
      this.tiles.querySelector(`[data-tile-at="${cellKey(item.laid.cell)}"]`)?.remove();
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
    const [west, north, east, south] = this.bounds();
    for (const [name, value] of Object.entries({
      x: 100 * (west - 12),
      y: 100 * (north - 12),
      width: 100 * (east - west + 25),
      height: 100 * (south - north + 25),
    }))
      this.cloth.setAttribute(name, String(value));
    if (!keepPieces) this.setPieces(view);
  }

  /**
   * @param {Cell} cell
   * @returns {PlacedTile|undefined}
   */
  tileAt([x, y]) {
    return this.view?.board.find((laid) => laid.cell[0] === x && laid.cell[1] === y);
  }

  /** @param {Pick<View, "pieces"|"tokens"|"board">} view */
  setPieces(view) {
    const at = new Map(view.board.map((laid) => [cellKey(laid.cell), laid]));
    /** @type {Map<string, number>} */
    const ranks = new Map();
    /** @type {{y: number, x: number, el: SVGElement, key: string}[]} */
    const found = [];
    /** @type {Map<string, number>} */
    const piles = new Map();
    const owned = view.pieces.filter((standing) => {
      if (standing.seat !== null || standing.piece !== "gold") return true;
      const key = `${standing.cell}/${standing.segment}`;
      piles.set(key, (piles.get(key) ?? 0) + 1);
      return piles.get(key) === 1;
    });
    owned.sort((a, b) => Number(a.guest || !a.strength) - Number(b.guest || !b.strength));
    for (const standing of owned) {
      const laid = at.get(cellKey(standing.cell));
      if (!laid) continue;
      const spot = `${cellKey(standing.cell)},${standing.segment}`;
      const rank = ranks.get(spot) ?? 0;
      ranks.set(spot, rank + 1);
      const [x, y] = anchorOf(laid, standing.segment);
      const [dx, dy] = OFFSETS[rank % OFFSETS.length];
      const key = `${spot}/${standing.piece}/${standing.seat}/${rank}`;
      found.push({ x: x + dx, y: y + dy, el: this.figure(standing, laid, x + dx, y + dy, piles), key });
    }
    for (const { x, y, el } of this.tokensOf(view, at)) found.push({ x, y, el, key: "" });
    found.sort((a, b) => a.y - b.y || b.x - a.x);
    const before = new Set([...this.pieces.children].map((child) => child.getAttribute("data-key")));
    const first = this.pieces.childElementCount === 0;
    for (const { el, key } of found) {
      if (key) el.setAttribute("data-key", key);
      if (key && !first && !before.has(key)) el.classList.add("set");
    }
    this.pieces.replaceChildren(...found.map(({ el }) => el));
    this.rasterize();
  }

  /**
   * @param {PlacedPiece} standing
   * @param {PlacedTile} laid
   * @param {number} x
   * @param {number} y
   * @param {Map<string, number>} piles
   */
  figure(standing, laid, x, y, piles) {
    const pile = piles.get(`${standing.cell}/${standing.segment}`) ?? 1;
    const group = s("g", { class: "fig", "data-piece-at": `${cellKey(standing.cell)},${standing.segment}` });
    if (standing.piece === "gold" && pile > 1) {
      const use = token("mine-back", Math.min(pile, 20));
      use.setAttribute("transform", `translate(${x} ${y})`);
      group.append(use);
    } else {
      const kind = tileArt(laid.tile).segments[standing.segment]?.kind ?? "";
      const lying = standing.strength > 0 && LAND.includes(kind);
      const use = this.small
        ? piece(standing.piece, standing.seat, { lying })
        : piece(standing.piece, standing.seat, { lying, x, y: y + FOOT });
      if (this.small) use.setAttribute("transform", `translate(${x} ${y + FOOT * SMALL_SCALE})scale(${SMALL_SCALE})`);
      group.append(use);
    }
    return group;
  }

  /**
   * @param {Pick<View, "tokens"|"board">} view
   * @param {Map<string, PlacedTile>} at
   */
  tokensOf(view, at) {
    /** @type {{x: number, y: number, el: SVGElement}[]} */
    const found = [];
    /** @type {Map<string, number>} */
    const beside = new Map();
    for (const shown of view.tokens) {
      if (!hasToken(shown.token)) continue;
      /** @type {[number, number]|null} */
      let spot = null;
      let size = 1;
      if (shown.cell && shown.segment !== undefined) {
        const laid = at.get(cellKey(shown.cell));
        if (!laid) continue;
        const key = `${cellKey(shown.cell)},${shown.segment}`;
        const rank = beside.get(key) ?? 0;
        beside.set(key, rank + 1);
        const [x, y] = anchorOf(laid, shown.segment);
        spot =
          shown.token === "count" ? [x + 16, y + 4] : [x - 16 + 13 * (rank % 3), y + 13 + 12 * Math.floor(rank / 3)];
        size = shown.token === "count" ? 1.1 : 0.72;
      } else if (shown.token === "wheel-pig") {
        spot = this.pigSpace(view.board, shown.number);
      }
      if (!spot) continue;
      const use = token(shown.token, shown.number, shown.seat);
      use.setAttribute("transform", `translate(${spot[0]} ${spot[1]})scale(${size})`);
      found.push({ x: spot[0], y: spot[1], el: s("g", { class: "fig" }, use) });
    }
    return found;
  }

  /**
   * Where the pig stands on the great wheel.
   * @param {PlacedTile[]} board
   * @param {number} sector from 1 on
   * @returns {[number, number]|null}
   */
  pigSpace(board, sector) {
    for (const laid of board) {
      const space = tileArt(laid.tile).pig[sector - 1];
      if (!space) continue;
      const [x, y] = turned(space, laid.rotation);
      return [x + 100 * laid.cell[0], y + 100 * laid.cell[1]];
    }
    return null;
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

  /** @param {boolean} on */
  dim(on) {
    this.shade.setAttribute("visibility", on ? "visible" : "hidden");
  }

  /**
   * Highlight features, each as a whole.
   * @param {Spot[]} spots
   * @param {string} [name]
   * @returns {Mark}
   */
  light(spots, name = "lit") {
    let area = "";
    let edge = "";
    for (const [x, y, segment] of spots) {
      const laid = this.tileAt([x, y]);
      if (!laid) continue;
      area += areaPath(laid, segment);
      edge += borderPath(laid, segment);
    }
    const group = s(
      "g",
      { class: `light ${name}` },
      s("path", { d: area, "fill-rule": "evenodd", class: "seg" }),
      s("path", { d: edge, class: "lit0" }),
      s("path", { d: edge, class: "lit1" }),
    );
    this.over.prepend(group);
    return { close: () => group.remove() };
  }

  /**
   * Where a piece on a segment stands.
   * @param {Spot} spot
   * @returns {[number, number]}
   */
  anchor([x, y, segment]) {
    const laid = this.tileAt([x, y]);
    return laid ? anchorOf(laid, segment) : [100 * x + 50, 100 * y + 50];
  }

  /**
   * Show slots at segments, one of which can be chosen.
   * @param {Slot[]} slots
   * @param {{pick: (index: number) => void, aim?: (index: number) => void}} on
   * @returns {Mark}
   */
  slots(slots, { pick, aim }) {
    const group = s("g", { class: "slots", role: "group" });
    /** @type {Map<string, number>} */
    const taken = new Map();
    slots.forEach((slot, i) => {
      const spot = slot.spot.join(",");
      const rank = taken.get(spot) ?? 0;
      taken.set(spot, rank + 1);
      const [x, y] = this.anchor(slot.spot);
      const el = slotMark(slot, x + 26 * rank, y, i, slots.length);
      el.addEventListener("click", () => pick(i));
      for (const name of ["pointerenter", "focus"]) el.addEventListener(name, () => aim?.(i));
      for (const name of ["pointerleave", "blur"]) el.addEventListener(name, () => aim?.(-1));
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
   * The bounds of all tiles and some more cells.
   * @param {Cell[]} [cells]
   */
  bounds(cells = []) {
    return bounds([...(this.view?.board.map((laid) => laid.cell) ?? []), ...cells]);
  }

  /** The part of the board that no panel covers. */
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
    const [west, north, east, south] = this.bounds(cells);
    const area = this.visibleArea();
    const size = Math.min(area.width / (east - west + 1.3), area.height / (south - north + 1.3), 128, MAX_SIZE);
    const fitted = Math.max(MIN_SIZE, size);
    const x = area.left + area.width / 2 - (fitted * (west + east + 1)) / 2;
    const y = area.top + area.height / 2 - (fitted * (north + south + 1)) / 2;
    this.camera.to({ x, y, size: fitted }, glide);
  }

  /** @param {Cell} cell */
  isVisible([x, y]) {
    const area = this.visibleArea();
    const [left, top] = this.toScreen(100 * x, 100 * y);
    const size = this.pixels;
    return (
      left >= area.left - 2 &&
      top >= area.top - 2 &&
      left + size <= area.left + area.width + 2 &&
      top + size <= area.top + area.height + 2
    );
  }

  /**
   * Move the camera, unless the player has moved it lately.
   * @param {() => void} move
   */
  whenIdle(move) {
    if (performance.now() - this.input.panned > IDLE || !this.input.panned) move();
  }

  /**
   * Bring cells into view with the least movement; tiles never get smaller than a size.
   * @param {Cell[]} cells
   * @param {{glide?: boolean, least?: number}} [how]
   */
  reveal(cells, { glide = true, least = 44 } = {}) {
    if (!cells.length || cells.every((cell) => this.isVisible(cell))) return;
    const [west, north, east, south] = bounds(cells);
    const area = this.visibleArea();
    let { x, y, size } = this.camera;
    const needed = Math.min(area.width / (east - west + 1.2), area.height / (south - north + 1.2));
    if (needed < size) size = Math.max(least, needed);
    const ratio = size / this.camera.size;
    const [cx, cy] = [area.left + area.width / 2, area.top + area.height / 2];
    x = cx - (cx - x) * ratio;
    y = cy - (cy - y) * ratio;
    const gap = 0.1 * size;
    x +=
      Math.max(0, area.left + gap - (x + west * size)) -
      Math.max(0, x + (east + 1) * size - (area.left + area.width) + gap);
    y +=
      Math.max(0, area.top + gap - (y + north * size)) -
      Math.max(0, y + (south + 1) * size - (area.top + area.height) + gap);
    this.camera.to({ x, y, size }, glide && !reducedMotion());
  }
}

/**
 * Draw a slot.
 * @param {Slot} slot
 * @param {number} x
 * @param {number} y
 * @param {number} index
 * @param {number} all
 */
export function slotMark(slot, x, y, index, all) {
  const el = s(
    "g",
    {
      class: `slot-mark ${slot.mark ?? "put"}`,
      transform: `translate(${x} ${y})`,
      tabindex: -1,
      role: "button",
      "aria-label": `${slot.label} ${index + 1}/${all}`,
      "data-slot": slot.spot.join(","),
      "data-target": slot.spot.join(","),
      "data-kind": slot.piece,
    },
    s("circle", { r: 24, class: "slot-hit" }),
    s("circle", { r: 13, class: "slot" }),
  );
  if (slot.mark === "take") el.append(s("path", { d: "M-5 5L0-6L5 5M0-6V7", class: "slot-take" }));
  else if (slot.piece)
    el.append(
      s(
        "g",
        { transform: `translate(0 ${slot.lying ? 5 : 9})scale(.86)`, class: "slot-piece" },
        piece(slot.piece, slot.seat ?? null, { lying: slot.lying }),
      ),
    );
  return el;
}
