// The toolbar: camera controls, and overlays that the aids of the table permit.

import { hasTile, loadArt, ownerFill, tilePicture } from "../art.js";
import { outlineOf } from "../board/geometry.js";
import { fill, h, s } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";

/** @typedef {"owners"|"tiles"|"forecast"|"holes"} Overlay */

/** The aid of the table that permits each overlay. @type {Record<Overlay, string>} */
const PERMITS = { owners: "fields", tiles: "tiles_left", forecast: "forecast", holes: "holes" };
/** @type {Record<Overlay, [import("../icons.js").IconName, string]>} */
const BUTTONS = { owners: ["fields", "F"], tiles: ["bag", "T"], forecast: ["chart", "P"], holes: ["hole", "H"] };

export class Toolbar {
  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    /** @type {Set<Overlay>} */
    this.on = new Set();
    const { board } = shell;
    const centre = () => /** @type {const} */ ([board.el.clientWidth / 2, board.el.clientHeight / 2]);
    const tool = (
      /** @type {import("../icons.js").IconName} */ name,
      /** @type {string} */ key,
      /** @type {string} */ label,
      /** @type {() => void} */ act,
    ) =>
      h(
        "button",
        { class: "tool", "data-do": name, "aria-label": label, title: label, onclick: act },
        icon(name),
        h("i", { "aria-hidden": "true", "data-key": key }),
      );
    this.cameraTools = h(
      "div",
      { class: "panel grp camera-tools" },
      tool("plus", "+", say("play.zoom_in"), () => board.camera.zoomBy(...centre(), 1)),
      tool("minus", "−", say("play.zoom_out"), () => board.camera.zoomBy(...centre(), -1)),
      tool("fit", "0", say("play.fit"), () => board.fit(shell.store.legalCells)),
      tool("target", "L", say("play.last_move"), () => this.lastMove()),
    );
    this.group = h("div", { class: "panel grp aids", hidden: true });
    /** @type {Map<Overlay, HTMLButtonElement>} */
    this.buttons = new Map();
    for (const [name, [picture, key]] of /** @type {[Overlay, [import("../icons.js").IconName, string]][]} */ (
      Object.entries(BUTTONS)
    )) {
      this.buttons.set(
        name,
        h(
          "button",
          {
            class: "tool",
            "data-do": name,
            "aria-pressed": "false",
            "aria-label": say(`play.aid_${name}`),
            title: say(`play.aid_${name}`),
            onclick: () => this.toggle(name),
          },
          icon(picture),
          h("i", { "aria-hidden": "true", "data-key": key }),
        ),
      );
    }
    this.panel = h("div", { class: "panel tiles-left still scrolls", hidden: true });
    this.el = h("div", { class: "tools still" }, this.cameraTools, this.group);
    shell.board.el.append(this.panel);
    this.layer = s("g", { class: "aids-layer" });
    board.under.append(this.layer);
  }

  /** @param {Overlay} name */
  isAllowed(name) {
    return this.shell.store.aids.has(PERMITS[name]);
  }

  lastMove() {
    const cells = this.shell.store.lastMove();
    if (cells.length) this.shell.board.reveal(cells);
  }

  /** @param {Overlay} name */
  toggle(name) {
    if (!this.isAllowed(name)) return;
    if (this.on.has(name)) this.on.delete(name);
    else this.on.add(name);
    this.update();
    this.shell.players.update();
  }

  /** Close the panel of tiles left, and return the focus to its button. */
  closeTiles() {
    if (this.on.has("tiles")) this.toggle("tiles");
    this.buttons.get("tiles")?.focus();
  }

  update() {
    const allowed = [...this.buttons].filter(([name]) => this.isAllowed(name));
    for (const [name, button] of allowed) button.setAttribute("aria-pressed", String(this.on.has(name)));
    if (this.group.childElementCount !== allowed.length)
      fill(
        this.group,
        allowed.map(([, button]) => button),
      );
    this.group.hidden = !allowed.length;
    this.updateTilesLeft();
    this.draw();
  }

  get forecast() {
    return this.on.has("forecast") ? (this.shell.store.land?.forecast ?? null) : null;
  }

  async draw() {
    const needsLand = this.on.has("owners") || this.on.has("holes") || this.on.has("forecast");
    if (!needsLand) return void this.layer.replaceChildren();
    const { store, board } = this.shell;
    const land = await store.loadLand();
    if (!land) return;
    const shapes = [];
    if (this.on.has("owners")) {
      for (const feature of land.features) {
        if (!feature.owners?.length) continue;
        const area = outlineOf(feature.at, (x, y) => store.tileAt(x, y));
        shapes.push(s("path", { d: area, fill: ownerFill(feature.owners), "fill-rule": "evenodd", class: "owned" }));
      }
    }
    if (this.on.has("holes")) {
      for (const [x, y] of land.holes ?? []) {
        shapes.push(
          s("rect", { x: 100 * x + 6, y: 100 * y + 6, width: 88, height: 88, rx: 6, class: "hole" }),
          s("path", { d: `M${100 * x + 30} ${100 * y + 30}l40 40m0-40l-40 40`, class: "hole-cross" }),
        );
      }
    }
    this.layer.replaceChildren(...shapes);
    if (this.on.has("forecast")) this.shell.players.update();
    board.under.append(this.layer);
  }

  /** @param {boolean} [loaded] whether the art of all tiles was requested */
  updateTilesLeft(loaded = false) {
    const { store } = this.shell;
    this.panel.hidden = !this.on.has("tiles") || !store.view.unseen;
    if (this.panel.hidden) return;
    const unseen = Object.entries(store.view.unseen ?? {}).sort(([a], [b]) => a.localeCompare(b));
    if (!loaded && !unseen.every(([id]) => hasTile(id)))
      loadArt(store.state.table.tile_sets).then(
        () => this.updateTilesLeft(true),
        () => {},
      );
    fill(
      this.panel,
      h(
        "div",
        { class: "row" },
        h("h3", { class: "grow", "aria-level": 2 }, say("play.tiles_left")),
        h(
          "button",
          { class: "btn icon quiet", "aria-label": say("play.close"), onclick: () => this.closeTiles() },
          icon("close"),
        ),
      ),
      h(
        "ul",
        { class: "left-list" },
        unseen.map(([id, copies]) =>
          h("li", {}, hasTile(id) ? tilePicture(id) : h("span", { class: "tile" }), h("b", {}, `× ${copies}`)),
        ),
      ),
    );
  }
}
