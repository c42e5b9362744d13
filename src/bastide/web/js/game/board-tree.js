// The board as a tree that a screen reader can walk: features by kind with who holds them, their tiles, and all tiles.

import { fill, h } from "../dom.js";
import { KINDS } from "../kinds.js";
import { capital, has, listing, say } from "../words.js";
import { featureStatus, featureTitle, tileSides } from "./descriptions.js";

/** @typedef {import("../types.js").FeatureFacts} FeatureFacts */
/** @typedef {import("../types.js").PlacedTile} PlacedTile */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {{label: string, spots: Spot[], cells: [number, number][], children?: () => Branch[]}} Branch */

export class BoardTree {
  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.outline = shell.board.highlighter("dashed");
    /** The position that is shown. */
    this.version = -1;
    /** @type {WeakMap<HTMLElement, Branch>} */
    this.branches = new WeakMap();
    this.el = h("ul", {
      class: "board-tree panel still scrolls",
      role: "tree",
      tabindex: 0,
      "aria-label": say("tree.label"),
      onfocusin: (/** @type {FocusEvent} */ event) => void this.focused(event),
      onfocusout: () => this.outline.close(),
      onclick: (/** @type {MouseEvent} */ event) => this.click(event),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    shell.board.el.append(this.el);
    shell.listeners.add(() => {
      if (this.el.contains(document.activeElement)) void this.build();
    });
  }

  /** Build the tree of the current position, unless it is there. */
  async build() {
    const { store } = this.shell;
    if (this.version === store.state.moment) return;
    const land = await store.loadLand();
    if (this.version === store.state.moment) return;
    this.version = store.state.moment;
    const label = this.current()?.textContent;
    fill(
      this.el,
      this.roots(land?.features ?? []).map((branch) => this.item(branch, 1)),
    );
    const items = this.visible();
    const next = items.find((item) => item.firstChild?.textContent === label) ?? items[0];
    if (next) this.move(next, this.el.contains(document.activeElement));
  }

  /**
   * The kinds of features, and all tiles.
   * @param {readonly FeatureFacts[]} features
   * @returns {Branch[]}
   */
  roots(features) {
    const { store } = this.shell;
    const kinds = Object.keys(KINDS).filter((kind) => has(`tree.${kind}`));
    /** @type {Branch[]} */
    const roots = kinds.flatMap((kind) => {
      const found = features.filter((feature) => feature.kind === kind).sort((a, b) => b.tiles - a.tiles);
      if (!found.length) return [];
      return [branch(say(`tree.${kind}`, { count: found.length }), [], () => found.map((one) => this.feature(one)))];
    });
    const tiles = [...store.board].sort((a, b) => a.cell[1] - b.cell[1] || a.cell[0] - b.cell[0]);
    roots.push(branch(say("tree.tiles", { count: tiles.length }), [], () => tiles.map((laid) => this.tile(laid))));
    return roots;
  }

  /** @param {FeatureFacts} feature */
  feature(feature) {
    const { store } = this.shell;
    const label = `${featureTitle(feature)}. ${featureStatus(feature, (seat) => store.name(seat))}`;
    const cells = new Set(feature.at.map(([x, y]) => `${x},${y}`));
    const tiles = store.board.filter(({ cell }) => cells.has(String(cell)));
    return branch(label, [...feature.at], () => tiles.map((laid) => this.tile(laid)));
  }

  /** @param {PlacedTile} laid */
  tile(laid) {
    const { store } = this.shell;
    const [x, y] = laid.cell;
    const [x0, y0] = store.board[0].cell;
    const ways = [
      y < y0 ? say("tree.north", { n: y0 - y }) : y > y0 ? say("tree.south", { n: y - y0 }) : "",
      x < x0 ? say("tree.west", { n: x0 - x }) : x > x0 ? say("tree.east", { n: x - x0 }) : "",
    ].filter(Boolean);
    const where = ways.length ? say("tree.away", { ways: listing(ways) }) : say("tree.start");
    const standing = store.view.pieces
      .filter(({ cell }) => cell[0] === x && cell[1] === y)
      .map(({ seat, piece }) => `${seat === null ? "" : `${store.name(seat)}: `}${say(`piece.${piece}`)}`);
    const label = [capital(where), tileSides(laid.tile, laid.rotation), ...standing].join(", ");
    return { label, spots: [], cells: [laid.cell] };
  }

  /**
   * @param {Branch} branch
   * @param {number} level
   * @returns {HTMLLIElement}
   */
  item(branch, level) {
    const attributes = { role: "treeitem", tabindex: -1, "aria-level": level };
    const item = h("li", branch.children ? { ...attributes, "aria-expanded": "false" } : attributes);
    item.append(h("span", {}, branch.label));
    this.branches.set(item, branch);
    return item;
  }

  /**
   * @param {HTMLElement} item
   * @param {boolean} open
   */
  expand(item, open) {
    const made = this.branches.get(item)?.children;
    if (!made) return;
    item.setAttribute("aria-expanded", String(open));
    item.querySelector(":scope > ul")?.remove();
    const level = Number(item.getAttribute("aria-level")) + 1;
    if (open)
      item.append(
        h(
          "ul",
          { role: "group" },
          made().map((one) => this.item(one, level)),
        ),
      );
  }

  /** The item that is the tab stop. @returns {HTMLElement|null} */
  current() {
    return this.el.querySelector('[role="treeitem"][tabindex="0"]');
  }

  /** All items that can be seen, in order. */
  visible() {
    return /** @type {HTMLElement[]} */ ([...this.el.querySelectorAll('[role="treeitem"]')]);
  }

  /**
   * Make an item the tab stop, and focus it.
   * @param {HTMLElement} item
   * @param {boolean} [focus]
   */
  move(item, focus = true) {
    this.current()?.setAttribute("tabindex", "-1");
    item.tabIndex = 0;
    this.el.tabIndex = -1;
    if (focus) item.focus();
  }

  /** @param {FocusEvent} event */
  async focused(event) {
    if (event.target === this.el || this.version !== this.shell.store.state.moment) await this.build();
    const item = this.current();
    const branch = item && this.branches.get(item);
    this.outline.show(branch?.spots ?? []);
  }

  /** Bring an item into view on the board. @param {HTMLElement} item */
  show(item) {
    const branch = this.branches.get(item);
    if (branch?.cells.length) this.shell.board.reveal(branch.cells);
  }

  /** @param {MouseEvent} event */
  click({ target }) {
    const item = target instanceof Element ? target.closest('[role="treeitem"]') : null;
    if (!(item instanceof HTMLElement)) return;
    this.move(item);
    this.expand(item, item.getAttribute("aria-expanded") !== "true");
    this.show(item);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const item = this.current();
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return;
    const items = this.visible();
    const at = items.indexOf(item);
    const open = item.getAttribute("aria-expanded") === "true";
    const parent = item.parentElement?.closest('[role="treeitem"]');
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => this.move(items[Math.min(items.length - 1, at + 1)]),
      ArrowUp: () => this.move(items[Math.max(0, at - 1)]),
      Home: () => this.move(items[0]),
      End: () => this.move(items[items.length - 1]),
      ArrowRight: () => (open ? this.move(items[at + 1] ?? item) : this.expand(item, true)),
      ArrowLeft: () => {
        if (open) this.expand(item, false);
        else if (parent instanceof HTMLElement) this.move(parent);
      },
      Enter: () => this.show(item),
      " ": () => this.show(item),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }
}

/**
 * @param {string} label
 * @param {Spot[]} spots
 * @param {() => Branch[]} children
 * @returns {Branch}
 */
function branch(label, spots, children) {
  return { label, spots, cells: spots.map(([x, y]) => [x, y]), children };
}
