// Outlines of features: what matters is outlined, and the rest of the board keeps its colours.

import { tileArt } from "../art.js";
import { s } from "../dom.js";
import { KINDS } from "../kinds.js";
import { outlineOf } from "./geometry.js";

/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {"gold"|"dashed"|"red"} OutlineStyle gold: here and now; dashed: second in line; red: a target of others */
/**
 * @typedef {object} OutlineOptions
 * @property {OutlineStyle} [style]
 * @property {boolean} [drawn] whether the line is drawn round, rather than there at once
 */

/** The shape of features that are too narrow for a thick line. */
const NARROW = "road";

/**
 * The outline of the union of some segments, in world units.
 * @param {Spot[]} spots
 * @param {(x: number, y: number) => PlacedTile|undefined} tileAt
 * @param {OutlineOptions} [options]
 */
export function outline(spots, tileAt, { style = "gold", drawn = false } = {}) {
  const d = outlineOf(spots, tileAt);
  const narrow = spots.every(([x, y, segment]) => {
    const laid = tileAt(x, y);
    return laid && KINDS[tileArt(laid.tile).segments[segment]?.kind]?.shape === NARROW;
  });
  const names = ["outline", style, narrow ? "narrow" : "", drawn ? "drawn" : ""];
  const line = { d, "fill-rule": "evenodd", ...(drawn ? { pathLength: 1 } : {}) };
  return s(
    "g",
    { class: names.filter(Boolean).join(" ") },
    s("path", { ...line, class: "outline-edge" }),
    s("path", { ...line, class: "outline-line" }),
  );
}
