// The story: one line a turn. Its places are outlined on the board on hover or focus, and a click glides there.

import { seatToken } from "../art.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";
import { eventText, turnText } from "./clauses.js";
import { LogEntries, tableChanges } from "./log-entries.js";
import { reasonText, scoreLines, scoreTitle, winnerNames } from "./score-texts.js";
import { winners } from "./scores.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Place} Place */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../types.js").TableState} TableState */
/** @typedef {import("./clauses.js").PlaceText} PlaceText */
/** @typedef {import("./log-entries.js").LogEntry} LogEntry */

/** Events that concern the table rather than a player. */
const GENERAL = ["discarded", "buried", "won", "passed", "hand_shown"];
/** Pixels from the end within which the list scrolls along. */
const NEAR_END = 60;
/** What can have the focus in a line. */
const ITEMS = ".place, .expand";

export class Story {
  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.entries = new LogEntries();
    /** @type {Map<LogEntry, HTMLLIElement>} */
    this.lines = new Map();
    /** @type {TableState|null} */
    this.before = null;
    /** Entries that were not announced yet. @type {Set<LogEntry>} */
    this.fresh = new Set();
    /** The number of new lines below those that are shown. */
    this.below = 0;
    this.outline = shell.board.highlighter("dashed");
    this.list = h("ol", {
      class: "lines",
      tabindex: 0,
      "aria-label": say("log.list"),
      onscroll: () => {
        if (this.nearEnd()) this.markSeen();
      },
      onpointerover: (/** @type {PointerEvent} */ event) => void this.show(event.target),
      onpointerleave: () => this.outline.close(),
      onfocusin: (/** @type {FocusEvent} */ event) => void this.show(event.target),
      onfocusout: () => this.outline.close(),
      onclick: (/** @type {MouseEvent} */ event) => void this.glide(event.target),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    this.empty = h("p", { class: "empty-note meta" }, say("log.empty"));
    this.pill = h("button", {
      type: "button",
      class: "btn small new-lines",
      hidden: true,
      onclick: () => this.toEnd(),
    });
    this.panel = h(
      "div",
      { class: "log-panel", role: "tabpanel", id: "log-panel", "aria-labelledby": "log-tab" },
      this.empty,
      this.list,
      this.pill,
    );
  }

  /**
   * The text of entries that were not announced yet.
   * @param {(event: GameEvent) => boolean} [isAnnounced] whether an event is announced elsewhere
   */
  news(isAnnounced = () => false) {
    const texts = [...this.fresh]
      .filter(({ events }) => !events.every(isAnnounced))
      .map((entry) =>
        [...(this.lines.get(entry)?.children ?? [])]
          .map((part) => part.textContent)
          .join(" ")
          .trim(),
      );
    this.fresh.clear();
    return texts;
  }

  /** Show new entries and changes at the table. */
  update() {
    const { store } = this.shell;
    const wasAtEnd = this.nearEnd();
    const { fresh, rewritten, removed, rewound } = this.entries.update(store.events);
    for (const entry of removed) {
      this.lines.get(entry)?.remove();
      this.lines.delete(entry);
      this.fresh.delete(entry);
    }
    const known = new Set(this.lines.keys());
    for (const entry of [...rewritten, ...fresh]) this.write(entry);
    for (const entry of fresh) this.fresh.add(entry);
    if (!wasAtEnd) this.below += [...fresh].filter((entry) => !known.has(entry)).length;
    const { state } = store;
    const changes = this.before ? tableChanges(this.before, state, rewound) : [];
    for (const { id, seat } of changes) this.list.append(h("li", {}, this.system(say(id, { name: store.name(seat) }))));
    this.before = state;
    this.empty.hidden = this.lines.size > 0;
    if (wasAtEnd || changes.length) this.toEnd();
    fill(this.pill, say("story.new_lines", { count: this.below }), icon("chevron-down", "s"));
    this.pill.hidden = !this.below;
    this.setTabStop();
  }

  /** Write all lines again, after a change of the settings. */
  rewrite() {
    for (const entry of this.lines.keys()) this.write(entry);
    this.setTabStop();
  }

  /**
   * Add or update the line of an entry.
   * @param {LogEntry} entry
   */
  write(entry) {
    let line = this.lines.get(entry);
    if (!line) {
      line = h("li");
      const [event] = entry.events;
      if (event.event === "placed") line.dataset.placed = String(event.cell);
      this.lines.set(entry, line);
      this.list.append(line);
    }
    const points = entry.events.reduce((sum, event) => sum + (event.lines ? (event.points ?? 0) : 0), 0);
    if (entry.events.some((event) => event.lines)) line.dataset.points = String(points);
    else delete line.dataset.points;
    fill(line, this.parts(entry.events));
  }

  /**
   * The content of a line.
   * @param {GameEvent[]} events
   */
  parts(events) {
    const [event] = events;
    const { store } = this.shell;
    if (event.lines) return [this.token(winners(event)), this.scored(event), ...this.score([event])];
    if (event.event === "discarded") return this.system(say("log.discarded"));
    const words = this.words(turnText(events, (seat) => store.name(seat)));
    const general = event.seat === null || GENERAL.includes(event.event);
    const scores = events.filter((one) => one.lines);
    return [general ? icon("info", "s") : this.token([event.seat]), words, ...this.score(scores)];
  }

  /** @param {(number|null)[]} seats */
  token(seats) {
    return h(
      "span",
      { class: "tokens" },
      seats.map((seat) => (seat === null ? null : seatToken(seat, "s"))),
    );
  }

  /** @param {string} text */
  system(text) {
    return [icon("info", "s"), h("span", { class: "words soft" }, text)];
  }

  /**
   * A text with its places, which can be pointed at.
   * @param {PlaceText} told
   */
  words(told) {
    return h(
      "span",
      { class: "words" },
      told.parts((place, text) => this.place(place, text)),
    );
  }

  /**
   * A place in a text.
   * @param {Place} place
   * @param {string} text
   */
  place(place, text) {
    // A button element would not break over lines.
    return h("span", { role: "button", class: "place", tabindex: -1, "data-place": place.at.join(",") }, text);
  }

  /**
   * A score that is no part of a turn: "City finished, the western city: Red".
   * @param {GameEvent} event
   */
  scored(event) {
    const { place } = event;
    const title = say("log.score", { what: scoreTitle(event), names: winnerNames(this.shell.store, event) });
    return h(
      "span",
      { class: "words" },
      title,
      place
        ? [" · ", ...eventText({ ...event, text: place.text ?? "" }).parts((one, text) => this.place(one, text))]
        : [],
    );
  }

  /**
   * The points of a line, and how they came about on demand.
   * @param {GameEvent[]} scores
   */
  score(scores) {
    if (!scores.length) return [];
    const { store } = this.shell;
    /** Points by seat. @type {Map<number, number>} */
    const gained = new Map();
    for (const event of scores)
      for (const seat of winners(event)) gained.set(seat, (gained.get(seat) ?? 0) + (event.points ?? 0));
    const totals = [...new Set(gained.values())];
    const why = h("div", { class: "why", hidden: true });
    const button = h(
      "button",
      {
        type: "button",
        class: "expand",
        tabindex: -1,
        "aria-expanded": "false",
        title: say("log.open"),
        onclick: () => {
          if (!why.childElementCount)
            fill(
              why,
              scores.flatMap((event) => [
                scoreLines(event, scoreTitle(event)),
                h("p", { class: "cap" }, reasonText(store, event)),
              ]),
            );
          why.hidden = !why.hidden;
          button.setAttribute("aria-expanded", String(!why.hidden));
          if (!why.hidden) why.scrollIntoView({ block: "nearest" });
        },
      },
      totals.length === 1
        ? h("span", { class: "pts" }, say("score.plus", { points: totals[0] }))
        : [...gained].map(([seat, points]) =>
            h("span", { class: "pts" }, seatToken(seat, "s"), say("score.plus", { points })),
          ),
      icon("chevron-down", "s"),
    );
    return [button, why];
  }

  // Places

  /**
   * The spots of the place that an element stands for.
   * @param {EventTarget|null} target
   * @returns {Promise<Spot[]>}
   */
  async spotsOf(target) {
    const at = target instanceof Element ? target.closest("[data-place]")?.getAttribute("data-place") : null;
    if (!at) return [];
    const { store } = this.shell;
    const spot = /** @type {Spot} */ (/** @type {unknown} */ (at.split(",").map(Number)));
    await store.loadLand();
    return store.featureAt(spot)?.at ?? [spot];
  }

  /** The number of the latest request for an outline; earlier ones are dropped. */
  requests = 0;

  /**
   * Outline the place that is pointed at.
   * @param {EventTarget|null} target
   */
  async show(target) {
    const request = ++this.requests;
    const spots = await this.spotsOf(target);
    if (request === this.requests) this.outline.show(spots.filter(([x, y]) => this.shell.store.tileAt(x, y)));
  }

  /**
   * Bring the place, or the tile of the line, into view.
   * @param {EventTarget|null} target
   */
  async glide(target) {
    if (!(target instanceof Element) || target.closest(".expand, .why")) return;
    const spots = await this.spotsOf(target);
    const laid = target.closest("li")?.dataset.placed?.split(",").map(Number);
    /** @type {[number, number][]} */
    const cells = spots.length ? spots.map(([x, y]) => [x, y]) : laid ? [[laid[0], laid[1]]] : [];
    this.shell.board.reveal(cells);
  }

  /**
   * Light up the lines that speak of a feature.
   * @param {Spot[]} spots none clear the light
   */
  light(spots) {
    const keys = new Set(spots.map(String));
    for (const [{ events }, line] of this.lines) {
      const lit = keys.size > 0 && events.some(({ place }) => place && keys.has(String(place.at)));
      line.classList.toggle("lit", lit);
    }
  }

  // Focus and scrolling

  /** All places and points that can have the focus, in order. */
  items() {
    return /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll(ITEMS)]);
  }

  /** Make one item the tab stop: the one with the focus, or the newest. */
  setTabStop() {
    const items = this.items();
    const stop = items.find((item) => item === document.activeElement) ?? items.at(-1);
    for (const item of items) item.tabIndex = item === stop ? 0 : -1;
    this.list.tabIndex = stop ? -1 : 0;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    if ((event.key === "Enter" || event.key === " ") && target instanceof Element && target.matches(".place")) {
      event.preventDefault();
      event.stopPropagation();
      return void this.glide(target);
    }
    const items = this.items();
    const at = items.findIndex((item) => item === document.activeElement);
    const next = {
      ArrowUp: at - 1,
      ArrowLeft: at - 1,
      ArrowDown: at + 1,
      ArrowRight: at + 1,
      Home: 0,
      End: items.length - 1,
    }[event.key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    items[Math.max(0, Math.min(items.length - 1, next))].focus();
    this.setTabStop();
  }

  nearEnd() {
    return this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < NEAR_END;
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
    this.markSeen();
  }

  markSeen() {
    this.below = 0;
    this.pill.hidden = true;
  }
}
