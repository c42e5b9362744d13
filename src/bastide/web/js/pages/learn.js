// The first game: a table like any other, with somebody in the dock who tells what to do and why.

import { get } from "../api.js";
import { controlFor } from "../decisions/index.js";
import { h } from "../dom.js";
import { Shell } from "../game/shell.js";
import { TableStore } from "../game/store.js";
import { icon } from "../icons.js";
import { createTable, ownName, errorText } from "../lobby/seats.js";
import { navigate } from "../router.js";
import { say } from "../words.js";

/** @typedef {import("../types.js").TableState} TableState */
/** @typedef {import("../types.js").ActionData} Option */
/** @typedef {import("../types.js").LandFacts} LandFacts */
/** @typedef {import("../game/dock.js").Decision} Decision */
/** @typedef {import("../types.js").LessonFrame} LessonFrame */

const SEAT = 0;

/** A table whose land comes with the lesson. */
class Taught extends TableStore {
  /** @type {import("../types.js").FeatureFacts[]} */
  taught = [];

  /** @override @returns {Promise<LandFacts|null>} */
  async loadLand() {
    const land = { moment: this.state.moment, features: this.taught };
    this.setLand(land);
    return land;
  }
}

class Lesson {
  /** @param {LessonFrame[]} frames */
  constructor(frames) {
    this.frames = frames;
    this.number = 0;
    this.store = new Taught({ live: false });
    /** What the learner is to choose now. @type {Option|null} */
    this.wanted = null;
    this.shell = new Shell({ act: (option) => this.chosen(option), send: async () => false }, this.store);
    this.shell.override = () => this.decision();
    // A score stays until it has been read.
    const { cards } = this.shell;
    const until = cards.until.bind(cards);
    cards.until = (card, _, stays) => until(card, true, stays);
    /** Those parts of the table that are pointed at. @type {Element[]} */
    this.pointed = [];
    this.spoken = -1;
  }

  get frame() {
    return this.frames[this.number];
  }

  get isLast() {
    return this.number === this.frames.length - 1;
  }

  /** The state of the frame as the table is to show it: of the options, only what is taught now. */
  stateNow() {
    const state = structuredClone(this.frame.state);
    // The final scores are shown one by one, as all others, before the game is called over.
    if (!this.isLast) state.ended = null;
    this.store.taught = this.frame.land;
    const options = state.options ?? [];
    this.wanted = this.frame.want === null ? null : options[this.frame.want[0]];
    const { wanted } = this;
    if (wanted)
      state.options = options.filter(
        (option) =>
          option === wanted ||
          option.do === "pass" ||
          (wanted.do === "place" && String(option.cell) === String(wanted.cell)),
      );
    else if (state.actor === SEAT) state.actor = null;
    return state;
  }

  begin() {
    this.number = 0;
    this.spoken = -1;
    return this.shell.welcome({
      seat: SEAT,
      state: this.stateNow(),
      chat: [],
      missed: this.frame.events,
      again: false,
    });
  }

  /** Go on to the next frame. */
  next() {
    if (this.isLast) return;
    this.number += 1;
    this.shell.step({ events: this.frame.events, state: this.stateNow() });
  }

  /**
   * Whether the option that was chosen is the one that is taught; then the lesson goes on.
   * @param {Option} option
   */
  async chosen(option) {
    if (option !== this.wanted) {
      this.shell.notices.toast(this.frame.why ?? "", "info");
      return false;
    }
    this.wanted = null;
    queueMicrotask(() => this.next());
    return true;
  }

  /** What the dock shows: how to choose, below what is said; or what is said, and a way on. @returns {Decision|null} */
  decision() {
    const { shell, store } = this;
    this.speak();
    this.point();
    const maker = this.wanted ? controlFor(store.view.step) : null;
    if (maker) {
      const made = maker(shell, store.options);
      return {
        ...made,
        picture: null,
        body: h("div", { class: "coached" }, made.picture ?? null, this.coach(), made.body ?? null),
        close: () => {
          this.point(false);
          made.close();
        },
      };
    }
    const on = () => this.next();
    const buttons = this.isLast
      ? this.farewell()
      : [
          h(
            "button",
            { class: "btn pri", "data-do": "continue", onclick: on },
            say("score.continue"),
            h("kbd", {}, "↵"),
          ),
        ];
    return {
      eyebrow: "",
      title: "",
      body: this.coach(),
      buttons,
      keys: this.isLast ? {} : { Enter: on },
      close: () => this.point(false),
    };
  }

  /** What is said in this frame. */
  coach() {
    const { title, text } = this.frame.say;
    const done = h("progress", {
      max: this.frames.length - 1,
      value: this.number,
      "aria-label": say("learn.step", { n: this.number + 1, all: this.frames.length }),
    });
    return h(
      "div",
      { class: "coach" },
      h(
        "div",
        { class: "coach-head" },
        h("span", { class: "eyebrow" }, icon("book", "s"), say("learn.coach")),
        done,
        this.isLast ? null : h("a", { class: "coach-skip", href: "/", "data-do": "leave" }, say("learn.skip")),
      ),
      h("h2", {}, title),
      h("p", {}, text),
    );
  }

  /** Tell those who listen, once a frame. */
  speak() {
    if (this.spoken === this.number) return;
    this.spoken = this.number;
    this.shell.notices.announce(`${this.frame.say.title}. ${this.frame.say.text}`, true);
  }

  /** What one can do after the lesson. */
  farewell() {
    const play = h(
      "button",
      {
        class: "btn pri",
        "data-do": "play",
        onclick: async () => {
          if (play.getAttribute("aria-disabled") === "true") return;
          play.setAttribute("aria-disabled", "true");
          try {
            await navigate(
              `/table/${await createTable({ preset: this.frame.state.table.options.preset, seats: 2, bots: [null, "random"] }, ownName())}`,
            );
          } catch (reason) {
            this.shell.notices.toast(errorText(reason), "warn");
            play.removeAttribute("aria-disabled");
          }
        },
      },
      icon("play"),
      say("learn.play"),
    );
    return [
      h(
        "button",
        {
          class: "btn",
          "data-do": "again",
          onclick: () => {
            navigate("/learn", { replace: true });
          },
        },
        icon("undo"),
        say("learn.again"),
      ),
      h("a", { class: "btn", href: "/rules" }, icon("book"), say("learn.rules")),
      play,
    ];
  }

  /**
   * Point at what is spoken of, or at nothing any more: a part of the table is framed, a cell is brought into view.
   * @param {boolean} [on]
   */
  point(on = true) {
    this.pointed.forEach((el) => el.classList.remove("pointed"));
    this.pointed = [];
    const { shell } = this;
    if (on && this.isLast) this.look(() => shell.board.fit());
    if (!on || !this.frame.point) return;
    const { control, cell } = this.frame.point;
    // The dock has grown, and may cover what was in view before.
    if (cell) this.look(() => shell.board.reveal([cell]));
    if (!control) return;
    /** @type {Record<string, () => Element|null|undefined>} */
    const parts = {
      players: () => shell.players.el,
      log: () => shell.log.el,
      tiles: () => shell.left,
      turn: () => shell.dock.el.querySelector("[data-do=turn]"),
      skip: () => shell.dock.el.querySelector("[data-do=skip]"),
    };
    // The buttons of the dock are there once it is shown.
    queueMicrotask(() => {
      const el = parts[control]?.();
      if (!el) return;
      el.classList.add("pointed");
      this.pointed.push(el);
    });
  }

  /**
   * Move the board once the dock has its size.
   * @param {() => void} move
   */
  look(move) {
    requestAnimationFrame(() => {
      this.shell.updateSafeArea();
      move();
    });
  }
}

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {{frames: LessonFrame[]}} */
  const { frames } = await get("/api/lesson");
  const lesson = new Lesson(frames);
  root.replaceChildren(lesson.shell.el);
  await lesson.begin();
  return () => lesson.shell.close();
}
