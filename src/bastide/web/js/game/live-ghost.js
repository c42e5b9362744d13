// The live ghost: the tile of another player on the cell where they look, or on those that a bot weighed.

import { seatDye, tile } from "../art.js";
import { cellKey } from "../board/cells.js";
import { offscreenIndicators } from "../board/indicators.js";
import { h, pause, reducedMotion, s } from "../dom.js";
import { settings } from "../settings.js";
import { say } from "../words.js";

/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").LookMessage} LookMessage */
/** @typedef {import("../types.js").Placement} Placement */

/** Milliseconds that each place that a bot weighed is shown. */
const WEIGHED_DURATION = 350;
/** Pixels above a ghost without which its plate is below it. */
const PLATE_HEIGHT = 36;

export class LiveGhost {
  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    /** The version of the position that the looks belong to. */
    this.moment = -1;
    /** The cells that were looked at in it. @type {Set<string>} */
    this.looked = new Set();
    /** The look that is shown, if ghosts are. @type {{seat: number, cell: Cell, rotation: number}|null} */
    this.look = null;
    /** The last look at a position that is not on the screen yet. @type {LookMessage|null} */
    this.early = null;
    this.picture = s("svg", { viewBox: "-5 -5 110 110" });
    this.plate = h("span", { class: "live-plate" });
    /** What the picture shows. */
    this.drawn = "";
    // A layer of its own: moving it does not repaint the board.
    this.el = h("div", { class: "live-ghost", "aria-hidden": "true", hidden: true }, this.picture, this.plate);
    /** The arrow towards a ghost out of view. @type {{close: () => void}|null} */
    this.arrow = null;
    /** The size of tiles that the position was computed for. */
    this.size = 0;
    const { board } = shell;
    board.world.append(this.el);
    board.listeners.add(() => {
      if (this.look && this.size !== board.camera.drawnFor) this.place(false);
    });
  }

  /** Show a look, once its position is on the screen. @param {LookMessage} message */
  receive(message) {
    const { store } = this.shell;
    const { seat, moment, cell, rotation } = message;
    if (!store.current?.view) return;
    this.update();
    if (moment > this.moment) this.early = message;
    if (moment !== this.moment || !store.view.tile || seat === store.seat) return;
    this.setLook(seat, cell, rotation);
  }

  /**
   * Show the ghost on a cell, or nowhere, and count the cell.
   * @param {number} seat
   * @param {Cell|null} cell
   * @param {number} [rotation]
   */
  setLook(seat, cell, rotation = 0) {
    this.look = cell && { seat, cell, rotation };
    this.show();
    if (!cell || this.looked.has(cellKey(cell))) return;
    this.looked.add(cellKey(cell));
    this.shell.dock.decision?.looked?.(this.looked.size);
  }

  /** Forget the looks at a former position. */
  update() {
    const { moment } = this.shell.store.state;
    if (moment === this.moment) return;
    this.moment = moment;
    this.looked.clear();
    this.look = null;
    this.show();
    if (this.early?.moment === moment) this.receive(this.early);
  }

  /** Hide or show live ghosts. */
  toggle() {
    settings.ghosts = !settings.ghosts;
    this.show();
    this.shell.notices.toast(say(settings.ghosts ? "play.ghosts_shown" : "play.ghosts_hidden"), "info");
  }

  /**
   * Show the places that a bot weighed before its tile is laid, unless the player is behind or cannot see them.
   * @param {readonly Placement[]} [places]
   */
  async weigh(places = []) {
    const { store } = this.shell;
    const seat = store.current?.actor ?? null;
    if (seat === null || !store.view.tile || store.isBehind || document.hidden || reducedMotion() || !settings.ghosts)
      return;
    this.update();
    for (const { cell, rotation } of places) {
      this.setLook(seat, cell, rotation);
      await pause(WEIGHED_DURATION);
    }
    this.setLook(seat, null);
  }

  /** Draw the current look, or hide the ghost. */
  show() {
    const { look } = this;
    const { store, board } = this.shell;
    const { tile: id } = store.view;
    this.arrow?.close();
    this.arrow = null;
    if (!look || !id || !settings.ghosts) {
      this.el.hidden = true;
      return;
    }
    const { seat, cell, rotation } = look;
    const drawn = `${this.moment}/${seat}/${rotation}`;
    if (drawn !== this.drawn) {
      this.drawn = drawn;
      const copy = store.board.filter((laid) => laid.tile === id).length;
      const ring = { x: 0, y: 0, width: 100, height: 100, rx: 4 };
      this.picture.replaceChildren(
        tile(id, rotation, { copy, class: "live-tile" }),
        s("rect", { ...ring, class: "live-ring" }),
        s("rect", { ...ring, class: "live-dashes" }),
      );
      this.el.dataset.dye = seatDye(seat);
      this.el.style.setProperty("--dye", `var(--seat-${seatDye(seat)})`);
      this.plate.textContent = say("play.looks_here", { name: store.name(seat) });
    }
    const glides = !this.el.hidden;
    this.el.hidden = false;
    this.el.dataset.cell = cellKey(cell);
    this.place(glides);
    this.arrow = offscreenIndicators(board, [cell], {
      name: "live",
      label: () => say("play.looks_here", { name: store.name(seat) }),
    });
  }

  /** @param {boolean} glides whether it moves there, rather than appearing there */
  place(glides) {
    if (!this.look) return;
    const [x, y] = this.look.cell;
    const { board } = this.shell;
    const size = (this.size = board.camera.drawnFor);
    this.el.classList.toggle("glides", glides);
    this.el.classList.toggle("below", board.toScreen(0, 100 * y)[1] < board.safe.top + PLATE_HEIGHT);
    this.el.style.setProperty("--size", `${size}px`);
    this.el.style.transform = `translate(${x * size}px, ${y * size}px)`;
  }
}
