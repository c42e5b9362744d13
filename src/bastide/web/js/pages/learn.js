// The lesson: a scripted table, with instructions in the dock.

import { get } from "../api.js";
import { controlFor } from "../decisions/index.js";
import { h } from "../dom.js";
import { Shell } from "../game/shell.js";
import { TableStore } from "../game/store.js";
import { icon } from "../icons.js";
import { createTable, ownName, errorText } from "../lobby/seats.js";
import { navigate } from "../router.js";
import { loadStyle } from "../styles.js";
import { say, useEdition } from "../words.js";

/** @typedef {import("../types.js").TableState} TableState */
/** @typedef {import("../types.js").ActionData} Option */
/** @typedef {import("../types.js").LandFacts} LandFacts */
/** @typedef {import("../game/dock.js").Decision} Decision */
/** @typedef {import("../types.js").LessonFrame} LessonFrame */

const SEAT = 0;

/** A store with the land of the lesson. */
class LessonStore extends TableStore {
  /** @type {import("../types.js").FeatureFacts[]} */
  lessonFeatures = [];

  /** @override @returns {Promise<LandFacts|null>} */
  async loadLand() {
    const land = { moment: this.state.moment, features: this.lessonFeatures };
    this.setLand(land);
    return land;
  }
}

class Lesson {
  /** @param {LessonFrame[]} frames */
  constructor(frames) {
    this.frames = frames;
    this.number = 0;
    this.store = new LessonStore({ live: false });
    /** The option that the learner should choose. @type {Option|null} */
    this.wanted = null;
    this.shell = new Shell({ act: (option) => this.choose(option), send: async () => false }, this.store);
    this.shell.override = () => this.decision();
    this.shell.scores = "card";
    /** The highlighted parts of the page. @type {Element[]} */
    this.highlighted = [];
    this.announced = -1;
  }

  get frame() {
    return this.frames[this.number];
  }

  get isLast() {
    return this.number === this.frames.length - 1;
  }

  /** The state of the frame, reduced to the options that the lesson allows. */
  currentState() {
    const state = structuredClone(this.frame.state);
    // The final scores are shown one by one before the game ends.
    if (!this.isLast) state.ended = null;
    this.store.lessonFeatures = this.frame.land;
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

  start() {
    this.number = 0;
    this.announced = -1;
    return this.shell.welcome({
      seat: SEAT,
      state: this.currentState(),
      chat: [],
      missed: this.frame.events,
      again: false,
    });
  }

  /** Show the next frame. */
  next() {
    if (this.isLast) return;
    this.number += 1;
    this.shell.step({ events: this.frame.events, state: this.currentState() });
  }

  /**
   * Accept the wanted option and continue; show a hint for any other.
   * @param {Option} option
   */
  async choose(option) {
    if (option !== this.wanted) {
      this.shell.notices.toast(this.frame.why ?? "", "info");
      return false;
    }
    this.wanted = null;
    queueMicrotask(() => this.next());
    return true;
  }

  /** The instruction with the control of the step, or with a button to continue. @returns {Decision|null} */
  decision() {
    const { shell, store } = this;
    this.announce();
    this.point();
    const control = this.wanted ? controlFor(store.view.step) : null;
    if (control) {
      const inner = control(shell, store.options);
      return {
        ...inner,
        picture: null,
        body: h("div", { class: "coached" }, inner.picture ?? null, this.coach(), inner.body ?? null),
        close: () => {
          this.point(false);
          inner.close();
        },
      };
    }
    const next = () => this.next();
    const buttons = this.isLast
      ? this.endButtons()
      : [
          h(
            "button",
            { class: "btn pri", "data-do": "continue", onclick: next },
            say("score.continue"),
            h("kbd", {}, "↵"),
          ),
        ];
    return {
      eyebrow: "",
      title: "",
      body: this.coach(),
      buttons,
      keys: this.isLast ? {} : { Enter: next },
      close: () => this.point(false),
    };
  }

  /** The instruction of the frame. */
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

  /** Announce the instruction, once per frame. */
  announce() {
    if (this.announced === this.number) return;
    this.announced = this.number;
    this.shell.notices.announce(`${this.frame.say.title}. ${this.frame.say.text}`, true);
  }

  /** The buttons after the lesson. */
  endButtons() {
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
              `/table/${await createTable({ preset: this.frame.state.table.options.preset, seats: 2, bots: [null, "pepin"] }, ownName())}`,
            );
          } catch (error) {
            this.shell.notices.toast(errorText(error), "warn");
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
   * Highlight the subject of the instruction: a part of the page is framed, a cell revealed.
   * @param {boolean} [on]
   */
  point(on = true) {
    this.highlighted.forEach((el) => el.classList.remove("pointed"));
    this.highlighted = [];
    const { shell } = this;
    if (on && this.isLast) this.afterLayout(() => shell.board.fit());
    if (!on || !this.frame.point) return;
    const { control: name, cell } = this.frame.point;
    // The dock may have grown over the cell.
    if (cell) this.afterLayout(() => shell.board.reveal([cell]));
    if (!name) return;
    /** @type {Record<string, () => Element|null|undefined>} */
    const parts = {
      players: () => shell.players.el,
      log: () => shell.log.el,
      tiles: () => shell.left,
      turn: () => shell.dock.el.querySelector("[data-do=turn]"),
      skip: () => shell.dock.el.querySelector("[data-do=skip]"),
    };
    // The buttons of the dock exist once it is shown.
    queueMicrotask(() => {
      const el = parts[name]?.();
      if (!el) return;
      el.classList.add("pointed");
      this.highlighted.push(el);
    });
  }

  /**
   * Move the camera after the dock is laid out.
   * @param {() => void} move
   */
  afterLayout(move) {
    requestAnimationFrame(() => {
      this.shell.updateSafeArea();
      move();
    });
  }
}

/** @param {HTMLElement} root */
export async function show(root) {
  /** @type {[{frames: LessonFrame[]}, void]} */
  const [{ frames }] = await Promise.all([get("/api/lesson"), loadStyle("learn")]);
  if (!root.isConnected) return undefined;
  useEdition(frames[0].state.table.options.preset);
  const lesson = new Lesson(frames);
  root.replaceChildren(lesson.shell.el);
  await lesson.start();
  return () => lesson.shell.close();
}
