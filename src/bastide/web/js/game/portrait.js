// The portrait of a land: all tiles in full colour, and the pieces as they stood last.

import { ownerFill, tile } from "../art.js";
import { bounds } from "../board/cells.js";
import { outlineOf } from "../board/geometry.js";
import { drawPieces } from "../board/pieces.js";
import { s } from "../dom.js";
import { say } from "../words.js";
import { piecesBeforeFinal, stagesOf } from "./growth.js";

/** @typedef {import("./store.js").TableStore} TableStore */

/** The size of tiles below which they are drawn without detail. */
const SMALL = 32;
/** The size of tiles before the portrait is laid out. */
const USUAL = 48;
/** The margin around the land, in units of a hundredth of a tile. */
const MARGIN = 30;
/** Milliseconds in which the land grows. */
const GROWTH = 12_000;

export class Portrait {
  /** @param {TableStore} store */
  constructor(store) {
    this.store = store;
    this.tiles = s("g", { class: "tiles" });
    this.owned = s("g", { class: "owners" });
    this.pieces = s("g", { class: "pieces" });
    /** Outlines on the land. */
    this.marks = s("g");
    /** @type {number|undefined} */
    this.timer = undefined;
    /** Called when the land starts or stops to grow. @type {() => void} */
    this.onGrowth = () => {};
    const [west, north, east, south] = bounds(store.board.map(({ cell }) => cell));
    const width = 100 * (east - west + 1) + 2 * MARGIN;
    const height = 100 * (south - north + 1) + 2 * MARGIN;
    this.el = s(
      "svg",
      {
        viewBox: `${100 * west - MARGIN} ${100 * north - MARGIN} ${width} ${height}`,
        role: "img",
        "aria-label": say("final.picture"),
      },
      this.tiles,
      this.owned,
      this.pieces,
      this.marks,
    );
    /** The land that is shown. @type {import("./growth.js").Stage} */
    this.stage = { tiles: store.board.length, pieces: piecesBeforeFinal(store.view.pieces, store.events) };
    /** The size of tiles on the screen. */
    this.pixels = 0;
    this.redraw(USUAL);
    new ResizeObserver(() => {
      const { clientWidth, clientHeight } = this.el;
      if (clientWidth) this.redraw(100 * Math.min(clientWidth / width, clientHeight / height));
    }).observe(this.el);
  }

  /**
   * Draw tiles and pieces for a size of tiles.
   * @param {number} pixels
   */
  redraw(pixels) {
    const simple = pixels < SMALL;
    if (!this.pixels || simple !== this.pixels < SMALL) {
      /** @type {Map<string, number>} */
      const copies = new Map();
      this.tiles.replaceChildren(
        ...this.store.board.map(({ tile: id, rotation, cell }) => {
          const copy = copies.get(id) ?? 0;
          copies.set(id, copy + 1);
          return tile(id, rotation, { copy, x: 100 * cell[0], y: 100 * cell[1], simple });
        }),
      );
    }
    this.pixels = pixels;
    this.show(this.stage);
  }

  /**
   * Show the first tiles, and some pieces.
   * @param {import("./growth.js").Stage} stage
   */
  show(stage) {
    this.stage = stage;
    [...this.tiles.children].forEach((element, i) => element.classList.toggle("later", i >= stage.tiles));
    const { board, view } = this.store;
    const tokens = stage.tiles === board.length ? view.tokens : [];
    const drawn = drawPieces({ board, pieces: stage.pieces, tokens }, this.pixels);
    this.pieces.replaceChildren(...drawn.map(({ el }) => el));
  }

  /** Show or hide who holds what. @param {boolean} on */
  async showOwners(on) {
    const land = on ? await this.store.loadLand() : null;
    const held = (land?.features ?? []).filter(({ owners }) => owners?.length);
    this.owned.replaceChildren(
      ...held.map(({ at, owners }) =>
        s("path", {
          d: outlineOf(at, (x, y) => this.store.tileAt(x, y)),
          fill: ownerFill(owners ?? []),
          "fill-rule": "evenodd",
          class: "owned",
        }),
      ),
    );
  }

  get isGrowing() {
    return this.timer !== undefined;
  }

  /** Let the land grow from its first tile, in the order it was built. */
  grow() {
    this.stop();
    const stages = stagesOf(this.store.board.length, this.store.events);
    let at = 0;
    const next = () => {
      const stage = stages[at++];
      if (stage && this.el.isConnected) this.show(stage);
      else this.stop();
    };
    this.marks.replaceChildren();
    this.timer = setInterval(next, GROWTH / stages.length);
    next();
    this.onGrowth();
  }

  /** Show the whole land again. */
  stop() {
    if (!this.isGrowing) return;
    clearInterval(this.timer);
    this.timer = undefined;
    this.show({
      tiles: this.store.board.length,
      pieces: piecesBeforeFinal(this.store.view.pieces, this.store.events),
    });
    this.onGrowth();
  }
}
