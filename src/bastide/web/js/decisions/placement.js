// Placing a tile: legal cells, a ghost, legal rotations only.

import { tile, tilePicture } from "../art.js";
import { cellKey } from "../board/cells.js";
import { offscreenIndicators } from "../board/indicators.js";
import { h, smallScreen, s } from "../dom.js";
import { contents, sides } from "../game/descriptions.js";
import { icon } from "../icons.js";
import { settings } from "../settings.js";
import { capital, listing, say, word } from "../words.js";

/** @typedef {import("../game/shell.js").Shell} Shell */
/** @typedef {import("../types.js").ActionData} Option */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {{cell: Cell, rotations: {rotation: number, option: Option, index: number}[]}} Place */

/**
 * The legal cells, each with its rotations.
 * @param {Option[]} options
 */
function placesOf(options) {
  /** @type {Map<string, Place>} */
  const places = new Map();
  options.forEach((option, index) => {
    if (option.do !== "place" || !option.cell || option.rotation === undefined) return;
    const key = cellKey(option.cell);
    const place = places.get(key) ?? { cell: option.cell, rotations: [] };
    place.rotations.push({ rotation: option.rotation, option, index });
    places.set(key, place);
  });
  return [...places.values()].sort((a, b) => a.cell[1] - b.cell[1] || a.cell[0] - b.cell[0]);
}

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {import("../game/dock.js").Decision}
 */
export function place(shell, options) {
  const { board, store } = shell;
  const id = /** @type {string} */ (store.view.tile);
  const places = placesOf(options);
  const touch = matchMedia("(pointer: coarse)").matches;
  const copy = store.board.filter((laid) => laid.tile === id).length;
  /** The place of the ghost, and the index of its rotation. @type {{place: Place, index: number}|null} */
  let ghost = null;
  let sent = false;
  let drawnTurns = -1;
  let closed = false;
  const cells = s("g", { class: "cells", role: "group" });
  const marks = s("g", { class: "ghosts" });
  board.over.append(cells, marks);

  const picture = h("div", { class: "drawn", title: say("play.drag") });
  const turn = h(
    "button",
    { class: "btn", "data-do": "turn", onclick: () => rotate(1) },
    icon("turn"),
    h("span", {}, say("play.turn")),
    h("kbd", {}, "R"),
  );
  const lay = h(
    "button",
    { class: "btn pri", "data-do": "place", onclick: () => commit() },
    icon("check"),
    h("span", {}, say("play.place")),
    h("kbd", {}, "↵"),
  );
  const next = h(
    "button",
    { class: "btn icon next-cell", "aria-label": say("play.next_cell"), onclick: () => step(1) },
    icon("chevron-right"),
  );

  for (const item of places) {
    const [x, y] = item.cell;
    const dots = item.rotations.length;
    const label = cellLabel(item);
    // No transform: browsers would make a layer of each, and there are a hundred cells.
    const el = s(
      "g",
      { class: "cell-mark", tabindex: -1, role: "button", "data-cell": cellKey(item.cell), "aria-label": label },
      s("rect", { x: 100 * x + 6, y: 100 * y + 6, width: 88, height: 88, rx: 7, class: "cell" }),
      Array.from({ length: dots }, (_, i) =>
        s("circle", { cx: 100 * x + 50 + 13 * (i - (dots - 1) / 2), cy: 100 * y + 50, r: 4, class: "cell-dot" }),
      ),
    );
    el.addEventListener("click", () => choose(item));
    el.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") hover(item);
    });
    el.addEventListener("pointerleave", () => hover(null));
    cells.append(el);
  }
  board.input.choices(
    cells,
    places.map(({ cell: [x, y] }) => [100 * x + 50, 100 * y + 50]),
  );

  /** The accessible name of a cell: where it is, its rotations, and whom it meets. @param {Place} item */
  function cellLabel(item) {
    const [x, y] = item.cell;
    const met = store.land?.hints?.[item.rotations[0].index]?.meets ?? [];
    const touches = met
      .filter(([, , seats]) => seats.length)
      .map(([kind, , seats]) =>
        say("play.touches", {
          feature: word(`feature.${kind}`),
          names: listing(seats.map((seat) => store.name(seat))),
        }),
      );
    return [say("play.cell_label", { x, y, ways: item.rotations.length }), ...touches].join(" ");
  }

  /** @param {Place|null} item */
  function hover(item) {
    if (ghost || sent) return;
    marks.replaceChildren();
    if (!item) return;
    const [x, y] = item.cell;
    marks.append(tile(id, item.rotations[0].rotation, { copy, x: 100 * x, y: 100 * y, class: "preview" }));
    hint(item);
  }

  /** @param {Place} item */
  function choose(item) {
    if (sent) return;
    if (ghost?.place === item) return void commit();
    ghost = { place: item, index: 0 };
    if (item.rotations.length === 1 && !settings.ask && !touch && !store.state.table.options.confirm)
      return void commit();
    draw();
    shell.notices.play("ghost");
    board.reveal([item.cell]);
  }

  /** @param {number} by */
  function rotate(by) {
    if (!ghost) {
      if (places.length) choose(places[0]);
      return;
    }
    const all = ghost.place.rotations.length;
    if (all < 2) return;
    ghost.index = (ghost.index + by + all) % all;
    draw();
    shell.notices.play("turn");
    shell.notices.announce(sides(id, ghost.place.rotations[ghost.index].rotation));
  }

  /** @param {number} by */
  function step(by) {
    const { place: here } = ghost ?? {};
    const now = here ? places.indexOf(here) : -1;
    ghost = { place: places[(now + by + places.length) % places.length], index: 0 };
    draw();
    board.reveal([ghost.place.cell]);
  }

  /** Draw the ghost and update the buttons. */
  function draw() {
    marks.replaceChildren();
    cells.querySelectorAll(".hot").forEach((el) => el.classList.remove("hot"));
    const only = ghost !== null && ghost.place.rotations.length < 2;
    turn.classList.toggle("off", only || !ghost);
    turn.setAttribute("aria-disabled", String(only || !ghost));
    turn.title = only ? say("play.one_way") : "";
    lay.classList.toggle("off", !ghost);
    lay.setAttribute("aria-disabled", String(!ghost));
    const rotation = ghost ? ghost.place.rotations[ghost.index].rotation : (places[0]?.rotations[0].rotation ?? 0);
    if (rotation !== drawnTurns) picture.replaceChildren(tilePicture(id, rotation, capital(contents(id))));
    drawnTurns = rotation;
    if (!ghost) return void shell.dock.hint(say("play.places", { n: places.length }));
    const [x, y] = ghost.place.cell;
    cells.querySelector(`[data-cell="${cellKey(ghost.place.cell)}"]`)?.classList.add("hot");
    const button = s(
      "g",
      { class: "ghost-check", transform: `translate(${100 * x + 97} ${100 * y + 97})` },
      s("circle", { r: 17 }),
      s("path", { d: "M-7 0L-2 6L8-6" }),
    );
    const ring = s(
      "g",
      { class: "ghost", "data-ghost": "", "data-at": cellKey(ghost.place.cell) },
      s("g", { class: "ghost-tile" }, tile(id, rotation, { copy, x: 100 * x, y: 100 * y })),
      s("rect", { x: 100 * x - 1, y: 100 * y - 1, width: 102, height: 102, rx: 4, class: "ghost-ring" }),
      s("rect", { x: 100 * x - 4, y: 100 * y - 4, width: 108, height: 108, rx: 6, class: "ghost-ring2" }),
      button,
    );
    ring.addEventListener("click", (event) => {
      event.stopPropagation();
      commit();
    });
    ring.addEventListener(
      "wheel",
      (event) => {
        if (only) return;
        event.preventDefault();
        event.stopPropagation();
        rotate(event.deltaY > 0 ? 1 : -1);
      },
      { passive: false },
    );
    marks.append(ring);
    if (!only) {
      const round = s(
        "g",
        { class: "ghost-turn", transform: `translate(${100 * x + 3} ${100 * y + 97})` },
        s("circle", { r: 17 }),
        s("path", { d: "M6-5A8 8 0 1 0 8 2M7-10V-4H1" }),
      );
      round.addEventListener("click", (event) => {
        event.stopPropagation();
        rotate(1);
      });
      marks.append(round);
    }
    hint(ghost.place);
  }

  /** @param {Place} item */
  function hint(item) {
    const index = ghost?.place === item ? ghost.index : 0;
    const { finishes = [] } = store.land?.hints?.[item.rotations[index].index] ?? {};
    const done = finishes
      .map(([kind, tiles]) => say("play.finishes", { feature: word(`feature.${kind}`), tiles }))
      .join(" ");
    shell.dock.hint([say("play.places", { n: places.length }), done].filter(Boolean).join(" "));
  }

  async function commit() {
    if (!ghost || sent) return;
    sent = true;
    cells.remove();
    marks.classList.add("sent");
    const ok = await shell.choose(ghost.place.rotations[ghost.index].option);
    if (ok || closed) return;
    sent = false;
    board.over.append(cells, marks);
    marks.classList.remove("sent");
    ghost = null;
    draw();
  }

  // The tile follows the mouse, rotated to fit the nearest legal cell.
  const held = h("div", { class: "held", "aria-hidden": "true", hidden: true });
  let heldTurns = -1;
  board.el.append(held);
  const asLarge = () => held.style.setProperty("--size", `${0.9 * board.pixels}px`);
  board.listeners.add(asLarge);
  asLarge();
  /** @param {PointerEvent} event */
  function hold(event) {
    const free =
      event.pointerType === "mouse" &&
      !event.buttons &&
      !ghost &&
      !sent &&
      event.target instanceof Element &&
      !event.target.closest(".still, [data-cell]");
    held.hidden = !free;
    if (!free) return;
    const [wx, wy] = board.toWorld(event.clientX, event.clientY);
    const far = (/** @type {Place} */ { cell: [x, y] }) => Math.hypot(100 * x + 50 - wx, 100 * y + 50 - wy);
    const nearest = places.reduce((best, item) => (far(item) < far(best) ? item : best), places[0]);
    const turns = nearest?.rotations[0].rotation ?? 0;
    if (turns !== heldTurns) held.replaceChildren(tilePicture(id, turns));
    heldTurns = turns;
    const box = board.el.getBoundingClientRect();
    held.style.transform = `translate(${event.clientX - box.left}px, ${event.clientY - box.top}px) translate(-50%, -50%)`;
  }
  const letGo = () => {
    held.hidden = true;
  };
  board.el.addEventListener("pointermove", hold);
  board.el.addEventListener("pointerleave", letGo);
  const arrows = offscreenIndicators(
    board,
    places.map(({ cell }) => cell),
  );

  picture.addEventListener("pointerdown", (event) => drag(event));
  /** Ends the current drag. @type {(() => void)|null} */
  let dropped = null;
  /** @param {PointerEvent} event */
  function drag(event) {
    if (event.button > 0 || sent) return;
    event.preventDefault();
    picture.setPointerCapture(event.pointerId);
    const carried = h(
      "div",
      { class: "carried" },
      tilePicture(id, ghost ? ghost.place.rotations[ghost.index].rotation : (places[0]?.rotations[0].rotation ?? 0)),
    );
    carried.style.setProperty("--size", `${0.9 * board.pixels}px`);
    /** @type {Place|undefined} */
    let over;
    /** @param {PointerEvent} at */
    const move = (at) => {
      if (!carried.isConnected) {
        if (Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) < 6) return;
        document.body.append(carried);
      }
      carried.style.transform = `translate(${at.clientX}px, ${at.clientY}px) translate(-50%, -50%)`;
      const [wx, wy] = board.toWorld(at.clientX, at.clientY);
      const cell = `${Math.floor(wx / 100)},${Math.floor(wy / 100)}`;
      over = places.find((item) => cellKey(item.cell) === cell);
      cells.querySelectorAll(".hot").forEach((el) => el.classList.remove("hot"));
      if (over) cells.querySelector(`[data-cell="${cell}"]`)?.classList.add("hot");
    };
    const cancelled = () => {
      over = undefined;
      up();
    };
    dropped = () => {
      picture.removeEventListener("pointermove", move);
      picture.removeEventListener("pointerup", up);
      picture.removeEventListener("pointercancel", cancelled);
      carried.remove();
      dropped = null;
    };
    const up = () => {
      const dragged = carried.isConnected;
      dropped?.();
      if (!dragged) return void rotate(1);
      if (!over) return;
      const index = ghost?.place === over ? ghost.index : 0;
      ghost = { place: over, index };
      if (over.rotations.length > 1) draw();
      else commit();
    };
    picture.addEventListener("pointermove", move);
    picture.addEventListener("pointerup", up);
    picture.addEventListener("pointercancel", cancelled);
  }

  store.loadLand().then(() => {
    if (closed || sent) return;
    if (ghost) draw();
    for (const item of places)
      cells.querySelector(`[data-cell="${cellKey(item.cell)}"]`)?.setAttribute("aria-label", cellLabel(item));
  });
  const seen = places.map(({ cell }) => cell);
  board.whenIdle(() => board.reveal(seen, { glide: true }));
  draw();
  if (touch && smallScreen() && places.length)
    queueMicrotask(() => {
      if (!ghost && !sent) step(1);
    });
  return {
    eyebrow: say("play.your_turn"),
    title: say("play.place_title"),
    text: say("play.places", { n: places.length }),
    picture,
    buttons: [next, turn, lay],
    keys: {
      r: () => rotate(1),
      R: () => rotate(-1),
      Enter: () => commit(),
      Escape: () => {
        if (!ghost) return void shell.undo();
        ghost = null;
        draw();
      },
    },
    close() {
      closed = true;
      dropped?.();
      board.listeners.delete(asLarge);
      board.el.removeEventListener("pointermove", hold);
      board.el.removeEventListener("pointerleave", letGo);
      arrows.close();
      held.remove();
      cells.remove();
      marks.remove();
    },
  };
}
