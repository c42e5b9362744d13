// Input on the board: drag, pinch and wheel move the camera; keys move the focus from choice to choice.

import { s } from "../dom.js";

/** Pixels that a pointer moves before it drags. */
const DRAG_THRESHOLD = 6;
/** Letters of choices: all that are no shortcuts, so that either case will do. */
const LETTERS = "abcdegijknoquxy";
/** Pixels that an arrow key pans. */
const PAN_STEP = 80;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class BoardInput {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    const { el } = board;
    /** @type {Map<number, {x: number, y: number}>} */
    this.pointers = new Map();
    this.moved = false;
    /** When the player last moved the camera. */
    this.panned = 0;
    /** The group that contains the choices. @type {SVGGElement|null} */
    this.group = null;
    el.addEventListener("pointerdown", (event) => this.down(event));
    el.addEventListener("pointermove", (event) => this.move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"]))
      el.addEventListener(name, (event) => this.up(event));
    el.addEventListener(
      "click",
      (event) => {
        if (!this.moved) return;
        event.stopPropagation();
        event.preventDefault();
        this.moved = false;
      },
      true,
    );
    el.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    el.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (this.board.frozen || event.button > 0 || (event.target instanceof Element && event.target.closest(".still")))
      return;
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) {
      this.moved = false;
      this.from = { x: event.clientX, y: event.clientY };
    }
  }

  /** @param {PointerEvent} event */
  move(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return;
    if (event.pointerType === "mouse" && !event.buttons) return this.up(event);
    const far = this.from && Math.hypot(event.clientX - this.from.x, event.clientY - this.from.y) > DRAG_THRESHOLD;
    if (!this.moved && !far && this.pointers.size < 2) return;
    if (!this.moved) {
      this.moved = true;
      this.board.el.setPointerCapture(event.pointerId);
      this.board.el.classList.add("panning");
    }
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, other]) => other);
    const { camera } = this.board;
    if (others.length) {
      const box = this.board.el.getBoundingClientRect();
      const [other] = others;
      const before = Math.hypot(pointer.x - other.x, pointer.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      camera.pan((event.clientX - pointer.x) / 2, (event.clientY - pointer.y) / 2);
      if (before > 0)
        camera.zoom(
          (event.clientX + other.x) / 2 - box.left,
          (event.clientY + other.y) / 2 - box.top,
          (camera.size * after) / before,
        );
    } else {
      camera.pan(event.clientX - pointer.x, event.clientY - pointer.y);
    }
    pointer.x = event.clientX;
    pointer.y = event.clientY;
    this.panned = performance.now();
  }

  /** @param {PointerEvent} event */
  up(event) {
    this.pointers.delete(event.pointerId);
    if (!this.pointers.size) {
      this.board.el.classList.remove("panning");
      // The click at the end of a drag follows at once; a later click is a real one.
      if (this.moved)
        setTimeout(() => {
          this.moved = false;
        });
    }
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const { target } = event;
    if (target instanceof Element && target.closest(".still, .scrolls") && !target.closest(".magnifier")) return;
    event.preventDefault();
    const box = this.board.el.getBoundingClientRect();
    this.panned = performance.now();
    this.board.camera.zoomBy(
      event.clientX - box.left,
      event.clientY - box.top,
      -Math.sign(event.deltaY) * Math.min(1, Math.abs(event.deltaY) / 60),
    );
  }

  // Keyboard

  /**
   * Make the children of a group keyboard choices; the first becomes the tab stop.
   * @param {SVGGElement} group
   * @param {[number, number][]} [centres] their centres, if they have no transform
   */
  choices(group, centres = []) {
    this.group = group;
    [...group.children].forEach((child, i) => {
      if (i === 0) child.setAttribute("tabindex", "0");
      if (i >= LETTERS.length) return;
      const [x, y] = centres[i] ?? [0, 0];
      child.append(s("text", { class: "letter", "aria-hidden": "true", x, y: y + 8 }, LETTERS[i]));
      child.setAttribute("data-letter", LETTERS[i]);
    });
  }

  /** All choices. @returns {SVGGraphicsElement[]} */
  all() {
    return this.group?.isConnected
      ? /** @type {SVGGraphicsElement[]} */ ([...this.group.children].filter((child) => child.hasAttribute("tabindex")))
      : [];
  }

  /** @param {SVGGraphicsElement} el */
  aim(el) {
    for (const other of this.all()) other.setAttribute("tabindex", other === el ? "0" : "-1");
    this.board.el.classList.add("keys");
    el.focus({ preventScroll: true });
    const cell = el.dataset.cell ?? el.dataset.slot ?? el.dataset.target;
    if (!cell) return;
    const [x, y] = cell.split(",").map(Number);
    this.board.reveal([[x, y]]);
  }

  /** @param {string} letter */
  aimAt(letter) {
    const choice = this.all().find((el) => el.dataset.letter === letter);
    if (choice) this.aim(choice);
    return choice !== undefined;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    const direction = ARROWS[event.key];
    const focused = document.activeElement;
    if (direction) {
      event.preventDefault();
      const all = this.all();
      if (!all.length) {
        this.board.camera.pan(-direction[0] * PAN_STEP, -direction[1] * PAN_STEP);
        return;
      }
      const current = all.find((el) => el === focused);
      const next = current
        ? nearest(current, all, direction)
        : (all.find((el) => el.getAttribute("tabindex") === "0") ?? all[0]);
      if (next) this.aim(next);
    } else if (
      (event.key === "Enter" || event.key === " ") &&
      focused instanceof SVGElement &&
      this.board.el.contains(focused)
    ) {
      event.preventDefault();
      event.stopPropagation();
      focused.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
    }
  }
}

/**
 * The nearest element in a direction.
 * @param {Element} from
 * @param {Element[]} all
 * @param {[number, number]} direction
 */
function nearest(from, all, [wx, wy]) {
  const a = from.getBoundingClientRect();
  let best = null;
  let least = Infinity;
  for (const other of all) {
    if (other === from) continue;
    const b = other.getBoundingClientRect();
    const dx = b.x + b.width / 2 - a.x - a.width / 2;
    const dy = b.y + b.height / 2 - a.y - a.height / 2;
    const along = dx * wx + dy * wy;
    const aside = Math.abs(dx * wy) + Math.abs(dy * wx);
    if (along > 1 && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = other;
    }
  }
  return /** @type {SVGGraphicsElement|null} */ (best);
}
