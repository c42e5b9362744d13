// Segments: kind, printed numbers, roles of followers, and the feature they belong to.

import { tileArt } from "../art.js";
import { KINDS, LAND } from "../kinds.js";
import { capital, say } from "../words.js";

/** @typedef {import("./store.js").TableStore} TableStore */
/** @typedef {import("../types.js").ActionData} Option */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").PlacedPiece} PlacedPiece */

/**
 * The spot of an option or a piece.
 * @param {Option|PlacedPiece} option
 * @returns {Spot}
 */
export function spotOf({ cell, segment }) {
  if (!cell || segment === undefined) throw new Error("no spot");
  return [cell[0], cell[1], segment];
}

/**
 * The kind of the segment at a spot.
 * @param {TableStore} store
 * @param {Spot} spot
 */
export function kindAt(store, [x, y, segment]) {
  const laid = store.tileAt(x, y);
  return laid ? (tileArt(laid.tile).segments[segment]?.kind ?? "") : "";
}

/**
 * A number printed on a segment, such as `district` or `nuggets`.
 * @param {TableStore} store
 * @param {Spot} spot
 * @param {string} mark
 */
export function printedNumber(store, [x, y, segment], mark) {
  const laid = store.tileAt(x, y);
  return laid ? (tileArt(laid.tile).segments[segment]?.marks?.[mark] ?? 0) : 0;
}

/**
 * The role of a follower at a spot: "Knight", or "Big follower, knight".
 * @param {TableStore} store
 * @param {string} piece
 * @param {Spot} spot
 */
export function roleAt(store, piece, spot) {
  const kind = kindAt(store, spot);
  const role = KINDS[kind]?.role;
  if (!role) return capital(say(`piece.${piece}`));
  const plain = piece === "follower" || piece === "cowboy";
  return plain
    ? capital(say(`role.${role}`))
    : say("decide.piece_as", { piece: capital(say(`piece.${piece}`)), role: say(`role.${role}`) });
}

/**
 * The feature at a spot: "city, 5 tiles".
 * @param {TableStore} store
 * @param {Spot} spot
 */
export function featureText(store, spot) {
  const feature = store.featureAt(spot);
  const kind = say(`feature.${feature?.kind ?? kindAt(store, spot)}`);
  return feature ? say("decide.feature", { kind, tiles: feature.tiles }) : kind;
}

/**
 * The feature at a spot with its worth, if known: "city, 5 tiles, worth 7 now".
 * @param {TableStore} store
 * @param {Spot} spot
 */
export function featureWorth(store, spot) {
  const worth = store.featureAt(spot)?.now;
  const place = featureText(store, spot);
  return worth === null || worth === undefined ? place : say("decide.worth", { place, points: worth });
}

/**
 * All spots of the feature at a spot; only this one until the land is loaded.
 * @param {TableStore} store
 * @param {Spot} spot
 * @returns {Spot[]}
 */
export const featureSpots = (store, spot) => store.featureAt(spot)?.at ?? [spot];

/**
 * Whether followers lie down at a spot.
 * @param {TableStore} store
 * @param {Spot} spot
 */
export const liesAt = (store, spot) => LAND.includes(kindAt(store, spot));

/**
 * Call back once the land is loaded, unless it is loaded already. Returns a function that cancels it.
 * @param {TableStore} store
 * @param {() => void} callback
 */
export function onceLandLoads(store, callback) {
  let cancelled = false;
  if (!store.land)
    void store.loadLand().then((land) => {
      if (!cancelled && land) callback();
    });
  return () => {
    cancelled = true;
  };
}
