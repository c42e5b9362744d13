// Placing a tile in two steps: a first press on a legal cell shows a ghost, a second one lays the tile.

import { tile, tilePicture } from "../art.js";
import { cellKey } from "../board/cells.js";
import { offscreenIndicators } from "../board/indicators.js";
import { DOUBLE_CLICK, h, s, setDisabled } from "../dom.js";
import { tileContents, tileSides } from "../game/descriptions.js";
import { LookSender } from "../game/look-sender.js";
import { icon } from "../icons.js";
import { settings } from "../settings.js";
import { capital, listing, say, word } from "../words.js";
import { draggableTile, tileAtPointer } from "./tile-pointer.js";

/** @typedef {import("../game/shell.js").Shell} Shell */
/** @typedef {import("../types.js").ActionData} Option */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {{cell: Cell, rotations: {rotation: number, option: Option, index: number}[]}} Place a legal cell, and the rotations that fit there */

/** Milliseconds after a turn in which a press never lays the tile. */
const TURN_GUARD = 250;
/** Pixels from the centre of a knob of the ghost to its edge, and to the edge of what can be hit. */
const KNOB_RADIUS = 18;
const KNOB_HIT = 26;
/** The size of tiles on whose corners knobs leave the ghost free. */
const KNOB_ROOM = 70;

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {import("../game/dock.js").Decision}
 */
export function place(shell, options) {
  const placement = new Placement(shell, placesOf(options));
  return {
    eyebrow: say("play.your_turn"),
    title: say("play.place_title"),
    text: say("play.places", { n: placement.places.length }),
    picture: placement.picture,
    buttons: placement.buttons,
    keys: {
      r: () => placement.rotate(1),
      R: () => placement.rotate(-1),
      Enter: () => void placement.commit(),
      Escape: () => (placement.ghost ? placement.removeGhost() : shell.undo()),
    },
    close: () => placement.close(),
  };
}

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
    const found = places.get(key) ?? { cell: option.cell, rotations: [] };
    found.rotations.push({ rotation: option.rotation, option, index });
    places.set(key, found);
  });
  return [...places.values()].sort((a, b) => a.cell[1] - b.cell[1] || a.cell[0] - b.cell[0]);
}

class Placement {
  /**
   * @param {Shell} shell
   * @param {Place[]} places
   */
  constructor(shell, places) {
    const { board, store } = shell;
    this.shell = shell;
    this.places = places;
    this.tile = /** @type {string} */ (store.view.tile);
    this.copy = store.board.filter((laid) => laid.tile === this.tile).length;
    /** The place of the ghost, and the index of its rotation. @type {{place: Place, index: number}|null} */
    this.ghost = null;
    /** When the ghost last moved to another cell, and when it was last turned. */
    this.shownAt = -Infinity;
    this.turnedAt = -Infinity;
    /** The place under the mouse. @type {Place|null} */
    this.hovered = null;
    /** Whether the placement was sent to the server. */
    this.sent = false;
    this.closed = false;
    this.cells = s(
      "g",
      { class: "cells", role: "group" },
      places.map((item) => this.cellMark(item)),
    );
    this.marks = s("g", { class: "ghosts" });
    board.over.append(this.cells, this.marks);
    board.input.choices(
      this.cells,
      places.map(({ cell: [x, y] }) => [100 * x + 50, 100 * y + 50]),
    );
    this.picture = h("div", { class: "drawn", title: say("play.drag") });
    /** The rotation of the picture. */
    this.drawnTurns = -1;
    this.turnButton = h(
      "button",
      { class: "btn", "data-do": "turn", onclick: () => this.rotate(1) },
      icon("turn"),
      h("span", {}, say("play.turn")),
      h("kbd", {}, "R"),
    );
    this.placeButton = h(
      "button",
      { class: "btn pri", "data-do": "place", onclick: () => this.press(false) },
      icon("check"),
      h("span", {}, say("play.place")),
      h("kbd", {}, "↵"),
    );
    const next = h(
      "button",
      { class: "btn icon next-cell", "aria-label": say("play.next_cell"), onclick: () => this.step(1) },
      icon("chevron-right"),
    );
    this.buttons = [next, this.turnButton, this.placeButton];
    this.indicators = offscreenIndicators(
      board,
      places.map(({ cell }) => cell),
    );
    this.held = tileAtPointer(this);
    this.looks = new LookSender((look) => shell.look(look));
    /** The size of tiles that the knobs were drawn for. */
    this.knobsFor = 0;
    this.resize = () => {
      if (this.ghost && this.knobsFor !== board.pixels) this.draw();
    };
    board.listeners.add(this.resize);
    this.dragged = draggableTile(this);
    store.loadLand().then(() => this.showHints());
    board.whenIdle(() => board.reveal(places.map(({ cell }) => cell)));
    this.draw();
  }

  close() {
    this.closed = true;
    this.shell.board.listeners.delete(this.resize);
    this.looks.close();
    this.dragged.close();
    this.held.close();
    this.indicators.close();
    this.cells.remove();
    this.marks.remove();
  }

  /** The rotation of the ghost, or of the first legal placement. */
  get rotation() {
    const { place: item, index } = this.ghost ?? { place: this.places[0], index: 0 };
    return item?.rotations[index].rotation ?? 0;
  }

  // Choices

  /**
   * A press on a cell: the first shows the ghost there, the second lays the tile.
   * @param {Place} item
   */
  choose(item) {
    if (this.sent) return;
    if (this.ghost?.place === item) return this.press();
    this.show(item);
    if (settings.quick && item.rotations.length === 1) void this.commit();
  }

  /**
   * A press on the ghost or its button: it lays the tile, unless it is part of a double click or follows a turn.
   * @param {boolean} [onBoard]
   */
  press(onBoard = true) {
    const now = performance.now();
    if (now - this.turnedAt < TURN_GUARD || (onBoard && now - this.shownAt < DOUBLE_CLICK)) return;
    void this.commit();
  }

  /**
   * Show the ghost on a cell, in the rotation it has if it is there already.
   * @param {Place} item
   */
  show(item) {
    const { shell } = this;
    this.ghost = { place: item, index: this.ghost?.place === item ? this.ghost.index : 0 };
    this.shownAt = performance.now();
    this.draw();
    shell.notices.play("ghost");
    shell.board.reveal([item.cell]);
  }

  /** The place that the keyboard or the mouse aims at, or the first. */
  get aimed() {
    const key = document.activeElement?.getAttribute("data-cell");
    return this.places.find(({ cell }) => cellKey(cell) === key) ?? this.hovered ?? this.places[0];
  }

  /** @param {number} by */
  rotate(by) {
    const { ghost, shell } = this;
    if (this.sent) return;
    this.turnedAt = performance.now();
    if (!ghost) {
      if (this.places.length) this.show(this.aimed);
      return;
    }
    const count = ghost.place.rotations.length;
    if (count < 2) return;
    ghost.index = (ghost.index + by + count) % count;
    this.draw();
    shell.notices.play("turn");
    shell.notices.announce(tileSides(this.tile, this.rotation));
  }

  /** Move the ghost to the next cell. @param {number} by */
  step(by) {
    const { places } = this;
    const current = this.ghost ? places.indexOf(this.ghost.place) : -1;
    if (places.length && !this.sent) this.show(places[(current + by + places.length) % places.length]);
  }

  removeGhost() {
    this.ghost = null;
    this.draw();
  }

  async commit() {
    const { ghost, shell, cells, marks } = this;
    if (!ghost || this.sent) return;
    this.sent = true;
    cells.remove();
    marks.classList.add("sent");
    const done = await shell.choose(ghost.place.rotations[ghost.index].option);
    if (done || this.closed) return;
    this.sent = false;
    shell.board.over.append(cells, marks);
    marks.classList.remove("sent");
    this.removeGhost();
  }

  // Drawing

  /** @param {Place} item */
  cellMark(item) {
    const [x, y] = item.cell;
    const dots = item.rotations.length;
    // No transform: browsers would make a layer of each, and there may be a hundred cells.
    const el = s(
      "g",
      {
        class: "cell-mark",
        tabindex: -1,
        role: "button",
        "data-cell": cellKey(item.cell),
        "aria-label": this.cellLabel(item),
      },
      s("rect", { x: 100 * x + 6, y: 100 * y + 6, width: 88, height: 88, rx: 7, class: "cell" }),
      Array.from({ length: dots }, (_, i) =>
        s("circle", { cx: 100 * x + 50 + 13 * (i - (dots - 1) / 2), cy: 100 * y + 50, r: 4, class: "cell-dot" }),
      ),
    );
    el.addEventListener("click", () => this.choose(item));
    el.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") this.preview(item);
    });
    el.addEventListener("pointerleave", () => this.preview(null));
    return el;
  }

  /** The accessible name of a cell: its position, its rotations, and whose features it meets. @param {Place} item */
  cellLabel(item) {
    const { store } = this.shell;
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

  /** @param {string} cell the key of a cell */
  cellElement(cell) {
    return this.cells.querySelector(`[data-cell="${cell}"]`);
  }

  /** Mark one cell, or none. @param {string} [cell] its key */
  markCell(cell) {
    this.cells.querySelectorAll(".hot").forEach((el) => el.classList.remove("hot"));
    if (cell !== undefined) this.cellElement(cell)?.classList.add("hot");
  }

  /** Show the tile on the cell under the pointer. @param {Place|null} item */
  preview(item) {
    this.hovered = item;
    if (this.ghost || this.sent) return;
    this.marks.replaceChildren();
    this.looks.at(item?.cell ?? null, item?.rotations[0].rotation);
    if (!item) return;
    const [x, y] = item.cell;
    const { rotation } = item.rotations[0];
    this.marks.append(tile(this.tile, rotation, { copy: this.copy, x: 100 * x, y: 100 * y, class: "preview" }));
    this.hint(item);
  }

  /** Draw the ghost, and update the buttons. */
  draw() {
    const { ghost, rotation } = this;
    const single = ghost !== null && ghost.place.rotations.length < 2;
    setDisabled(this.turnButton, single || !ghost);
    this.turnButton.title = single ? say("play.one_way") : "";
    setDisabled(this.placeButton, !ghost);
    if (rotation !== this.drawnTurns)
      this.picture.replaceChildren(tilePicture(this.tile, rotation, capital(tileContents(this.tile))));
    this.drawnTurns = rotation;
    this.marks.replaceChildren();
    this.markCell(ghost ? cellKey(ghost.place.cell) : undefined);
    this.looks.at(ghost?.place.cell ?? null, ghost ? rotation : 0);
    if (!ghost) return void this.shell.dock.hint(say("play.places", { n: this.places.length }));
    this.knobsFor = this.shell.board.pixels;
    this.marks.append(this.ghostTile(ghost.place));
    if (!single) this.marks.append(this.ghostTurnButton(ghost.place));
    this.hint(ghost.place);
  }

  /** The ghost: a click places the tile, the wheel turns it. @param {Place} item */
  ghostTile({ cell, rotations }) {
    const [x, y] = [100 * cell[0], 100 * cell[1]];
    const el = s(
      "g",
      { class: "ghost", "data-ghost": "", "data-at": cellKey(cell) },
      s("g", { class: "ghost-tile" }, tile(this.tile, this.rotation, { copy: this.copy, x, y })),
      s("rect", { x: x - 1, y: y - 1, width: 102, height: 102, rx: 4, class: "ghost-ring" }),
      s("rect", { x: x - 4, y: y - 4, width: 108, height: 108, rx: 6, class: "ghost-ring2" }),
      this.knob("ghost-check", cell, 1, "M-7 0L-2 6L8-6"),
    );
    el.addEventListener("click", (event) => {
      event.stopPropagation();
      this.press();
    });
    el.addEventListener(
      "wheel",
      (event) => {
        if (rotations.length < 2) return;
        event.preventDefault();
        event.stopPropagation();
        this.rotate(event.deltaY > 0 ? 1 : -1);
      },
      { passive: false },
    );
    return el;
  }

  /** @param {Place} item */
  ghostTurnButton({ cell }) {
    const el = this.knob("ghost-turn", cell, -1, "M6-5A8 8 0 1 0 8 2M7-10V-4H1");
    el.addEventListener("click", (event) => {
      event.stopPropagation();
      this.rotate(1);
    });
    return el;
  }

  /**
   * A round button at a corner of the ghost, of the same size on the screen whatever that of the tiles; beside small ones.
   * @param {string} name
   * @param {Cell} cell
   * @param {1|-1} corner south-east or north-west
   * @param {string} d the path of its icon
   */
  knob(name, [x, y], corner, d) {
    const scale = 100 / this.knobsFor;
    const off = corner * (47 + scale * Math.max(0, (KNOB_ROOM - this.knobsFor) / 4));
    return s(
      "g",
      { class: name, transform: `translate(${100 * x + 50 + off} ${100 * y + 50 + off})scale(${scale})` },
      s("circle", { r: KNOB_HIT, class: "knob-hit" }),
      s("circle", { r: KNOB_RADIUS, class: "knob" }),
      s("path", { d }),
    );
  }

  /** Tell in the dock what a placement would finish. @param {Place} item */
  hint(item) {
    const index = this.ghost?.place === item ? this.ghost.index : 0;
    const { finishes = [] } = this.shell.store.land?.hints?.[item.rotations[index].index] ?? {};
    const finished = finishes.map(([kind, tiles]) => say("play.finishes", { feature: word(`feature.${kind}`), tiles }));
    this.shell.dock.hint([say("play.places", { n: this.places.length }), ...finished].join(" "));
  }

  /** Update what depends on the land, once it is loaded. */
  showHints() {
    if (this.closed || this.sent) return;
    if (this.ghost) this.draw();
    for (const item of this.places)
      this.cellElement(cellKey(item.cell))?.setAttribute("aria-label", this.cellLabel(item));
  }
}
