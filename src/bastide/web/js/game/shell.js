// The shell of a table: builds the regions of the page, renders the store in them, and sends the player's choices.

import { Board } from "../board/board.js";
import { controlFor, expansionControls, loadExpansions } from "../decisions/index.js";
import { fill, h, smallScreen } from "../dom.js";
import { emblem, icon } from "../icons.js";
import { settings, soundVolume, toggleSound } from "../settings.js";
import { listing, say } from "../words.js";
import { Animator } from "./animator.js";
import { loadAssets } from "./assets.js";
import { Coordinates } from "./coordinates.js";
import { tableCovers } from "./covers.js";
import { tileContents } from "./descriptions.js";
import { Dock } from "./dock.js";
import { othersGrace, ownGrace } from "./grace.js";
import { LiveGhost } from "./live-ghost.js";
import { Log } from "./log.js";
import { Menu } from "./menu.js";
import { Notices } from "./notices.js";
import { Offers } from "./offers.js";
import { Players } from "./players.js";
import { over, undoButton } from "./prompts.js";
import { Shortcuts } from "./shortcuts.js";
import { Toolbar } from "./toolbar.js";
import { Tooltip } from "./tooltip.js";
import { Track } from "./track.js";
import { waiting } from "./waiting.js";

/** @typedef {import("../types.js").TableState} TableState */
/** @typedef {import("../types.js").ActionData} Option */
/** @typedef {import("./store.js").TableStore} TableStore */
/** @typedef {import("./dock.js").Decision} Decision */
/** @typedef {{type: string, [more: string]: unknown}} Command */
/**
 * @typedef {object} Backend receives commands: the connection, a replay, or the lesson; both methods resolve to whether it was done
 * @property {(option: Option, index: number) => Promise<boolean>} act
 * @property {(command: Command) => Promise<boolean>} send
 * @property {(look: import("./look-sender.js").Look) => void} [look] tells the others where the player looks
 */

export class Shell {
  /**
   * @param {Backend} backend
   * @param {TableStore} store
   */
  constructor(backend, store) {
    this.backend = backend;
    this.store = store;
    this.notices = new Notices();
    this.board = new Board();
    this.dock = new Dock();
    this.players = new Players(store, this.notices, () => this.toolbar.forecast);
    this.track = new Track(store);
    this.log = new Log(this);
    /** How scores are shown: in a pill, without one, each with its card, or not at all. @type {"pill"|"brief"|"card"|"none"} */
    this.scores = "pill";
    /** Shows scores and what moves; loaded with the first choice or move. @type {import("./scoring.js").Scoring|null} */
    this.scoring = null;
    this.toolbar = new Toolbar(this);
    this.menu = new Menu(this);
    this.tooltip = new Tooltip(store, this.board);
    this.offers = new Offers(this);
    this.covers = tableCovers(this);
    this.shortcuts = new Shortcuts(this);
    this.ghost = new LiveGhost(this);
    this.animator = new Animator(this, () => this.render());
    /** The number of pending commands. */
    this.pending = 0;
    /** Whether the last choice was accepted. @type {Promise<boolean>} */
    this.lastChoice = Promise.resolve(true);
    /** Whether nothing was rendered yet. */
    this.first = true;
    /** Steps that are passed automatically. @type {Set<string>} */
    this.autoPass = new Set();
    /** The last turn that was announced. */
    this.announced = "";
    /** Whether the server knows that the board is shown. */
    this.ready = false;
    /** Identifies the prompt in the dock. */
    this.prompted = "";
    /** Replaces the decision in the dock, if a page sets it. @type {(() => Decision|null)|null} */
    this.override = null;
    /** Makes the buttons after the game, if a page sets it. @type {(() => Node[])|undefined} */
    this.endButtons = undefined;
    /** Called after every render. @type {Set<() => void>} */
    this.listeners = new Set();
    this.coordinates = new Coordinates(this);
    this.tooltip.onPlace = (spots) => this.log.story.light(spots);
    void import("./board-tree.js").then(({ BoardTree }) => (this.tree = new BoardTree(this)));
    this.title = h("div", { class: "bar-title" });
    this.left = h("span", { class: "chip left-chip" });
    this.soundButton = h("button", {
      class: "tool",
      "data-do": "sound",
      "aria-label": say("play.sound"),
      onclick: () => this.toggleSound(),
    });
    this.updateSound();
    this.shared = h("div", { class: "shared-panel" });
    this.rail = h(
      "aside",
      { class: "rail", "aria-label": say("play.rail") },
      this.players.el,
      this.shared,
      this.log.el,
    );
    this.el = this.build();
    /** The width of the board. */
    this.boardWidth = 0;
    this.resized = new ResizeObserver(() => this.updateSafeArea());
    for (const part of [this.dock.el, this.board.el]) this.resized.observe(part);
  }

  build() {
    const { board, notices } = this;
    board.el.setAttribute("aria-label", say("play.board"));
    board.el.append(this.toolbar.el, this.offers.el, this.tooltip.el, this.menu.el);
    const bar = h(
      "header",
      { class: "topbar" },
      h(
        "a",
        { class: "brand", href: "/", "aria-label": `Bastide, ${say("play.home")}` },
        emblem(),
        h("span", {}, "Bastide"),
      ),
      h("span", { class: "sep" }),
      this.title,
      h("div", { class: "trk" }, this.track.el),
      this.left,
      this.soundButton,
      this.menu.button,
    );
    return h(
      "main",
      { id: "table", class: "table", "data-busy": "true", "data-mine": "false" },
      bar,
      h("div", { class: "centre" }, board.el, this.dock.el),
      this.rail,
      notices.toasts,
      notices.polite,
      notices.urgent,
    );
  }

  /** Set the margins of the board that are covered by panels, and keep its middle in the middle. */
  updateSafeArea() {
    const box = this.board.el.getBoundingClientRect();
    if (this.boardWidth && box.width) this.board.camera.pan((box.width - this.boardWidth) / 2, 0);
    this.boardWidth = box.width;
    const dock = this.dock.el.getBoundingClientRect();
    const over = dock.height && dock.top < box.bottom && dock.left < box.right ? box.bottom - dock.top : 0;
    // A dock at the side leaves the board its whole height.
    const aside = over && dock.left > box.left + 0.4 * box.width ? box.right - dock.left : 0;
    const small = smallScreen();
    this.board.safe = {
      top: small ? 66 : 14,
      right: aside + 14,
      bottom: (aside ? 0 : over) + 14,
      left: small ? 10 : 72,
    };
    this.board.el.style.setProperty("--over", `${(aside ? 0 : over) + 16}px`);
  }

  // Messages

  /** @param {import("./store.js").Welcome} message */
  async welcome(message) {
    const { store } = this;
    if (!(await store.welcome(message, (state) => loadAssets(state, message.missed)))) return;
    this.render();
    this.log.news();
    if (store.queue.length) this.animator.run();
    if (this.first) {
      this.first = false;
      this.notices.muted = false;
      this.updateBusy();
      this.updateSafeArea();
      this.board.fit(store.legalCells, false);
    } else if (message.again && message.missed.length) this.reportMissed(message.missed);
  }

  /** Notify the player of moves during a disconnection. @param {import("../types.js").GameEvent[]} missed */
  reportMissed(missed) {
    const { store } = this;
    const seats = new Set(missed.map((event) => event.seat));
    const names = [...seats].filter((seat) => seat !== null && seat !== store.seat).map((seat) => store.name(seat));
    this.notices.toast(
      names.length ? say("play.back_played", { names: listing(names), n: names.length }) : say("play.back"),
      "check",
    );
  }

  /** @param {import("./store.js").Step} step */
  step(step) {
    if (!this.store.enqueue(step)) return;
    // The announcement describes the tile, whose art may not be loaded yet.
    if (step.state.actor === this.store.seat && step.state.options)
      loadAssets(step.state).then(
        () => this.announceTurn(step.state),
        () => {},
      );
    // A grace is over as soon as the server says so, even if its turn is still being shown.
    if (this.store.current?.grace && !step.state.grace) this.dock.clear();
    this.animator.run();
  }

  /** Show a line of chat, even while steps are being shown. @param {import("../types.js").SaidMessage} message */
  said(message) {
    const { store } = this;
    if (store.closed) return;
    store.hear(message);
    if (message.line.seat !== store.seat) this.notices.play("knock");
    if (store.current?.view) this.log.chat.update();
  }

  /** @param {boolean} online */
  setOnline(online) {
    if (!online) this.stopClocks("offline");
    this.el.classList.toggle("offline", !online);
    this.notices.setOnline(online);
  }

  /**
   * Stop the clocks: they stand still until the next state arrives.
   * @param {"offline"|"paused"} reason
   * @param {number[]} [clocks] the remaining milliseconds; by default those that are shown
   */
  stopClocks(reason, clocks) {
    this.store.stopClocks(reason, clocks);
    this.players.tick();
    if (reason === "paused") this.notices.toast(say("play.paused"), "pause-clock");
  }

  /** Tell the server once that the board is shown: no clock runs before. */
  reportReady() {
    const { store } = this;
    if (this.ready || store.seat === null || !store.state.awaited.includes(store.seat)) return;
    this.ready = true;
    this.backend.send({ type: "ready" });
  }

  // Rendering

  /**
   * Render the current state, and prompt the player.
   * @param {boolean} [force] prompt again even if nothing has changed
   */
  render(force = false) {
    const { store, board } = this;
    if (!store.current?.view || store.closed) return;
    board.setView(store.view);
    board.frame(store.lastMove());
    this.ghost.update();
    this.players.update();
    this.track.update();
    this.log.update();
    fill(this.shared, expansionControls?.sharedPanel(store));
    this.toolbar.update();
    this.menu.update();
    this.offers.update();
    document.title = store.isMyTurn ? `● ${say("play.your_turn")} · Bastide` : "Bastide";
    this.title.replaceChildren(
      h("h1", {}, this.caption()),
      h("span", {}, say("play.turn_number", { turn: store.view.turn })),
    );
    this.left.replaceChildren(icon("bag", "s"), h("b", {}, String(store.view.left)), h("span", {}, say("play.left")));
    Object.assign(this.el.dataset, {
      version: store.state.moment,
      step: store.view.step,
      actor: store.state.actor,
      table: store.state.table.id,
    });
    this.prompt(force);
    this.reportReady();
    this.updateBusy();
    this.listeners.forEach((listener) => listener());
  }

  updateBusy() {
    const { pending, store } = this;
    this.el.dataset.busy = String(this.first || this.animator.running || pending > 0 || store.queue.length > 0);
  }

  caption() {
    const { expansions, preset } = this.store.state.table.options;
    const named = expansions.slice(0, 2).map((name) => say(`title.${name}`));
    return expansions.length ? named.join(", ") + (expansions.length > 2 ? "…" : "") : say(`title.${preset}`);
  }

  // Prompts

  /**
   * Show the player's decision in the dock, or whose turn it is. An unchanged decision stays open: a chat message must not
   * interrupt a placement.
   * @param {boolean} [force]
   */
  prompt(force = false) {
    const { store, dock } = this;
    const { moment: version, actor, grace, undo, ended } = store.state;
    const prompted = JSON.stringify([version, actor, undo, ended]);
    this.el.dataset.mine = String(store.isMyTurn || store.isMyGrace);
    this.board.frames.classList.toggle("held", grace !== null);
    const override = this.override?.();
    if (prompted === this.prompted && !force && !override && dock.decision) return;
    this.prompted = prompted;
    if (override) dock.show(override, actor);
    else if (store.isOver) dock.show(over(this), null, { waiting: true });
    else if (grace && store.isMyGrace) dock.show(ownGrace(this, grace), grace.seat);
    else if (grace) dock.show(othersGrace(this, grace), grace.seat, { waiting: true });
    else if (!store.isMyTurn) dock.show(waiting(this), actor, { waiting: true });
    else if (!this.autoPassed()) this.decide();
  }

  /** Pass if the player has asked for it. Return whether it did. */
  autoPassed() {
    const { store } = this;
    const pass = store.options.find((option) => option.do === "pass");
    if (!pass || !this.autoPass.delete(store.view.step)) return false;
    this.dock.show(waiting(this), store.seat, { waiting: true });
    // The last choice may still be pending.
    this.lastChoice
      .then(() => this.choose(pass))
      .then((done) => {
        if (!done) this.render(true);
      });
    return true;
  }

  /** Show the control of the step, after loading those of expansions if needed. */
  decide() {
    const { store } = this;
    const control = controlFor(store.view.step);
    if (!control) return void this.whilePending(loadExpansions()).then(() => this.render(true));
    const decision = control(this, store.options);
    if (store.state.undo) decision.buttons.unshift(undoButton(this));
    this.dock.show(decision, store.seat);
    this.announceTurn(store.state);
  }

  /**
   * Announce the player's turn once, as soon as its state arrives, even if earlier steps are still shown.
   * @param {TableState} state
   */
  announceTurn(state) {
    const { view, options = [] } = state;
    if (!view || this.store.closed) return;
    const turn = `${view.turn}/${view.part}/${view.actor}`;
    if (this.announced === turn) return;
    this.announced = turn;
    this.notices.play("bell");
    document.title = `● ${say("play.your_turn")} · Bastide`;
    const places = new Set(options.filter((option) => option.do === "place").map((option) => String(option.cell))).size;
    const sentences = [
      say("play.your_turn"),
      view.tile ? say("play.tile_has", { what: tileContents(view.tile) }) : "",
      places ? say("play.places", { n: places }) : "",
    ];
    this.notices.announce(sentences.filter(Boolean).join(". "), true);
    if (settings.notices && document.hidden && "Notification" in window && Notification.permission === "granted")
      new Notification(say("play.your_turn"), { body: this.caption(), tag: state.table.id });
  }

  // Commands

  /**
   * Choose an option. Resolves to whether the server accepted it.
   * @param {Option} option
   */
  async choose(option) {
    const index = this.store.options.indexOf(option);
    // Not all points that can be aimed at are listed as options.
    if ((index < 0 && !option.point) || this.pending) return false;
    this.notices.play(option.do === "place" ? "tile" : "piece");
    void this.loadScoring();
    this.lastChoice = this.whilePending(this.backend.act(option, index));
    return this.lastChoice;
  }

  /** Load what shows scores and moves, once. Resolves to null if the server is unreachable. */
  async loadScoring() {
    try {
      const { Scoring } = await import("./scoring.js");
      if (!this.scoring && !this.store.closed) this.scoring = new Scoring(this);
    } catch {
      // The game goes on without.
    }
    return this.scoring;
  }

  /** @param {Command} command */
  send(command) {
    return this.whilePending(this.backend.send(command));
  }

  /** Tell the others where the player looks, if they may know. @param {import("./look-sender.js").Look} look */
  look(look) {
    const { backend, store } = this;
    if (settings.looks && store.isMyTurn && store.state.table.options.looks) backend.look?.(look);
  }

  undo() {
    if (this.store.current?.undo && !this.pending) this.send({ type: "undo" });
  }

  /**
   * Mark the table as busy while a promise is pending.
   * @template T
   * @param {Promise<T>} promise
   * @returns {Promise<T>}
   */
  async whilePending(promise) {
    this.pending++;
    this.updateBusy();
    try {
      return await promise;
    } finally {
      this.pending--;
      this.updateBusy();
    }
  }

  toggleSound() {
    toggleSound();
    this.updateSound();
  }

  /** Show whether sounds are audible. */
  updateSound() {
    const audible = soundVolume() > 0;
    this.soundButton.setAttribute("aria-pressed", String(audible));
    this.soundButton.replaceChildren(icon(audible ? "sound" : "mute"));
    this.menu.showVolume();
  }

  close() {
    this.store.close();
    this.scoring?.close();
    this.dock.clear();
    this.shortcuts.close();
    this.resized.disconnect();
    this.players.close();
    this.log.chat.close();
    document.title = "Bastide";
  }
}
