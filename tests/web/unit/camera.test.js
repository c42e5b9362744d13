// The camera: panning, zooming about a point, and coming to rest on whole pixels.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Camera, MAX_SIZE, MIN_SIZE } from "../../../src/bastide/web/js/board/camera.js";

/** @type {{style: {transform: string}}} */
let world;
/** @type {number[]} */
let drawn;
let moves = 0;
/** @type {Camera} */
let camera;
let reduced = false;

beforeEach(() => {
  reduced = false;
  Object.assign(globalThis, { matchMedia: () => ({ matches: reduced }) });
  world = { style: { transform: "" } };
  drawn = [];
  moves = 0;
  const moved = () => {
    moves++;
  };
  camera = new Camera(/** @type {HTMLElement} */ (/** @type {unknown} */ (world)), (size) => drawn.push(size), moved);
});

/** The position on the screen of a point of the world, in tiles. @param {number} x @param {number} y */
const onScreen = (x, y) => [camera.x + x * camera.size, camera.y + y * camera.size];

test("panning moves the world without redrawing it", () => {
  camera.pan(10, -4);
  camera.pan(5, 0);
  assert.deepEqual([camera.x, camera.y, camera.size], [15, -4, 96]);
  assert.equal(world.style.transform, "translate(15px, -4px) scale(1)");
  assert.deepEqual(drawn, []);
  assert.equal(moves, 2);
});

test("zooming keeps the point under the pointer", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  camera.zoom(48, 96, 192);
  assert.deepEqual(onScreen(0.5, 1), [48, 96]);
  assert.equal(world.style.transform, "translate(-48px, -96px) scale(2)");
  assert.deepEqual(drawn, []);
});

test("zooming stays within limits", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  camera.zoom(0, 0, 1);
  assert.equal(camera.size, MIN_SIZE);
  camera.zoomBy(0, 0, 100);
  assert.equal(camera.size, MAX_SIZE);
});

test("after a zoom the world is drawn once, with tiles of whole pixels", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  camera.zoom(100, 100, 110.3);
  t.mock.timers.tick(100);
  camera.zoom(100, 100, 120.4);
  t.mock.timers.tick(159);
  assert.deepEqual(drawn, []);
  t.mock.timers.tick(1);
  assert.deepEqual(drawn, [120]);
  assert.equal(camera.size, 120);
  assert.match(world.style.transform, /scale\(1\)$/);
  const [x, y] = onScreen(100 / 96, 100 / 96);
  assert.ok(Math.hypot(x - 100, y - 100) < 1e-9, "the point stays where it was");
});

test("the camera moves at once, or glides", () => {
  camera.to({ x: 7, y: 8, size: 50 }, false);
  assert.deepEqual([camera.x, camera.y, camera.size], [7, 8, 50]);
  assert.deepEqual(drawn, [50]);
  /** @type {(now: number) => void} */
  let frame = () => {};
  Object.assign(globalThis, {
    requestAnimationFrame: (/** @type {typeof frame} */ next) => {
      frame = next;
      return 1;
    },
    cancelAnimationFrame: () => {},
  });
  const begun = performance.now();
  camera.to({ x: 107, y: 8, size: 60 }, true);
  assert.equal(camera.x, 7);
  frame(begun - 1000);
  assert.equal(camera.x, 7, "a frame that began before the glide does not move it backwards");
  frame(begun + 100);
  assert.ok(camera.x > 7 && camera.x < 107);
  frame(begun + 10_000);
  assert.deepEqual([camera.x, camera.y, camera.size], [107, 8, 60]);
  assert.deepEqual(drawn, [50, 60]);
});

test("a pan ends a glide", () => {
  let cancelled = 0;
  Object.assign(globalThis, {
    requestAnimationFrame: () => 9,
    cancelAnimationFrame: (/** @type {number} */ id) => (cancelled = id),
  });
  camera.to({ x: 100, y: 0, size: 96 }, true);
  camera.pan(1, 0);
  assert.equal(cancelled, 9);
  assert.equal(camera.x, 1);
});

test("with reduced motion the camera never glides", () => {
  reduced = true;
  camera.to({ x: 7, y: 8, size: 50 }, true);
  assert.deepEqual([camera.x, camera.y, camera.size], [7, 8, 50]);
});
