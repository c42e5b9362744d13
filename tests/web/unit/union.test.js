// The union of polygons: one outline around tiles, without the sides that they share.

import assert from "node:assert/strict";
import { test } from "node:test";

import { unionPath } from "../../../src/bastide/web/js/board/union.js";

/** @typedef {import("../../../src/bastide/web/js/board/union.js").Point} Point */

/** A rectangle in tenths. @param {number} x @param {number} y @param {number} w @param {number} h @returns {Point[]} */
const box = (x, y, w, h) => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];

/** The loops of path data, as lists of points. @param {string} d */
const loops = (d) =>
  d
    .split("Z")
    .filter(Boolean)
    .map((loop) =>
      loop
        .slice(1)
        .split("L")
        .map((pair) => pair.split(" ").map(Number)),
    );

/** The length of a path. @param {string} d */
const length = (d) =>
  loops(d)
    .flatMap((loop) =>
      loop.map(([x, y], i) => Math.hypot(loop[(i + 1) % loop.length][0] - x, loop[(i + 1) % loop.length][1] - y)),
    )
    .reduce((sum, part) => sum + part, 0);

test("the side between two tiles is no part of the outline, and open sides are", () => {
  const d = unionPath([box(0, 0, 1000, 1000), box(1000, 0, 1000, 1000)]);
  assert.equal(loops(d).length, 1);
  assert.equal(length(d), 600);
});

test("polygons on both sides of a line may touch in part, and in either direction", () => {
  const d = unionPath([box(0, 400, 1000, 200), box(1000, 300, 500, 400).reverse()]);
  assert.equal(loops(d).length, 1);
  assert.equal(length(d), 2 * 150 + 2 * 40);
});

test("what is surrounded by four tiles is a hole", () => {
  const d = unionPath([
    box(0, 0, 2000, 1000),
    box(2000, 0, 1000, 2000),
    box(1000, 2000, 2000, 1000),
    box(0, 1000, 1000, 2000),
  ]);
  assert.deepEqual(
    loops(d)
      .map((loop) => length(`M${loop.map((point) => point.join(" ")).join("L")}Z`))
      .sort(),
    [1200, 400],
  );
});

test("areas that meet in a corner alone are outlined completely", () => {
  assert.equal(length(unionPath([box(0, 0, 1000, 1000), box(1000, 1000, 1000, 1000)])), 800);
});

test("points that nearly lie on a side do", () => {
  const d = unionPath([box(0, 0, 996, 1000), box(1004, 0, 996, 1000)]);
  assert.equal(loops(d).length, 1);
  assert.equal(length(d), 600);
});

test("a tile that is given twice cancels out, and nothing has no outline", () => {
  assert.equal(unionPath([box(0, 0, 1000, 1000), box(0, 0, 1000, 1000)]), "");
  assert.equal(unionPath([]), "");
});
