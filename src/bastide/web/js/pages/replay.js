// The replay of a finished game: a timeline, playback, and the list of moves.

import { get } from "../api.js";
import { loadArt, seatToken, tilePicture } from "../art.js";
import { fill, h } from "../dom.js";
import { download } from "../game/download.js";
import { Shell } from "../game/shell.js";
import { Recording } from "../game/recording.js";
import { share } from "../game/result.js";
import { TableStore } from "../game/store.js";
import { turnText } from "../game/clauses.js";
import { LogEntries } from "../game/log-entries.js";
import { icon } from "../icons.js";
import { CHART_PADDING, scoreChart } from "../chart.js";
import { loadStyle } from "../styles.js";
import { day, language, say, useEdition } from "../words.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {Parameters<typeof icon>[0]} IconName */

/** The height of the chart. */
const CHART_HEIGHT = 64;
/** The number of highlighted moves. */
const HIGHLIGHTS = 8;
/** Milliseconds per move at normal speed. */
const MOVE_DURATION = 1400;
/** @type {[number, string, string][]} */
const SPEEDS = [
  [0.5, "replay.half", "replay.speed_half"],
  [1, "replay.once", "replay.speed_once"],
  [4, "replay.fast", "replay.speed_fast"],
];

/**
 * @param {HTMLElement} root
 * @param {import("../router.js").Params} params
 */
export async function show(root, params) {
  const id = params.id ?? "";
  const [data] = await Promise.all([get(`/api/tables/${id}/replay?lang=${language()}`), loadStyle("final")]);
  const recording = new Recording(data);
  await loadArt(recording.table.tile_sets);
  if (!root.isConnected) return undefined;
  useEdition(recording.table.options.preset);
  const replay = new ReplayPage(recording);
  root.replaceChildren(replay.shell.el);
  const move = params.query.get("move");
  await replay.start(Math.min(recording.last, Math.max(0, Math.floor(Number(move)) || 0)));
  return () => replay.close();
}

class ReplayPage {
  /** @param {Recording} recording */
  constructor(recording) {
    this.recording = recording;
    this.id = recording.table.id;
    this.at = 0;
    this.speed = 1;
    /** @type {number|undefined} */
    this.timer = undefined;
    /** @type {number|undefined} */
    this.urlTimer = undefined;
    this.store = new TableStore({
      live: false,
      landUrl: (state) => `/api/tables/${state.table.id}/land?move=${state.moment}`,
    });
    this.shell = new Shell({ act: async () => false, send: async () => false }, this.store);
    this.shell.scores = "brief";
    const decision = { eyebrow: "", title: "", body: this.controls(), wide: true, buttons: [], close() {} };
    this.shell.override = () => decision;
    this.shell.dock.el.classList.add("replay-dock");
    this.shell.listeners.add(() => this.caption());
    this.list = h(
      "ol",
      { class: "mv", "aria-label": say("replay.list") },
      recording.moves.map((_, i) => h("li", {}, this.row(i))),
    );
    this.shell.log.insertPanel(say("replay.moves"), h("div", { class: "log-panel" }, this.list));
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onKey, true);
  }

  close() {
    document.removeEventListener("keydown", this.onKey, true);
    clearInterval(this.timer);
    clearTimeout(this.urlTimer);
    this.resizeObserver?.disconnect();
    this.shell.close();
  }

  /**
   * Show the first state.
   * @param {number} at
   */
  async start(at) {
    const { shell, recording } = this;
    this.at = at;
    const move = recording.moves[at];
    await shell.welcome({
      seat: null,
      state: recording.state(at),
      chat: [],
      missed: recording.events.slice(0, move.eventCount),
      again: false,
    });
    const cells = recording.moves[recording.last].state.view?.board.map(({ cell }) => cell) ?? [];
    shell.board.fit(cells, false);
    this.updatePosition();
  }

  // Content

  /**
   * The row of a move.
   * @param {number} i
   */
  row(i) {
    const { seat, text, points, events } = this.recording.moves[i];
    const laid = events.find(({ event }) => event === "placed");
    return h(
      "button",
      { type: "button", "data-move": i, title: text, onclick: () => this.go(i) },
      h("span", { class: "n" }, i || ""),
      seat === null ? h("span") : seatToken(seat, "s"),
      laid?.tile ? tilePicture(laid.tile, laid.rotation ?? 0) : h("span"),
      h("span", { class: "words" }, i ? this.summary(events) : say("replay.start")),
      points > 0 ? h("b", { class: "pts" }, say("replay.points", { points })) : null,
    );
  }

  /**
   * A move in the words of the story.
   * @param {GameEvent[]} events
   */
  summary(events) {
    const [turn] = new LogEntries().split(events);
    const names = (/** @type {number|null} */ seat) =>
      seat === null ? "" : (this.recording.table.seats[seat]?.name ?? "");
    return turn ? String(turnText(turn.events, names, false)) : "";
  }

  /** The controls below the board. */
  controls() {
    const button = (
      /** @type {string} */ name,
      /** @type {IconName} */ picture,
      /** @type {string} */ words,
      /** @type {() => void} */ act,
    ) =>
      h(
        "button",
        { type: "button", class: "tool", "data-do": name, "aria-label": words, title: words, onclick: act },
        icon(picture),
      );
    this.playButton = h(
      "button",
      {
        type: "button",
        class: "tool player",
        "data-do": "play",
        "aria-label": say("replay.play"),
        title: say("replay.play"),
        onclick: () => this.toggle(),
      },
      icon("play"),
    );
    const steps = h(
      "div",
      { class: "row steps-row" },
      button("first", "first", say("replay.first"), () => this.go(0)),
      button("back", "chevron-left", say("replay.back"), () => this.go(this.at - 1)),
      this.playButton,
      button("on", "chevron-right", say("replay.on"), () => this.go(this.at + 1)),
      button("last", "last", say("replay.last"), () => this.go(this.recording.last)),
    );
    this.speeds = SPEEDS.map(([speed, words, spoken]) =>
      h(
        "button",
        {
          type: "button",
          role: "radio",
          "aria-checked": String(speed === this.speed),
          "aria-label": say(spoken),
          "data-speed": speed,
          onclick: () => this.setSpeed(speed),
        },
        say(words),
      ),
    );
    const speeds = h("div", { class: "seg-ctl", role: "radiogroup", "aria-label": say("replay.speed") }, this.speeds);
    this.positionText = h("b", {});
    this.eventText = h("span", { class: "meta" });
    return h(
      "div",
      { class: "replay-controls", "data-replay": "" },
      this.timeline(),
      h(
        "div",
        { class: "row bottom" },
        steps,
        speeds,
        h("div", { class: "grow position-text", "aria-live": "polite" }, this.positionText, this.eventText),
        h(
          "div",
          { class: "row acts" },
          h(
            "a",
            {
              class: "btn icon quiet",
              href: `/table/${this.id}`,
              "data-do": "result",
              "aria-label": say("replay.result"),
              title: say("replay.result"),
            },
            icon("chart"),
          ),
          h(
            "button",
            { type: "button", class: "btn", "data-do": "share", onclick: () => this.share() },
            icon("share"),
            h("span", {}, say("replay.share")),
          ),
          this.downloadMenu(),
        ),
      ),
    );
  }

  /** The slider over the chart of scores. */
  timeline() {
    const { recording } = this;
    const history = recording.scoreHistory();
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: recording.last,
      step: 1,
      value: 0,
      "aria-label": say("replay.slider"),
      oninput: () => this.go(Number(this.slider?.value)),
    });
    this.plotted = h("div", { class: "plotted" });
    this.veil = h("div", { class: "veil" });
    this.marks = h("div", { class: "marks", "aria-hidden": "true" });
    const box = h(
      "div",
      { class: "timeline" },
      h("div", { class: "over" }, this.plotted, this.veil, this.slider),
      this.marks,
    );
    this.resizeObserver = new ResizeObserver(() => {
      const width = Math.floor(box.clientWidth);
      if (!width || !this.plotted || !this.marks) return;
      fill(
        this.plotted,
        scoreChart(history, {
          width,
          height: CHART_HEIGHT,
          names: this.store.current ? this.store.names : [],
          ends: "none",
        }),
      );
      fill(this.marks, this.numbers(width));
    });
    this.resizeObserver.observe(box);
    return box;
  }

  /**
   * The position of a move on the slider.
   * @param {number} at
   * @param {number} width
   */
  x(at, width) {
    return CHART_PADDING + ((width - 2 * CHART_PADDING) * at) / Math.max(1, this.recording.last);
  }

  /**
   * Numbers below the slider, and a mark for each highlight.
   * @param {number} width
   */
  numbers(width) {
    const { recording } = this;
    const every = [5, 10, 12, 20, 25, 50, 100].find((step) => recording.last / step <= width / 70) ?? 100;
    const marks = [];
    for (let at = 0; at <= recording.last; at += every) {
      const mark = h("span", { class: "number" }, at);
      mark.style.setProperty("left", `${this.x(at, width)}px`);
      marks.push(mark);
    }
    for (const at of recording.highlights(HIGHLIGHTS)) {
      const mark = h("span", { class: "great" });
      mark.style.setProperty("left", `${this.x(at, width)}px`);
      marks.push(mark);
    }
    return marks;
  }

  /** The menu of downloads. */
  downloadMenu() {
    const path = `/api/tables/${this.id}`;
    const base = `bastide-${this.id}`;
    const item = (
      /** @type {string} */ name,
      /** @type {string} */ words,
      /** @type {() => string} */ url,
      /** @type {() => string} */ file,
    ) =>
      h(
        "button",
        {
          type: "button",
          class: "btn quiet item",
          "data-save": name,
          onclick: () => void this.save(url(), file()),
        },
        icon("download", "s"),
        words,
      );
    const list = h(
      "div",
      { class: "panel pop" },
      item(
        "record",
        say("replay.record"),
        () => `${path}/record`,
        () => `${base}.json`,
      ),
      item(
        "svg",
        say("replay.svg"),
        () => `${path}/picture.svg?move=${this.move.move}`,
        () => `${base}-${this.at}.svg`,
      ),
      item(
        "png",
        say("replay.png"),
        () => `${path}/picture.png?move=${this.move.move}`,
        () => `${base}-${this.at}.png`,
      ),
      item(
        "gif",
        say("replay.gif"),
        () => `${path}/game.gif`,
        () => `${base}.gif`,
      ),
    );
    const box = h("details", {
      class: "save",
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== "Escape" || !box.open) return;
        event.stopPropagation();
        box.open = false;
        head.focus();
      },
    });
    const head = h(
      "summary",
      { class: "btn", "data-do": "save" },
      icon("download"),
      h("span", {}, say("replay.save")),
      icon("chevron-down", "s"),
    );
    box.append(head, list);
    this.saveMenu = box;
    return box;
  }

  get move() {
    return this.recording.moves[this.at];
  }

  /** Show the position in the game. */
  updatePosition() {
    const { recording, at, store } = this;
    const { seat, events } = this.move;
    const values = { move: at, all: recording.last };
    if (this.positionText)
      this.positionText.textContent =
        at === 0
          ? say("replay.at_start")
          : seat === null
            ? say("replay.move_of", values)
            : say("replay.move_seat", { ...values, name: store.name(seat) });
    const notable = events.filter(({ event }) => !["drawn", "dealt", "picked", "placed"].includes(event));
    if (this.eventText) this.eventText.textContent = (notable.find((event) => event.lines) ?? notable[0])?.text ?? "";
    if (this.slider) {
      this.slider.value = String(at);
      this.slider.setAttribute("aria-valuetext", this.positionText?.textContent ?? "");
    }
    this.veil?.style.setProperty(
      "left",
      `calc(${CHART_PADDING}px + (100% - ${2 * CHART_PADDING}px) * ${at / Math.max(1, recording.last)})`,
    );
    for (const [i, item] of [...this.list.children].entries()) {
      const button = item.firstElementChild;
      if (i === at) button?.setAttribute("aria-current", "true");
      else button?.removeAttribute("aria-current");
    }
    this.scrollTo(this.list.children[at]);
    clearTimeout(this.urlTimer);
    this.urlTimer = setTimeout(
      () => history.replaceState(null, "", `/replay/${this.id}${at ? `?move=${at}` : ""}`),
      300,
    );
  }

  /**
   * Scroll the list to a move, without scrolling the page.
   * @param {Element|undefined} row
   */
  scrollTo(row) {
    if (!(row instanceof HTMLElement)) return;
    const above = row.offsetTop - this.list.offsetTop;
    if (above < this.list.scrollTop || above + row.offsetHeight > this.list.scrollTop + this.list.clientHeight)
      this.list.scrollTop = above - this.list.clientHeight / 2;
  }

  /** The title of the page and of the top bar. */
  caption() {
    document.title = `${say("replay.title")} · Bastide`;
    const second = this.shell.title?.lastElementChild;
    if (second) second.textContent = say("replay.caption", { day: day(this.recording.table.updated) });
    this.shell.el.dataset.move = String(this.at);
  }

  // Playback

  /**
   * Stop playing, and go to a move. The next move is animated, any other is shown at once.
   * @param {number} at
   */
  go(at) {
    if (this.timer !== undefined) this.stop();
    this.to(at);
  }

  /** @param {number} at */
  to(at) {
    const { shell, recording, store } = this;
    if (!store.current || at < 0 || at > recording.last || at === this.at) return;
    const next = at === this.at + 1 && !shell.animator.running && this.speed <= 1;
    this.at = at;
    const { eventCount, events } = this.move;
    shell.scores = next ? "brief" : "none";
    if (next) {
      shell.step({ events, state: recording.state(at) });
    } else {
      shell.store.queue.length = 0;
      const known = Math.min(store.events.length, eventCount);
      store.apply(recording.state(at), recording.events.slice(known, eventCount));
      shell.render();
    }
    this.updatePosition();
  }

  /** Play or stop. */
  toggle() {
    if (this.timer !== undefined) this.stop();
    else this.play();
  }

  play() {
    if (this.at === this.recording.last) this.to(0);
    clearInterval(this.timer);
    this.timer = setInterval(() => {
      if (this.at === this.recording.last) this.stop();
      else if (!this.shell.animator.running) this.to(this.at + 1);
    }, MOVE_DURATION / this.speed);
    this.playButton?.replaceChildren(icon("pause"));
    this.playButton?.setAttribute("aria-label", say("replay.pause"));
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.playButton?.replaceChildren(icon("play"));
    this.playButton?.setAttribute("aria-label", say("replay.play"));
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    for (const button of this.speeds ?? [])
      button.setAttribute("aria-checked", String(Number(button.dataset.speed) === speed));
    if (this.timer !== undefined) this.play();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
    if (target.closest("input[type=text], select, textarea, [role=tablist], [role=radiogroup], .menu, .save[open]"))
      return;
    const press = event.key === " " && target.closest("button, a, summary");
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.go(this.at - 1),
      ArrowRight: () => this.go(this.at + 1),
      Home: () => this.go(0),
      End: () => this.go(this.recording.last),
      " ": () => this.toggle(),
    };
    if (press || !keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  share() {
    void share(`${location.origin}/replay/${this.id}?move=${this.at}`, say("replay.copied"), (text) =>
      this.shell.notices.toast(text, "link"),
    );
  }

  /**
   * Download a file, with a notice if it takes a while.
   * @param {string} url
   * @param {string} name
   */
  async save(url, name) {
    if (this.saveMenu) this.saveMenu.open = false;
    await download(this.shell.notices, url, name);
  }
}
