// Score cards: the feature is highlighted, a card lists its points, and these fly to the score.

import { seatToken } from "../art.js";
import { fill, h, pause, reducedMotion } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";
import {
  reasonText,
  winnerNames,
  rulesPage,
  scoreSize,
  scoredSpots,
  strengthText,
  scoreLines,
  scoreTitle,
} from "./score-texts.js";
import { finalScoringStart, winners } from "./scores.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("./shell.js").Shell} Shell */

/** Milliseconds until a card closes by itself, and a card of the final scoring. */
const CARD_DURATION = 5000;
const FINAL_CARD_DURATION = 2400;
/** Milliseconds that points are shown, and those before they fly. */
const POINTS_DURATION = 900;
const FLIGHT_DELAY = 420;
const GAP = 16;

export class ScoreCards {
  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.el = h("div", { class: "scorecards still scrolls" });
    this.lastShown = Promise.resolve();
    /** Whether scores are shown briefly, without a card. */
    this.brief = false;
    /** Whether scores are not shown at all. */
    this.skips = false;
    /** Whether the rest of the final scoring is skipped. */
    this.skipsFinal = false;
    /** Closes the open card. @type {(() => void)|null} */
    this.done = null;
  }

  /**
   * Show a score, after earlier ones.
   * @param {GameEvent} event
   * @param {number[]} scores those before the event
   * @returns {Promise<void>}
   */
  show(event, scores) {
    this.lastShown = this.lastShown.then(() => this.present(event, scores));
    return this.lastShown;
  }

  /** Whether a card is open. */
  get isOpen() {
    return this.done !== null;
  }

  /** Close the open card, if any. */
  next() {
    this.done?.();
  }

  /**
   * @param {GameEvent} event
   * @param {number[]} scores
   */
  async present(event, scores) {
    const { shell } = this;
    const { board, store } = shell;
    if (this.skips) return;
    const winning = winners(event);
    const after = scores.map((points, seat) => (winning.includes(seat) ? points + (event.points ?? 0) : points));
    // The final scoring plays by itself, and can be skipped.
    const final = store.isOver && store.events.indexOf(event) >= finalScoringStart(store.events);
    if (final && (this.skipsFinal || !store.live)) return this.settle(after);
    const spots = scoredSpots(store, event);
    const light = board.outline(spots, { drawn: true });
    if (this.brief) {
      const pills = this.rise(event, spots);
      await Promise.all([this.fly(pills, after), pause(POINTS_DURATION)]);
      for (const { pill } of pills) pill.remove();
      light.close();
      return;
    }
    const isConcerned = store.seat !== null && (winning.includes(store.seat) || Boolean(event.strengths?.[store.seat]));
    const card = this.card(event, scores, after, final);
    const before = document.activeElement;
    fill(this.el, card.el);
    this.reveal(event, spots);
    shell.notices.play("lit");
    const pills = this.rise(event, spots);
    void this.fly(pills, after);
    if (isConcerned || final) card.go.focus({ preventScroll: true });
    if (final) await this.until(card, reducedMotion(), FINAL_CARD_DURATION);
    else
      await this.until(
        card,
        isConcerned && store.live && !store.state.clocks.length && !document.hidden,
        CARD_DURATION,
      );
    for (const { pill } of pills) pill.remove();
    light.close();
    this.el.replaceChildren();
    shell.updateSafeArea();
    if (isConcerned && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    this.settle(after);
  }

  /**
   * Reveal what scored beside the card.
   * @param {GameEvent} event
   * @param {Spot[]} spots
   */
  reveal(event, spots) {
    const { board } = this.shell;
    /** @type {import("../types.js").Cell[]} */
    const cells = spots.length ? spots.map(([x, y]) => [x, y]) : (event.cells ?? (event.cell ? [event.cell] : []));
    const box = board.el.getBoundingClientRect();
    const card = this.el.getBoundingClientRect();
    const beside = card.width < box.width * 0.7;
    board.safe = {
      ...board.safe,
      ...(beside
        ? { bottom: GAP, right: box.right - card.left + GAP }
        : { bottom: Math.max(0, box.bottom - card.top) + GAP }),
    };
    board.whenIdle(() => board.reveal(cells, { glide: !reducedMotion() }));
  }

  /** @param {number[]} scores */
  settle(scores) {
    this.shell.players.show(scores);
    this.shell.track.update(scores);
  }

  /**
   * Wait until the player closes the card or, unless it waits, its time is over.
   * @param {{el: HTMLElement, bar: HTMLElement}} card
   * @param {boolean} waits
   * @param {number} stays
   */
  until({ el, bar }, waits, stays) {
    return /** @type {Promise<void>} */ (
      new Promise((done) => {
        /** @type {number|undefined} */
        let timer;
        let left = stays;
        let since = 0;
        const go = () => {
          clearTimeout(timer);
          this.done = null;
          done();
        };
        const run = () => {
          since = performance.now();
          timer = setTimeout(go, left);
          bar.classList.add("running");
        };
        const hold = () => {
          if (timer === undefined) return;
          clearTimeout(timer);
          timer = undefined;
          left = Math.max(1000, left - (performance.now() - since));
          bar.classList.remove("running");
        };
        this.done = go;
        if (waits) {
          bar.hidden = true;
          return;
        }
        bar.style.setProperty("--stays", `${stays}ms`);
        for (const name of ["pointerenter", "focusin"]) el.addEventListener(name, hold);
        for (const name of ["pointerleave", "focusout"])
          el.addEventListener(name, () => {
            if (timer === undefined && this.done === go) run();
          });
        run();
      })
    );
  }

  /**
   * Build a card.
   * @param {GameEvent} event
   * @param {number[]} before
   * @param {number[]} after
   * @param {boolean} final
   */
  card(event, before, after, final) {
    const { store } = this.shell;
    const winning = winners(event);
    const title = scoreSize(event) || winnerNames(store, event);
    const rows = winning.map((seat) =>
      h(
        "div",
        { class: "row" },
        seatToken(seat, "m"),
        h("b", {}, store.name(seat)),
        h("span", { class: "cap grow" }, strengthText(store, event, seat)),
        h("span", { class: "pt", "aria-hidden": "true" }, `${before[seat]} → `, h("b", {}, after[seat])),
        h("span", { class: "sr" }, say("score.from_to_spoken", { before: before[seat], after: after[seat] })),
      ),
    );
    const totalLabel = winning.length === 1 ? say("score.gets", { name: store.name(winning[0]) }) : say("score.each");
    const reason = reasonText(store, event);
    const go = h(
      "button",
      { type: "button", class: "btn pri grow", "data-do": "continue", onclick: () => this.next() },
      say("score.continue"),
      h("kbd", { "aria-hidden": "true" }, "↵"),
    );
    const bar = h("div", { class: "auto", "aria-hidden": "true" });
    const el = h(
      "section",
      { class: "scorecard", role: "dialog", "aria-labelledby": "scorecard-what scorecard-title" },
      h(
        "div",
        { class: "head" },
        h(
          "div",
          { class: "grow" },
          h("p", { class: "glow-eyebrow", id: "scorecard-what" }, scoreTitle(event)),
          h("h2", { id: "scorecard-title" }, title),
        ),
        h("div", { class: "bigpts" }, event.points ?? 0),
      ),
      scoreLines(event, totalLabel),
      h("div", { class: "who" }, rows),
      reason ? h("p", { class: "meta" }, reason) : null,
      h(
        "div",
        { class: "row acts" },
        go,
        final
          ? h(
              "button",
              {
                type: "button",
                class: "btn quiet",
                "data-do": "result-now",
                onclick: () => {
                  this.skipsFinal = true;
                  this.next();
                },
              },
              icon("last"),
              say("score.to_result"),
            )
          : h("a", { class: "btn quiet", href: rulesPage(event), target: "_blank" }, icon("book"), say("score.rule")),
      ),
      bar,
    );
    el.addEventListener("keydown", (key) => {
      if (key.key !== "Escape") return;
      key.stopPropagation();
      this.next();
    });
    return { el, bar, go };
  }

  /**
   * Show the points on the board.
   * @param {GameEvent} event
   * @param {Spot[]} spots
   */
  rise(event, spots) {
    const { el } = this.shell.board;
    return winners(event).map((seat, i) => {
      const [x, y] = this.from(event, spots, i);
      const pill = h(
        "div",
        { class: "fly", "aria-hidden": "true" },
        seatToken(seat, "m"),
        say("score.plus", { points: event.points ?? 0 }),
      );
      pill.style.setProperty("left", `${Math.max(70, Math.min(el.clientWidth - 70, x))}px`);
      pill.style.setProperty("top", `${Math.max(30, Math.min(el.clientHeight - 30, y))}px`);
      el.append(pill);
      return { seat, pill };
    });
  }

  /**
   * Let points fly to the scores, and count these up. With reduced motion the points stay.
   * @param {{seat: number, pill: HTMLElement}[]} pills
   * @param {number[]} after
   */
  async fly(pills, after) {
    const { players, track } = this.shell;
    await pause(FLIGHT_DELAY);
    if (!reducedMotion()) {
      await Promise.all(
        pills.map(({ seat, pill }) => {
          const goal = players.scoreRect(seat);
          const at = pill.getBoundingClientRect();
          if (!goal?.width || !at.width) return null;
          const [dx, dy] = [
            goal.left + goal.width / 2 - at.left - at.width / 2,
            goal.top + goal.height / 2 - at.top - at.height / 2,
          ];
          const keyframes = [
            { transform: "translate(-50%, -50%)" },
            { transform: `translate(calc(-50% + ${dx}px), calc(-50% + ${dy}px)) scale(.55)`, opacity: 0.2 },
          ];
          return pill
            .animate(keyframes, {
              duration: POINTS_DURATION - FLIGHT_DELAY,
              easing: "cubic-bezier(.5, 0, .3, 1)",
              fill: "forwards",
            })
            .finished.catch(() => null);
        }),
      );
      if (!pills.some(({ pill }) => pill.isConnected)) return;
      for (const { pill } of pills) pill.remove();
    }
    this.shell.notices.play("points");
    players.count(after);
    track.update(after);
  }

  /**
   * Where points appear, spread over the scored feature.
   * @param {GameEvent} event
   * @param {Spot[]} spots
   * @param {number} i
   * @returns {[number, number]}
   */
  from(event, spots, i) {
    const { board, store } = this.shell;
    const at = spots.map(([x, y, segment]) => board.anchor([x, y, segment]));
    if (at.length) {
      const n = Math.floor((at.length * (i + 0.5)) / winners(event).length);
      const [x, y] = board.toScreen(...at[n]);
      return [x, y - board.pixels * 0.35 - 48 * i];
    }
    const cell = event.cell ?? store.lastMove()[0];
    const [x, y] = cell
      ? board.toScreen(100 * cell[0] + 50, 100 * cell[1] + 20)
      : [board.el.clientWidth / 2, board.el.clientHeight / 2];
    return [x + 90 * i, y];
  }
}
