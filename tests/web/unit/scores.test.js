// Sources of points: a row for each kind of feature and each kind of event, in a fixed order.

import assert from "node:assert/strict";
import { test } from "node:test";

import { breakdown, finalScoringStart, sourceOf } from "../../../src/bastide/web/js/game/scores.js";
import { event } from "./tables.js";

/**
 * @param {string} name
 * @param {Partial<import("../../../src/bastide/web/js/types.js").GameEvent>} [facts]
 */
const scored = (name, facts) => event(name, { points: 3, lines: [["tiles", 3, 1]], winners: [0], ...facts });

test("complete features have rows of their own, incomplete ones share a row", () => {
  assert.equal(sourceOf(scored("scored", { feature: "shrine", complete: true })), "shrine");
  assert.equal(sourceOf(scored("scored", { feature: "shrine", complete: false })), "unfinished");
});

test("farmers count for their land, also if cities are scored", () => {
  assert.equal(sourceOf(scored("farmed", { feature: "prairie" })), "prairie");
  assert.equal(sourceOf(scored("farmed", { feature: "city" })), "field");
});

test("rows have the order of the table of kinds, land after what is incomplete", () => {
  const complete = ["town", "mountain", "rail", "shrine", "garden", "monastery", "road", "city"];
  const events = [
    ...["prairie", "field"].map((feature) => scored("farmed", { feature })),
    scored("scored", { feature: "city", complete: false }),
    ...complete.map((feature) => scored("scored", { feature, complete: true })),
  ];
  assert.deepEqual(
    breakdown(events, 2).map(({ id }) => id),
    [...complete.reverse(), "unfinished", "field", "prairie"],
  );
});

test("points of a title at once count for it, and are no part of the final scoring", () => {
  const events = [event("placed"), scored("king_paid"), scored("robber_paid"), scored("scored", { complete: false })];
  assert.deepEqual(events.slice(1, 3).map(sourceOf), ["king", "robber"]);
  assert.equal(finalScoringStart(events), 3);
});
