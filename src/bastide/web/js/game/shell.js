// A table on the screen: it takes in what happens, shows it step by step, and asks the player when it is their turn.

import { loadArt, tileArt } from "../art.js";
import { Board } from "../board/board.js";
import { expansionControls, loadExpansions, controlFor } from "../decisions/index.js";
import { fill, h, smallScreen, pause, reducedMotion } from "../dom.js";
import { emblem, icon } from "../icons.js";
import { settings } from "../settings.js";
import { play } from "../sound.js";
import { listing, say } from "../words.js";
import { Toolbar } from "./toolbar.js";
import { contents } from "./descriptions.js";
import { Dock } from "./dock.js";
import { Shortcuts } from "./shortcuts.js";
import { Log } from "./log.js";
import { Menu } from "./menu.js";
import { TableStore } from "./store.js";
import { Offers } from "./offers.js";
import { Players } from "./players.js";
import { confirming, over, undoButton, waiting } from "./prompts.js";
import { ScoreCards } from "./scorecard.js";
import { Tooltip } from "./tooltip.js";
import { Track } from "./track.js";

/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Spot} Spot */
/**
 * @typedef {object} Source where a table's states come from: a line to the server, a replay, or the lesson
 * @property {boolean} live
 * @property {(option: Option, index: number) => Promise<boolean>} act
 * @property {(command: {type: string, [more: string]: unknown}) => Promise<boolean>} send
 */
/** @typedef {{events: GameEvent[], state: State, happened?: {kind: string, seat: number|null, yes?: boolean, line?: import("../types.js").Said}}} Step */

const BETWEEN_BOTS = 350;
const CALM = 4000;
const TOAST = 4000;

export class Shell {
  /**
   * @param {Source} source
   * @param {TableStore} store
   */
  constructor(source, store) {
    this.source = source;
    this.store = store;
    this.board = new Board();
    this.dock = new Dock();
    this.players = new Players(this);
    this.track = new Track(this);
    this.log = new Log(this);
    this.cards = new ScoreCards(this);
    this.aids = new Toolbar(this);
    this.menu = new Menu(this);
    this.tips = new Tooltip(this);
    this.keys = new Shortcuts(this);
    this.polite = h("div", { class: "sr", "aria-live": "polite" });
    this.urgent = h("div", { class: "sr", "aria-live": "assertive" });
    this.toasts = h("div", { class: "toasts", role: "status" });
    this.offers = new Offers(this);
    this.el = h("main", { id: "table", class: "table", "data-busy": "true", "data-mine": "false" });
    /** @type {Step[]} */
    this.queue = [];
    this.showing = false;
    this.pending = 0;
    this.up = true;
    this.first = true;
    /** What the player wants skipped when it comes: steps. @type {Set<string>} */
    this.plans = new Set();
    /** The turn for which the bell was rung. */
    this.rung = "";
    /** What else a page shows in the dock while nobody is asked. @type {(() => import("./dock.js").Decision|null)|null} */
    this.instead = null;
    /** Called after everything was shown. @type {Set<() => void>} */
    this.watchers = new Set();
    this.build();
  }

  build() {
    const { board } = this;
    board.el.setAttribute("aria-label", say("desk.board"));
    this.title = h("div", { class: "bar-title" });
    this.left = h("span", { class: "chip left-chip" });
    const sound = h(
      "button",
      {
        class: "tool",
        "data-do": "sound",
        "aria-label": say("desk.sound"),
        "aria-pressed": settings.sound,
        onclick: () => this.toggleSound(),
      },
      icon(settings.sound ? "sound" : "mute"),
    );
    this.soundButton = sound;
    const bar = h(
      "header",
      { class: "topbar" },
      h(
        "a",
        { class: "brand", href: "/", "aria-label": `Bastide, ${say("desk.home")}` },
        emblem(),
        h("span", {}, "Bastide"),
      ),
      h("span", { class: "sep" }),
      this.title,
      h("div", { class: "trk" }, this.track.el),
      this.left,
      sound,
      this.menu.button,
    );
    board.el.append(this.aids.el, this.cards.el, this.toasts, this.offers.el, this.tips.el, this.menu.el);
    this.common = h("div", { class: "shared-panel" });
    this.rail = h(
      "aside",
      { class: "rail", "aria-label": say("desk.rail") },
      this.players.el,
      this.common,
      this.log.el,
    );
    this.centre = h("div", { class: "centre" }, board.el, this.dock.el);
    this.el.append(bar, this.centre, this.rail, this.polite, this.urgent);
    this.measure = new ResizeObserver(() => this.makeRoom());
    for (const part of [this.dock.el, board.el]) this.measure.observe(part);
  }

  /** Tell the board which part of it the panels leave free. */
  makeRoom() {
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

  // What happens

  /**
   * How things stand, when the line comes up.
   * @param {{seat: number|null, state: State, chat: import("../types.js").Said[], missed: GameEvent[], again: boolean}} message
   */
  async welcome({ seat, state, chat, missed, again }) {
    this.store.seat = seat;
    this.store.setClocks(state);
    // What came before the break and was not shown yet is part of the story, too.
    for (const step of this.queue.splice(0))
      if (this.store.current?.view && step.state.view) this.store.apply(step.state, step.events);
    this.ready = false;
    await this.art(state);
    if (this.closed) return;
    this.ready = true;
    // The whole story takes the place of what was known; a part of it goes on where that ended.
    if (!again || missed.length === state.told) this.store.events.length = 0;
    this.store.apply(state, missed);
    this.store.chat = chat;
    this.rest();
    this.log.news();
    if (this.queue.length && !this.showing) this.run();
    if (this.first) {
      this.first = false;
      this.busy();
      this.makeRoom();
      this.board.fit(this.lit(), false);
    } else if (again && missed.length) {
      const who = [...new Set(missed.map((event) => event.seat))]
        .filter((one) => one !== null && one !== seat)
        .map((one) => this.store.name(one));
      this.toast(
        who.length ? say("desk.back_played", { names: listing(who), n: who.length }) : say("desk.back"),
        "check",
      );
    }
  }

  /** @param {State} state */
  async art(state) {
    const plain = state.table.tile_sets.length === 1 && state.table.tile_sets[0] === "base";
    await Promise.all([loadArt(state.table.tile_sets, { tokens: !plain }), plain ? null : loadExpansions()]);
  }

  /** @param {Step} step */
  step(step) {
    if (this.closed) return;
    this.store.setClocks(step.state);
    this.queue.push(step);
    if (!this.ready) return;
    if (step.state.actor === this.store.seat && step.state.options) this.ring(step.state);
    if (!this.showing) this.run();
  }

  async run() {
    this.showing = true;
    this.busy();
    try {
      for (let step = this.queue.shift(); step; step = this.queue.shift()) await this.show(step);
    } catch (problem) {
      console.error(problem);
    } finally {
      this.showing = false;
      this.busy();
    }
    if (this.closed) return;
    if (this.queue.length) this.run();
    else this.rest();
  }

  /** @param {Step} step */
  async show({ events, state, happened }) {
    const { store, board } = this;
    if (happened?.kind === "said" && happened.line) {
      store.chat.push(happened.line);
      if (happened.line.seat !== store.seat) this.sound("knock");
    }
    if (happened?.kind === "answered" && happened.yes === false && happened.seat !== store.seat)
      this.toast(say("desk.refused", { name: store.name(happened.seat) }));
    if (!state.view || !store.current?.view) {
      await this.art(state);
      store.apply(state, events);
      return;
    }
    const before = store.view;
    const moved = state.moment !== store.state.moment;
    if (moved) this.dock.clear();
    store.apply(state, events);
    if (!moved) return;
    this.busy();
    const others = events.some((event) => event.event === "placed" && event.seat !== store.seat);
    board.setView(store.view, { keepPieces: true });
    const added = events
      .filter((event) => (event.event === "deployed" || event.event === "put") && event.cell)
      .map((event) => ({
        seat: event.seat,
        piece: event.piece ?? "follower",
        strength: 1,
        guest: false,
        cell: /** @type {[number, number]} */ (event.cell),
        segment: event.segment ?? 0,
      }));
    const scored = events.filter((event) => event.lines && event.lines.length && (event.points ?? 0) >= 0);
    board.setPieces({ ...store.view, pieces: scored.length ? [...before.pieces, ...added] : store.view.pieces });
    board.frame(store.lastMove());
    this.track.update(before.scores);
    this.players.update(before.scores, before.actor);
    this.log.update();
    for (const line of this.log.news()) this.speak(line);
    if (others) {
      this.follow(events);
      this.sound("tile");
      await pause(220);
    } else if (added.length) this.sound("piece");
    const scores = [...before.scores];
    for (const event of events) {
      if (event.event === "hurled" || event.event.startsWith("catch_")) await expansionControls?.showThrow(this, event);
      else if (event.event === "pig_stops") await expansionControls?.showWheel(this, event);
      else if (["sheep_came", "wolf_came", "gold_taken"].includes(event.event))
        await expansionControls?.showToken(this, event);
      else if (event.event === "discarded") this.toast(say("desk.discarded"), "bag");
      if (event.lines?.length && !this.cutShort) await this.cards.show(event, scores);
      for (const seat of event.winners ?? (event.seat !== null && event.points ? [event.seat] : []))
        scores[seat] += event.lines ? (event.points ?? 0) : 0;
    }
    board.setPieces(store.view);
    if (others && this.queue.length) await pause(BETWEEN_BOTS);
  }

  /** Show nothing more of what waits: everything is as it is now. */
  get cutShort() {
    return this.queue.length > 6;
  }

  /** What is being asked now, to know it again. */
  asking = "";

  /**
   * Everything was shown: now the player, or waiting for others.
   * @param {boolean} [anew] ask again even if nothing has changed
   */
  rest(anew = false) {
    const { store, board } = this;
    if (!store.current?.view || this.closed) return;
    board.setView(store.view);
    board.frame(store.lastMove());
    this.players.update();
    this.track.update();
    this.log.update();
    if (this.common) fill(this.common, expansionControls?.sharedPanel(this));
    this.aids.update();
    this.menu.update();
    this.offers.update();
    const { table } = store.state;
    document.title = store.isMyTurn ? `● ${say("desk.your_turn")} · Bastide` : "Bastide";
    this.title?.replaceChildren(
      h("h1", {}, this.caption()),
      h("span", {}, say("desk.turn_number", { turn: store.view.turn })),
    );
    this.left?.replaceChildren(icon("bag", "s"), h("b", {}, String(store.view.left)), h("span", {}, say("desk.left")));
    this.el.dataset.version = String(store.state.moment);
    this.el.dataset.step = store.view.step;
    this.el.dataset.actor = String(store.state.actor);
    this.el.dataset.table = table.id;
    this.decide(anew);
    this.busy();
    this.watchers.forEach((watcher) => watcher());
  }

  caption() {
    const { expansions, preset } = this.store.state.table.options;
    const named = expansions.slice(0, 2).map((name) => say(`title.${name}`));
    return expansions.length ? named.join(", ") + (expansions.length > 2 ? "…" : "") : say(`title.${preset}`);
  }

  /**
   * Ask the player, if it is their turn; else say who is being waited for. What is being asked already stays as it is: a
   * word in the chat must not take the ghost out of somebody's hand.
   * @param {boolean} [anew]
   */
  decide(anew = false) {
    const { store } = this;
    const { moment, actor, planned, undo, ended } = store.state;
    const asking = JSON.stringify([moment, actor, planned, undo, ended]);
    this.el.dataset.mine = String(store.isMyTurn);
    const instead = this.instead?.();
    if (asking === this.asking && !anew && !instead && this.dock.decision) return;
    this.asking = asking;
    if (instead) return void this.dock.show(instead, store.state.actor);
    if (store.isOver) return void this.dock.show(over(this), null, { waiting: true });
    if (!store.isMyTurn) return void this.dock.show(waiting(this), store.state.actor, { waiting: true });
    if (store.state.planned) return void this.dock.show(confirming(this), store.seat);
    const { step } = store.view;
    const pass = store.options.find((option) => option.do === "pass");
    if (pass && this.plans.has(step)) {
      this.plans.delete(step);
      this.dock.show(waiting(this), store.seat, { waiting: true });
      // The answer to the last command may still be on its way.
      this.command
        .then(() => this.choose(pass))
        .then((ok) => {
          if (!ok) this.rest(true);
        });
      return;
    }
    const maker = controlFor(step);
    if (!maker) return void this.fetchControl();
    const decision = maker(this, store.options);
    if (store.state.undo) decision.buttons.unshift(undoButton(this));
    this.dock.show(decision, store.seat);
    this.ring(store.state);
  }

  /** Fetch the control of a rare step, and ask then; until it is there the table is busy. */
  async fetchControl() {
    this.pending++;
    this.busy();
    await loadExpansions().finally(() => {
      this.pending--;
    });
    this.rest(true);
  }

  /**
   * Say that it is the player's turn: once a turn, and as soon as it is, even while something else is still shown.
   * @param {State} state
   */
  ring(state) {
    const { view, options = [] } = state;
    if (!view || this.closed) return;
    const turn = `${view.turn}/${view.part}/${view.actor}`;
    if (this.rung === turn) return;
    this.rung = turn;
    this.sound("bell");
    document.title = `● ${say("desk.your_turn")} · Bastide`;
    const places = new Set(options.filter((option) => option.do === "place").map((option) => String(option.cell))).size;
    this.speak(
      [
        say("desk.your_turn"),
        view.tile ? say("desk.tile_has", { what: contents(view.tile) }) : "",
        places ? say("desk.places", { n: places }) : "",
      ]
        .filter(Boolean)
        .join(". "),
      true,
    );
    if (settings.notices && document.hidden && "Notification" in window && Notification.permission === "granted")
      new Notification(say("desk.your_turn"), { body: this.caption(), tag: state.table.id });
  }

  /** The buttons of a game that is over; the page sets them. @type {(() => Node[])|undefined} */
  endButtons = undefined;

  // What the player does

  /**
   * Choose one of the options.
   * @param {Option} option
   */
  async choose(option) {
    const index = this.store.options.indexOf(option);
    // Of the points one may aim at, the options are only some.
    if ((index < 0 && !option.point) || this.pending) return false;
    this.pending++;
    this.busy();
    this.sound(option.do === "place" ? "tile" : "piece");
    this.command = this.source.act(option, index);
    const ok = await this.command;
    this.pending--;
    this.busy();
    return ok;
  }

  /** @param {{type: string, [more: string]: unknown}} command */
  async send(command) {
    this.pending++;
    this.busy();
    const ok = await this.source.send(command);
    this.pending--;
    this.busy();
    return ok;
  }

  undo() {
    if (this.store.current?.undo && !this.pending) this.send({ type: "undo" });
  }

  /** The last command that was sent. @type {Promise<boolean>} */
  command = Promise.resolve(true);
  // Small things

  /** @param {boolean} up */
  line(up) {
    this.up = up;
    this.el.classList.toggle("offline", !up);
    clearTimeout(this.lost);
    if (up) this.toasts.querySelector(".lost")?.remove();
    else
      this.lost = setTimeout(() => {
        if (!this.up)
          this.toasts.replaceChildren(h("div", { class: "toast lost" }, icon("offline", "s"), say("desk.lost")));
      }, 1500);
    this.busy();
  }

  /** @type {number|undefined} */
  lost = undefined;

  busy() {
    this.el.dataset.busy = String(this.first || this.showing || this.pending > 0 || this.queue.length > 0);
  }

  /**
   * A short notice above the dock.
   * @param {string} text
   * @param {import("../icons.js").IconName} [name] of its icon
   */
  toast(text, name = "info") {
    const el = h("div", { class: "toast" }, icon(name, "s"), text);
    this.toasts.replaceChildren(el);
    this.speak(text);
    setTimeout(() => el.remove(), TOAST);
  }

  /**
   * Tell those who listen.
   * @param {string} text
   * @param {boolean} [now]
   */
  speak(text, now = false) {
    const place = now ? this.urgent : this.polite;
    place.append(h("p", {}, text));
    while (place.childElementCount > 6) place.firstElementChild?.remove();
  }

  /** @param {string} name */
  sound(name) {
    if (settings.sound && !this.first) play(name);
  }

  toggleSound() {
    settings.sound = !settings.sound;
    this.soundButton?.setAttribute("aria-pressed", String(settings.sound));
    this.soundButton?.replaceChildren(icon(settings.sound ? "sound" : "mute"));
  }

  /** The cells where the tile in hand fits. */
  lit() {
    return this.store.options.flatMap((option) => (option.do === "place" && option.cell ? [option.cell] : []));
  }

  /**
   * Move the board by itself only if the player has not moved it lately.
   * @param {() => void} move
   */
  whenIdle(move) {
    if (performance.now() - this.board.input.panned > CALM || !this.board.input.panned) move();
  }

  /** @param {GameEvent[]} events */
  follow(events) {
    const cell = events.find((event) => event.event === "placed")?.cell;
    if (!cell || settings.follow === "never") return;
    if (settings.follow === "always" || !this.board.isVisible(cell))
      this.whenIdle(() => this.board.reveal([cell], { glide: !reducedMotion() }));
  }

  /**
   * What kind of feature is at a spot.
   * @param {Spot} spot
   */
  segmentKind([x, y, segment]) {
    const laid = this.store.tileAt(x, y);
    return laid ? (tileArt(laid.tile).segments[segment]?.kind ?? "") : "";
  }

  /** Whether the page was left. */
  closed = false;
  /** Whether a welcome was taken, so that steps can be shown. */
  ready = false;

  close() {
    this.closed = true;
    this.queue.length = 0;
    this.cards.next();
    this.dock.clear();
    this.keys.close();
    this.measure?.disconnect();
    this.players.close();
    document.title = "Bastide";
  }
}
