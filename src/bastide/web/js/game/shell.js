// The shell of a table: builds the regions of the page, renders the store in them, and sends what the player chooses.

import { Board } from "../board/board.js";
import { controlFor, expansionControls, loadExpansions } from "../decisions/index.js";
import { fill, h, smallScreen } from "../dom.js";
import { emblem, icon } from "../icons.js";
import { settings } from "../settings.js";
import { listing, say } from "../words.js";
import { Animator } from "./animator.js";
import { loadAssets } from "./assets.js";
import { tileContents } from "./descriptions.js";
import { Dock } from "./dock.js";
import { Log } from "./log.js";
import { Menu } from "./menu.js";
import { Notices } from "./notices.js";
import { Offers } from "./offers.js";
import { Players } from "./players.js";
import { confirming, over, undoButton, waiting } from "./prompts.js";
import { ScoreCards } from "./scorecard.js";
import { Shortcuts } from "./shortcuts.js";
import { Toolbar } from "./toolbar.js";
import { Tooltip } from "./tooltip.js";
import { Track } from "./track.js";

/** @typedef {import("../types.js").TableState} TableState */
/** @typedef {import("../types.js").ActionData} Option */
/** @typedef {import("./store.js").TableStore} TableStore */
/** @typedef {import("./dock.js").Decision} Decision */
/** @typedef {{type: string, [more: string]: unknown}} Command */
/**
 * @typedef {object} Backend where commands go: the connection, a replay, or the lesson; both resolve to whether it was done
 * @property {(option: Option, index: number) => Promise<boolean>} act
 * @property {(command: Command) => Promise<boolean>} send
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
    this.cards = new ScoreCards(this);
    this.toolbar = new Toolbar(this);
    this.menu = new Menu(this);
    this.tooltip = new Tooltip(store, this.board);
    this.offers = new Offers(this);
    this.shortcuts = new Shortcuts(this);
    this.animator = new Animator(this, () => this.render());
    /** Commands without an answer yet. */
    this.pending = 0;
    /** The answer to the last choice. @type {Promise<boolean>} */
    this.lastChoice = Promise.resolve(true);
    /** Whether nothing was rendered yet. */
    this.first = true;
    /** Steps to pass on as soon as they come. @type {Set<string>} */
    this.autoPass = new Set();
    /** The turn that was announced. */
    this.announced = "";
    /** What the dock asks. */
    this.prompted = "";
    /** Takes the place of the decision in the dock, if a page sets it. @type {(() => Decision|null)|null} */
    this.override = null;
    /** Buttons of a finished game, if a page sets them. @type {(() => Node[])|undefined} */
    this.endButtons = undefined;
    /** Called after every render. @type {Set<() => void>} */
    this.listeners = new Set();
    this.title = h("div", { class: "bar-title" });
    this.left = h("span", { class: "chip left-chip" });
    this.soundButton = h(
      "button",
      {
        class: "tool",
        "data-do": "sound",
        "aria-label": say("play.sound"),
        "aria-pressed": settings.sound,
        onclick: () => this.toggleSound(),
      },
      icon(settings.sound ? "sound" : "mute"),
    );
    this.shared = h("div", { class: "shared-panel" });
    this.rail = h(
      "aside",
      { class: "rail", "aria-label": say("play.rail") },
      this.players.el,
      this.shared,
      this.log.el,
    );
    this.el = this.build();
    this.resized = new ResizeObserver(() => this.updateSafeArea());
    for (const part of [this.dock.el, this.board.el]) this.resized.observe(part);
  }

  build() {
    const { board, notices } = this;
    board.el.setAttribute("aria-label", say("play.board"));
    board.el.append(this.toolbar.el, this.cards.el, notices.toasts, this.offers.el, this.tooltip.el, this.menu.el);
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
      notices.polite,
      notices.urgent,
    );
  }

  /** Tell the board which part of it the panels leave free. */
  updateSafeArea() {
    const box = this.board.el.getBoundingClientRect();
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
    if (!(await store.welcome(message, loadAssets))) return;
    this.render();
    this.log.news();
    if (store.queue.length) this.animator.run();
    if (this.first) {
      this.first = false;
      this.notices.muted = false;
      this.updateBusy();
      this.updateSafeArea();
      this.board.fit(store.legalCells, false);
    } else if (message.again && message.missed.length) this.tellMissed(message.missed);
  }

  /** @param {import("../types.js").GameEvent[]} missed */
  tellMissed(missed) {
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
    if (step.state.actor === this.store.seat && step.state.options) this.announceTurn(step.state);
    this.animator.run();
  }

  /** @param {boolean} online */
  setOnline(online) {
    this.el.classList.toggle("offline", !online);
    this.notices.setOnline(online);
  }

  // Rendering

  /**
   * Render the current state, and ask the player if it is their turn.
   * @param {boolean} [force] ask again even if nothing has changed
   */
  render(force = false) {
    const { store, board } = this;
    if (!store.current?.view || store.closed) return;
    board.setView(store.view);
    board.frame(store.lastMove());
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
   * Show the decision of the player in the dock, or who is being waited for. A decision that is shown already stays as it
   * is: a chat message must not put down the tile in somebody's hand.
   * @param {boolean} [force]
   */
  prompt(force = false) {
    const { store, dock } = this;
    const { moment: version, actor, planned, undo, ended } = store.state;
    const prompted = JSON.stringify([version, actor, planned, undo, ended]);
    this.el.dataset.mine = String(store.isMyTurn);
    const override = this.override?.();
    if (prompted === this.prompted && !force && !override && dock.decision) return;
    this.prompted = prompted;
    if (override) dock.show(override, actor);
    else if (store.isOver) dock.show(over(this), null, { waiting: true });
    else if (!store.isMyTurn) dock.show(waiting(this), actor, { waiting: true });
    else if (planned) dock.show(confirming(this), store.seat);
    else if (!this.passed()) this.decide();
  }

  /** Pass if the player has asked for it. Return whether that was so. */
  passed() {
    const { store } = this;
    const pass = store.options.find((option) => option.do === "pass");
    if (!pass || !this.autoPass.delete(store.view.step)) return false;
    this.dock.show(waiting(this), store.seat, { waiting: true });
    // The answer to the last choice may still be on its way.
    this.lastChoice
      .then(() => this.choose(pass))
      .then((done) => {
        if (!done) this.render(true);
      });
    return true;
  }

  /** Show the control of the step; those of expansions may have to be fetched first. */
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
   * Announce the player's turn: once, as soon as its state has arrived, even while others are still shown.
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
   * Choose one of the options. Resolves to whether the server took it.
   * @param {Option} option
   */
  async choose(option) {
    const index = this.store.options.indexOf(option);
    // Only some of the points that can be aimed at are among the options.
    if ((index < 0 && !option.point) || this.pending) return false;
    this.notices.play(option.do === "place" ? "tile" : "piece");
    this.lastChoice = this.whilePending(this.backend.act(option, index));
    return this.lastChoice;
  }

  /** @param {Command} command */
  send(command) {
    return this.whilePending(this.backend.send(command));
  }

  undo() {
    if (this.store.current?.undo && !this.pending) this.send({ type: "undo" });
  }

  /**
   * Let the table be busy until something is done.
   * @template T
   * @param {Promise<T>} work
   * @returns {Promise<T>}
   */
  async whilePending(work) {
    this.pending++;
    this.updateBusy();
    try {
      return await work;
    } finally {
      this.pending--;
      this.updateBusy();
    }
  }

  toggleSound() {
    settings.sound = !settings.sound;
    this.soundButton.setAttribute("aria-pressed", String(settings.sound));
    this.soundButton.replaceChildren(icon(settings.sound ? "sound" : "mute"));
  }

  close() {
    this.store.close();
    this.cards.next();
    this.dock.clear();
    this.shortcuts.close();
    this.resized.disconnect();
    this.players.close();
    document.title = "Bastide";
  }
}
