// Tiles and features in words, for tooltips and screen readers.

import { tileArt } from "../art.js";
import { LAND } from "../kinds.js";
import { placeName } from "./clauses.js";
import { capital, has, listing, say } from "../words.js";

/** @typedef {import("../types.js").FeatureFacts} FeatureFacts */

const SIDES = ["N", "E", "S", "W"];

/**
 * The sides of a rotated tile: "city north, road east and west".
 * @param {string} id
 * @param {number} turns
 */
export function tileSides(id, turns) {
  const { edges } = tileArt(id);
  /** @type {Map<string, string[]>} */
  const byKind = new Map();
  SIDES.forEach((side, i) => {
    const kind = edges[(i - turns + 8) % 4];
    byKind.set(kind, [...(byKind.get(kind) ?? []), say(`side.${side}`)]);
  });
  return [...byKind]
    .map(([kind, where]) => `${has(`feature.${kind}`) ? say(`feature.${kind}`) : kind} ${listing(where)}`)
    .join(", ");
}

/**
 * The features on a tile: "city, 2 × road and field".
 * @param {string} id
 */
export function tileContents(id) {
  const kinds = tileArt(id)
    .segments.map((segment) => segment.kind)
    .filter((kind) => has(`feature.${kind}`));
  const counted = [...new Set(kinds)].map((kind) => {
    const times = kinds.filter((other) => other === kind).length;
    return times > 1 ? `${times} × ${say(`feature.${kind}`)}` : say(`feature.${kind}`);
  });
  return listing(counted);
}

/**
 * A tile in a few words, without the land around its features: "straight road", "city and bend".
 * @param {string} id
 */
export function tileName(id) {
  const { segments, edges } = tileArt(id);
  const kinds = segments.map(({ kind }) => kind).filter((kind) => has(`feature.${kind}`) && !LAND.includes(kind));
  if (!kinds.length) return tileContents(id);
  const roads = kinds.filter((kind) => kind === "road").length;
  const sides = edges.flatMap((kind, side) => (kind === "road" ? [side] : []));
  const names = [...new Set(kinds)].map((kind) => {
    const times = kinds.filter((other) => other === kind).length;
    if (kind === "road" && roads === 1 && sides.length === 2)
      return say(sides[1] - sides[0] === 2 ? "play.straight_road" : "play.bend");
    if (kind === "road" && roads > 2) return say("play.crossroads");
    return times > 1 ? `${times} × ${say(`feature.${kind}`)}` : say(`feature.${kind}`);
  });
  return listing(names);
}

/**
 * The name and size of a feature: "The western city, 5 tiles".
 * @param {FeatureFacts} feature
 */
export function featureTitle(feature) {
  const name = feature.place ? placeName(feature.place) : say(`feature.${feature.kind}`);
  return say("play.feature_size", { feature: capital(name), tiles: feature.tiles });
}

/**
 * The status of a feature: open ends, holders and worth.
 * @param {FeatureFacts} feature
 * @param {(seat: number) => string} name
 */
export function featureStatus(feature, name) {
  const parts = [];
  if (feature.complete) parts.push(say("play.feature_complete"));
  else if (feature.open > 0 && !LAND.includes(feature.kind))
    parts.push(say("play.feature_open", { open: feature.open }));
  if (feature.holders)
    parts.push(
      feature.holders.length
        ? say("play.feature_held", {
            names: listing(
              feature.holders.map(([seat, strength]) => (strength > 1 ? `${name(seat)} (${strength})` : name(seat))),
            ),
          })
        : say("play.feature_free"),
    );
  if (
    typeof feature.now === "number" &&
    typeof feature.full === "number" &&
    !feature.complete &&
    feature.full > feature.now
  )
    parts.push(say("play.feature_worth", { full: feature.full, now: feature.now }));
  else if (typeof feature.now === "number") parts.push(say("play.feature_now", { now: feature.now }));
  return parts.join(" ");
}
