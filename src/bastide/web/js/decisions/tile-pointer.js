// The tile at the pointer: it follows the mouse over the board, and can be dragged there from the dock as a ghost.

import { tilePicture } from "../art.js";
import { cellKey } from "../board/cells.js";
import { h } from "../dom.js";

/** Pixels that a pointer moves before it drags. */
const DRAG_THRESHOLD = 6;
/** The size of the tile, as a fraction of those on the board. */
const SCALE = 0.9;

/** @typedef {import("./placement.js").Place} Place */
/**
 * @typedef {object} Placement the part of a placement that the pointer needs
 * @property {import("../game/shell.js").Shell} shell
 * @property {string} tile
 * @property {Place[]} places
 * @property {object|null} ghost
 * @property {boolean} sent
 * @property {number} rotation
 * @property {HTMLElement} picture
 * @property {(by: number) => void} rotate
 * @property {(item: Place) => void} show
 * @property {(cell?: string) => void} markCell
 */

/**
 * Show the tile at the mouse, rotated to fit the nearest legal cell.
 * @param {Placement} placement
 */
export function tileAtPointer(placement) {
  const { places, tile } = placement;
  const { board } = placement.shell;
  const el = h("div", { class: "held", "aria-hidden": "true", hidden: true });
  let turns = -1;

  /** @param {PointerEvent} event */
  const follow = (event) => {
    const shown =
      event.pointerType === "mouse" &&
      !event.buttons &&
      !placement.ghost &&
      !placement.sent &&
      event.target instanceof Element &&
      !event.target.closest(".still, [data-cell]");
    el.hidden = !shown;
    if (!shown) return;
    const [wx, wy] = board.toWorld(event.clientX, event.clientY);
    const distance = (/** @type {Place} */ { cell: [x, y] }) => Math.hypot(100 * x + 50 - wx, 100 * y + 50 - wy);
    const nearest = places.reduce((best, item) => (distance(item) < distance(best) ? item : best), places[0]);
    const rotation = nearest?.rotations[0].rotation ?? 0;
    if (rotation !== turns) el.replaceChildren(tilePicture(tile, rotation));
    turns = rotation;
    const box = board.el.getBoundingClientRect();
    moveTo(el, event.clientX - box.left, event.clientY - box.top);
  };
  const hide = () => {
    el.hidden = true;
  };
  const resize = () => setSize(el, board.pixels);

  board.el.append(el);
  board.el.addEventListener("pointermove", follow);
  board.el.addEventListener("pointerleave", hide);
  board.listeners.add(resize);
  resize();
  return {
    close() {
      board.listeners.delete(resize);
      board.el.removeEventListener("pointermove", follow);
      board.el.removeEventListener("pointerleave", hide);
      el.remove();
    },
  };
}

/**
 * Let the picture in the dock be dragged to a legal cell; a click on it turns the tile.
 * @param {Placement} placement
 */
export function draggableTile(placement) {
  const { picture, places, tile } = placement;
  const { board } = placement.shell;
  /** Ends the current drag. @type {(() => void)|null} */
  let stop = null;

  /** @param {PointerEvent} start */
  const drag = (start) => {
    if (start.button > 0 || placement.sent) return;
    start.preventDefault();
    picture.setPointerCapture(start.pointerId);
    const el = h("div", { class: "carried" }, tilePicture(tile, placement.rotation));
    setSize(el, board.pixels);
    /** The cell under the pointer. @type {Place|undefined} */
    let target;

    /** @param {PointerEvent} event */
    const move = (event) => {
      if (!el.isConnected) {
        if (Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < DRAG_THRESHOLD) return;
        document.body.append(el);
      }
      moveTo(el, event.clientX, event.clientY);
      const [wx, wy] = board.toWorld(event.clientX, event.clientY);
      const cell = cellKey([Math.floor(wx / 100), Math.floor(wy / 100)]);
      target = places.find((item) => cellKey(item.cell) === cell);
      placement.markCell(cell);
    };
    const up = () => {
      const dragged = el.isConnected;
      stop?.();
      if (!dragged) placement.rotate(1);
      else if (target) placement.show(target);
    };
    const cancel = () => {
      target = undefined;
      up();
    };
    stop = () => {
      picture.removeEventListener("pointermove", move);
      picture.removeEventListener("pointerup", up);
      picture.removeEventListener("pointercancel", cancel);
      el.remove();
      stop = null;
    };
    picture.addEventListener("pointermove", move);
    picture.addEventListener("pointerup", up);
    picture.addEventListener("pointercancel", cancel);
  };

  picture.addEventListener("pointerdown", drag);
  return { close: () => stop?.() };
}

/**
 * Centre an element on a point.
 * @param {HTMLElement} el
 * @param {number} x
 * @param {number} y
 */
function moveTo(el, x, y) {
  el.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
}

/**
 * @param {HTMLElement} el
 * @param {number} pixels the size of tiles on the board
 */
function setSize(el, pixels) {
  el.style.setProperty("--size", `${SCALE * pixels}px`);
}
