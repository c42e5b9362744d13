// The animator: shows the queued steps of the store one after the other.

import { expansionControls } from "../decisions/index.js";
import { pause, reducedMotion } from "../dom.js";
import { settings } from "../settings.js";
import { say } from "../words.js";
import { loadAssets } from "./assets.js";
import { winners } from "./scores.js";

/** @typedef {import("./store.js").Step} Step */
/** @typedef {import("../types.js").EntrySummary} EntrySummary */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").View} View */

/** Milliseconds between the moves of bots. */
const MOVE_INTERVAL = 350;

/** Milliseconds that the tile of another player takes to its cell. */
const TILE_DURATION = 220;

export class Animator {
  /**
   * @param {import("./shell.js").Shell} shell
   * @param {() => void} idle called once the queue is empty
   */
  constructor(shell, idle) {
    this.shell = shell;
    this.store = shell.store;
    this.idle = idle;
    this.running = false;
  }

  /** Show all queued steps, unless already running. */
  async run() {
    const { shell, store } = this;
    if (this.running) return;
    this.running = true;
    shell.updateBusy();
    try {
      for (let step = store.queue.shift(); step; step = store.queue.shift()) await this.show(step);
    } catch (error) {
      console.error(error);
    } finally {
      this.running = false;
      shell.updateBusy();
    }
    if (store.closed) return;
    if (store.queue.length) this.run();
    else this.idle();
  }

  /** @param {Step} step */
  async show({ events, state, happened, weighed }) {
    const { shell, store } = this;
    if (happened) this.showEntry(happened);
    await loadAssets(state, events);
    if (!state.view || !store.current?.view) {
      store.apply(state, events);
      return;
    }
    const before = store.view;
    const moved = state.moment !== store.state.moment;
    if (moved) await shell.ghost.weigh(weighed);
    const scoring = moved ? await shell.loadScoring() : null;
    if (moved) shell.dock.clear();
    store.apply(state, events);
    if (!moved) return;
    shell.updateBusy();
    scoring?.update();
    await this.showMove(events, before);
    // The turn can be undone while its points are shown.
    if (state.grace) shell.prompt();
    await this.showEvents(events, before.scores);
    scoring?.motion.walkHome(events);
    shell.board.setPieces(store.view);
    if (store.queue.length && this.isByOthers(events)) await pause(MOVE_INTERVAL);
  }

  /**
   * Show offers that were refused.
   * @param {EntrySummary} entry
   */
  showEntry({ kind, seat, yes }) {
    const { store } = this;
    if (kind === "answered" && yes === false && seat !== store.seat)
      this.shell.notices.toast(say("play.refused", { name: store.name(seat) }));
  }

  /**
   * Show the new tile and pieces. Scores and scored pieces stay until the scores are shown.
   * @param {GameEvent[]} events
   * @param {View} before
   */
  async showMove(events, before) {
    const { store } = this;
    const { board, track, players, log, notices, scoring } = this.shell;
    const byOthers = this.isByOthers(events);
    const source = byOthers ? this.tileSource(events) : null;
    const added = events
      .filter((event) => (event.event === "deployed" || event.event === "put") && event.cell)
      .map((event) => ({
        seat: event.seat,
        piece: event.piece ?? "follower",
        strength: 1,
        guest: false,
        cell: /** @type {[number, number]} */ (event.cell),
        segment: event.segment ?? 0,
        feature: event.feature ?? "",
      }));
    const scored = events.some((event) => event.lines?.length && (event.points ?? 0) >= 0);
    const pieces = scored ? [...before.pieces, ...added] : store.view.pieces;
    board.setView(store.view, { keepPieces: true });
    if (!byOthers) board.setPieces({ ...store.view, pieces });
    board.frame(store.lastMove());
    track.update(before.scores);
    players.update(before.scores, before.actor);
    log.update();
    for (const line of log.news((event) => Boolean(scoring?.announces(event)))) notices.announce(line);
    if (byOthers) {
      this.follow(events);
      const laid = store.board.at(-1);
      if (laid) void scoring?.motion.slideTile(laid, source);
      await pause(TILE_DURATION);
      notices.play("tile", { quiet: true });
      board.setPieces({ ...store.view, pieces });
    }
    if (added.length) notices.play("piece", { quiet: byOthers });
  }

  /**
   * Where a tile of another player comes from: the dock if it shows the tile, else the player's row.
   * @param {GameEvent[]} events
   */
  tileSource(events) {
    const { dock, players } = this.shell;
    const shown = dock.el.classList.contains("waiting") ? dock.picture.querySelector(".tile") : null;
    const box = shown?.getBoundingClientRect();
    if (box?.width) return box;
    const seat = events.find((event) => event.event === "placed")?.seat;
    return typeof seat === "number" ? players.homeRect(seat) : null;
  }

  /**
   * Show animations of expansions, and every score.
   * @param {GameEvent[]} events
   * @param {number[]} before the scores
   */
  async showEvents(events, before) {
    const { shell, store } = this;
    const scores = [...before];
    let shown = false;
    for (const event of events) {
      if (event.event === "discarded") shell.notices.toast(say("play.discarded"), "bag");
      await expansionControls?.animate(shell, event);
      if (event.lines?.length && !store.isBehind) {
        await shell.scoring?.show(event, [...scores]);
        shown = true;
      }
      for (const seat of winners(event)) scores[seat] += event.points ?? 0;
    }
    if (shown) await pause(shell.scoring?.pause ?? 0);
  }

  /** @param {GameEvent[]} events */
  isByOthers(events) {
    return events.some((event) => event.event === "placed" && event.seat !== this.store.seat);
  }

  /**
   * Pan to the move of another player, depending on the settings.
   * @param {GameEvent[]} events
   */
  follow(events) {
    const { board } = this.shell;
    const cell = events.find((event) => event.event === "placed")?.cell;
    if (!cell || settings.follow === "never") return;
    if (settings.follow === "always" || !board.isVisible(cell))
      board.whenIdle(() => board.reveal([cell], { glide: !reducedMotion() }));
  }
}
