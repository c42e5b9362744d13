// The size of pieces on tiles of different sizes, and neighbours that move apart.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DOLLS, scaleOf, shareOf, spread, steppedSize } from "../../../src/bastide/web/js/board/stance.js";

/** @typedef {import("../../../src/bastide/web/js/board/stance.js").Point} Point */

/** @param {Point} a @param {Point} b */
const distance = ([ax, ay], [bx, by]) => Math.hypot(bx - ax, by - ay);

test("followers take 42 to 48 % of a tile, and are never under 24 pixels", () => {
  for (let pixels = 24; pixels <= 260; pixels++) {
    const drawnFor = steppedSize(pixels);
    assert.ok(drawnFor <= pixels && drawnFor > pixels - 8);
    assert.ok(shareOf(drawnFor) * pixels >= 24 - 1e-9, String(pixels));
    if (drawnFor >= 56) assert.ok(shareOf(drawnFor) >= 0.42 && shareOf(drawnFor) <= 0.48, String(pixels));
  }
});

test("scales are those of the pictures of the server", () => {
  const scales = [32, 40, 56, 80, 160].map((pixels) => Math.round(100 * scaleOf(pixels)) / 100);
  assert.deepEqual(scales, [3.13, 2.13, 1.7, 1.66, 1.49]);
});

test("counters are 24 pixels wide, and a little more between two steps", () => {
  for (let pixels = 24; pixels < DOLLS; pixels++) {
    const width = (24 * scaleOf(steppedSize(pixels)) * pixels) / 100;
    assert.ok(width >= 24 - 1e-9 && width <= 32, String(pixels));
  }
});

test("tall pieces are limited, and gold is smaller", () => {
  assert.ok(scaleOf(80, { height: 36.8 }) * 36.8 <= 58.75);
  assert.equal(scaleOf(80, { chip: true }), 0.7 * scaleOf(80));
  assert.ok(scaleOf(32, { neutral: true }) < scaleOf(32));
});

test("neighbours move apart along their line, and others stay", () => {
  const spots = spread(
    [
      { at: [0, 0], width: 20 },
      { at: [10, 0], width: 20 },
      { at: [50, 0], width: 20 },
    ],
    () => true,
  );
  assert.deepEqual(spots, [
    [-2, 0],
    [12, 0],
    [50, 0],
  ]);
});

test("nobody moves farther than 12 % of a tile or off its ground", () => {
  const crowd = [0, 1, 2, 3].map((i) => ({ at: /** @type {Point} */ ([i, 0]), width: 60 }));
  spread(crowd, () => true).forEach((spot, i) => assert.ok(distance(spot, crowd[i].at) <= 12));
  assert.deepEqual(
    spread(crowd, () => false),
    crowd.map(({ at }) => at),
  );
});
