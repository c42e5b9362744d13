// Framing: fitting the board into the visible area, and revealing cells with the least movement.

import assert from "node:assert/strict";
import { test } from "node:test";

import { centred, covers, fitted, isVisible, revealed } from "../../../src/bastide/web/js/board/framing.js";

const AREA = { left: 72, top: 14, width: 900, height: 600 };

test("a fitted board is centred in the area, and visible", () => {
  const position = fitted([-3, -1, 4, 2], AREA);
  assert.equal(position.x + position.size * 1, AREA.left + AREA.width / 2);
  assert.equal(position.y + position.size * 1, AREA.top + AREA.height / 2);
  for (const cell of /** @type {[number, number][]} */ ([
    [-3, -1],
    [4, 2],
    [-3, 2],
  ]))
    assert.ok(isVisible(position, cell, AREA), String(cell));
  assert.equal(isVisible(position, [5, 0], AREA), false);
});

test("the size of tiles is limited", () => {
  assert.equal(fitted([0, 0, 0, 0], AREA).size, 128);
  assert.equal(fitted([-100, -100, 100, 100], AREA).size, 24);
});

test("visible cells do not move the camera", () => {
  const from = { x: 300, y: 200, size: 80 };
  assert.deepEqual(revealed(from, [0, 0, 1, 1], AREA, 44), from);
});

test("a cell beyond an edge is moved just inside", () => {
  const from = { x: 300, y: 200, size: 80 };
  const left = revealed(from, [-6, 0, -6, 0], AREA, 44);
  assert.deepEqual([left.x - 6 * 80, left.y], [AREA.left + 8, 200]);
  const low = revealed(from, [0, 9, 0, 9], AREA, 44);
  assert.deepEqual([low.x, low.y + 10 * 80], [300, AREA.top + AREA.height - 8]);
  assert.ok(isVisible(left, [-6, 0], AREA));
  assert.ok(isVisible(low, [0, 9], AREA));
});

test("tiles shrink until all cells fit, down to a limit", () => {
  const from = { x: 300, y: 200, size: 80 };
  const wide = revealed(from, [-8, 0, 7, 0], AREA, 44);
  assert.equal(wide.size, 900 / 16.2);
  assert.ok(isVisible(wide, [-8, 0], AREA) && isVisible(wide, [7, 0], AREA));
  assert.equal(revealed(from, [-80, 0, 79, 0], AREA, 44).size, 44);
});

test("an area covers cells that it overlaps, even in part", () => {
  const position = { x: 100, y: 50, size: 80 };
  const pill = { left: 200, top: 20, width: 300, height: 60 };
  assert.equal(covers(position, [[1, 0]], pill), true);
  assert.equal(covers(position, [[1, 1]], pill), false);
  assert.equal(
    covers(
      position,
      [
        [0, 0],
        [5, 0],
      ],
      pill,
    ),
    false,
  );
});

test("a centred cell has its size, in the middle of the area", () => {
  const { x, y, size } = centred([3, -2], 190, AREA);
  assert.equal(size, 190);
  assert.deepEqual([x + 3.5 * 190, y - 1.5 * 190], [AREA.left + AREA.width / 2, AREA.top + AREA.height / 2]);
});
