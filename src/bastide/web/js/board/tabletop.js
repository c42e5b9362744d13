// The table under the tiles: linen, the edge of the cards, and the shadow of all of them.

import { s } from "../dom.js";
import { bounds } from "./cells.js";

/** @typedef {import("../types.js").Cell} Cell */

/** The width of the pattern of the linen in pixels. */
const THREADS = 8;
/** The number of cells that the cloth reaches beyond the tiles. */
const BEYOND = 12;
/** The width of the line around the cards in pixels; its inner half is hidden. */
const EDGE = 2.4;
/** The offset of the first of the layers of the shadow in pixels. */
const SHADOW = [1.2, 1.6];
const LAYERS = [3, 2, 1];

export class Tabletop {
  constructor() {
    const linen = s(
      "pattern",
      { id: "linen", width: THREADS, height: THREADS, patternUnits: "userSpaceOnUse" },
      s("path", { class: "weft", d: "M0 1h4M4 5h4" }),
      s("path", { class: "warp", d: "M2 3v4M6-1v4M6 7v4" }),
    );
    this.linen = s("rect", { fill: "url(#linen)" });
    /** In pixels, so that the threads do not scale. */
    this.cloth = s("g", {}, s("defs", {}, linen), this.linen);
    this.edge = s("path", { class: "card-edge" });
    this.shadows = LAYERS.map(() => s("path", { class: "card-shade" }));
    /** In world units. */
    this.cards = s("g", { class: "cards" }, this.shadows, this.edge);
    this.area = [0, 0, 0, 0];
    this.pixels = 0;
  }

  /** Lay the cloth and the cards under some cells. @param {Cell[]} cells */
  cover(cells) {
    const [west, north, east, south] = bounds(cells);
    this.area = [west - BEYOND, north - BEYOND, east - west + 2 * BEYOND + 1, south - north + 2 * BEYOND + 1];
    const d = cells.map(([x, y]) => `M${100 * x} ${100 * y}h100v100h-100Z`).join("");
    for (const path of [...this.shadows, this.edge]) path.setAttribute("d", d);
    this.resize(this.pixels);
  }

  /** Draw the table for tiles of a size. @param {number} pixels */
  resize(pixels) {
    this.pixels = pixels;
    ["x", "y", "width", "height"].forEach((name, i) => this.linen.setAttribute(name, String(this.area[i] * pixels)));
    const unit = 100 / (pixels || 1);
    this.edge.setAttribute("stroke-width", String(EDGE * unit));
    const [dx, dy] = SHADOW;
    LAYERS.forEach((layer, i) =>
      this.shadows[i].setAttribute("transform", `translate(${dx * layer * unit} ${dy * layer * unit})`),
    );
  }
}
