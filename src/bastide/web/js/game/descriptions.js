// Tiles and features in words, for tooltips and screen readers.

import { tileArt } from "../art.js";
import { LAND } from "../kinds.js";
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
  const found = new Map();
  SIDES.forEach((side, i) => {
    const kind = edges[(i - turns + 8) % 4];
    found.set(kind, [...(found.get(kind) ?? []), say(`side.${side}`)]);
  });
  return [...found]
    .map(([kind, where]) => `${has(`feature.${kind}`) ? say(`feature.${kind}`) : kind} ${listing(where)}`)
    .join(", ");
}

/**
 * What is on a tile: "city, road, road, field".
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
 * The name and size of a feature: "City, 5 tiles".
 * @param {FeatureFacts} feature
 */
export function featureTitle(feature) {
  return say("play.feature_size", { feature: capital(say(`feature.${feature.kind}`)), tiles: feature.tiles });
}

/**
 * The state of a feature: open ends, who holds it, what it is worth.
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
