// The final scoring on the portrait of the land: features are outlined one by one, with their points and who gets them.

import { seatToken } from "../art.js";
import { outline } from "../board/outline.js";
import { fill, h, reducedMotion } from "../dom.js";
import { icon } from "../icons.js";
import { listing, say } from "../words.js";
import { reasonText, linesText, winnerNames, strengthText, scoreTitle } from "./score-texts.js";
import { scoredSpots } from "./scored-spots.js";
import { winners } from "./scores.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("./store.js").TableStore} TableStore */

/** Milliseconds per feature. */
const STEP_DURATION = 600;
/** What ends playing. */
const INPUTS = /** @type {const} */ (["keydown", "pointerdown"]);

export class FinalScoring {
  /**
   * @param {TableStore} store
   * @param {GameEvent[]} events
   * @param {import("./portrait.js").Portrait} portrait
   */
  constructor(store, events, portrait) {
    this.store = store;
    this.events = events;
    /** The number of the score that is shown; -1 before the first. */
    this.at = -1;
    /** @type {number|undefined} */
    this.timer = undefined;
    this.marks = portrait.marks;
    /** Ends playing: any key, and any press elsewhere. @param {Event} event */
    this.onInput = (event) => {
      if (!(event.target instanceof Node && this.controls.contains(event.target))) this.finish();
    };
    this.count = h("span", { class: "cap" });
    this.caption = h("div", { class: "slide-caption" });
    this.bar = h("span", { class: "done" });
    const button = (
      /** @type {string} */ name,
      /** @type {string} */ words,
      /** @type {Parameters<typeof icon>[0]} */ picture,
      /** @type {() => void} */ act,
    ) =>
      h(
        "button",
        { type: "button", class: "btn icon", "data-do": name, "aria-label": words, onclick: act },
        icon(picture),
      );
    this.playButton = button("final-play", say("final.play"), "play", () =>
      this.timer === undefined ? this.play() : this.stop(),
    );
    this.controls = h(
      "div",
      { class: "row" },
      button("final-before", say("final.before"), "chevron-left", () => this.go(this.at - 1)),
      this.playButton,
      h("span", { class: "bar grow", "aria-hidden": "true" }, this.bar),
      button("final-next", say("final.next"), "chevron-right", () => this.go(this.at + 1)),
    );
    this.el = h(
      "div",
      { class: "scoring" },
      h("div", { class: "row" }, h("h2", { class: "grow" }, say("final.steps")), this.count),
      this.caption,
      this.controls,
    );
    this.show();
    this.marks.replaceChildren();
  }

  /** Play, unless motion is reduced or nobody sees it. */
  start() {
    if (!reducedMotion() && !document.hidden) this.play();
  }

  /** Outline all features, one by one; any key or press ends it. */
  play() {
    if (this.at === this.events.length - 1) this.at = -1;
    this.timer = setInterval(() => {
      if (!this.el.isConnected || this.at >= this.events.length - 1) this.finish();
      else this.to(this.at + 1);
    }, STEP_DURATION);
    for (const name of INPUTS) addEventListener(name, this.onInput, { capture: true });
    this.playButton.replaceChildren(icon("pause"));
    this.playButton.setAttribute("aria-label", say("final.pause"));
    this.caption.removeAttribute("aria-live");
    this.to(this.at + 1);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    for (const name of INPUTS) removeEventListener(name, this.onInput, { capture: true });
    this.playButton.replaceChildren(icon("play"));
    this.playButton.setAttribute("aria-label", say("final.play"));
    this.caption.setAttribute("aria-live", "polite");
  }

  /** Stop playing, with the last score and the plain portrait. */
  finish() {
    this.stop();
    this.to(this.events.length - 1);
    this.marks.replaceChildren();
  }

  /**
   * Stop playing, and go to a score.
   * @param {number} step
   */
  go(step) {
    this.stop();
    this.to((step + this.events.length) % this.events.length);
  }

  /** @param {number} step */
  to(step) {
    this.at = step;
    this.show();
  }

  show() {
    const { store } = this;
    const event = this.events[Math.max(0, this.at)];
    const winning = winners(event);
    this.count.textContent = say("final.step_of", { step: Math.max(0, this.at) + 1, all: this.events.length });
    this.bar.style.setProperty("width", `${(100 * (Math.max(0, this.at) + 1)) / this.events.length}%`);
    const strengths = (event.strengths ?? []).flatMap((count, seat) =>
      count ? [`${store.name(seat)} ${strengthText(store, event, seat)}`] : [],
    );
    const held =
      strengths.length === 1
        ? `${strengths[0]}, ${say("final.nobody_else")}`
        : strengths.length
          ? `${listing(strengths)}. ${reasonText(store, event)}`
          : winnerNames(store, event);
    fill(
      this.caption,
      h(
        "span",
        { class: "tokens" },
        winning.map((seat) => seatToken(seat, winning.length > 1 ? "s" : "m")),
      ),
      h(
        "div",
        { class: "grow" },
        h("b", {}, say("log.score", { what: scoreTitle(event), names: linesText(event) })),
        h("p", { class: "cap" }, held),
      ),
      h("span", { class: "num points" }, say("score.plus", { points: event.points ?? 0 })),
    );
    this.mark(event);
  }

  /**
   * Outline the scored feature.
   * @param {GameEvent} event
   */
  mark(event) {
    const { store } = this;
    const spots = scoredSpots(store, event);
    if (!spots.length) return void this.marks.replaceChildren();
    const tileAt = (/** @type {number} */ x, /** @type {number} */ y) => store.tileAt(x, y);
    this.marks.replaceChildren(outline(spots, tileAt, { drawn: true }));
  }
}
