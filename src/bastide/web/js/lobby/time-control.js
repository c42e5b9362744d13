// The time control of a new table: common ones to select, or fields for any other.

import { h } from "../dom.js";
import { say } from "../words.js";
import { formRow, framed, numberField, selectField } from "./controls.js";
import { clockText } from "./tables.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./draft.js").Clock} Clock */

/** Common time controls: kind, time and increment. @type {[string, number, number][]} */
const CLOCKS = [
  ["none", 0, 0],
  ["live", 300, 3],
  ["live", 600, 0],
  ["live", 900, 5],
  ["live", 1800, 10],
  ["days", 1, 0],
  ["days", 3, 0],
  ["days", 7, 0],
];
const CUSTOM = "other";

export class TimeControl {
  /**
   * @param {Draft} draft
   * @param {(act: () => void) => void} change makes a change to the draft, and renders it
   */
  constructor(draft, change) {
    this.draft = draft;
    this.change = change;
    /** Whether the fields are shown although the values are common ones. */
    this.custom = false;
  }

  /** The rows of the form: a select of common time controls, the fields of any other, and what happens when time is up. */
  rows() {
    const { chosen } = this.draft;
    const { clock } = chosen;
    const found = CLOCKS.findIndex(
      ([kind, time, increment]) =>
        kind === clock.kind && (kind === "none" || (time === clock.time && increment === clock.increment)),
    );
    const values = CLOCKS.map(([kind, time, increment], i) => ({
      value: String(i),
      text: clockName(kind, time, increment),
    }));
    const custom = found < 0 || this.custom;
    const set = (/** @type {Partial<Clock>} */ part) =>
      this.change(() => {
        chosen.clock = { ...clock, ...part };
      });
    const select = selectField(
      "clock",
      [...values, { value: CUSTOM, text: say("setup.other_clock") }],
      custom ? CUSTOM : String(found),
      (value) =>
        this.change(() => {
          this.custom = value === CUSTOM;
          if (value === CUSTOM)
            chosen.clock = clock.kind === "none" ? { ...clock, kind: "live", time: 1200, increment: 0 } : clock;
          else {
            const [kind, time, increment] = CLOCKS[Number(value)];
            chosen.clock = { ...clock, kind, time, increment };
          }
        }),
    );
    const live = clock.kind === "live";
    return [
      formRow({ id: "clock", title: say("setup.clock") }, framed(select)),
      custom
        ? h(
            "div",
            { class: "op custom" },
            framed(
              selectField(
                "clock-kind",
                ["live", "days"].map((kind) => ({ value: kind, text: say(`setup.clock_${kind}`) })),
                clock.kind,
                (kind) => set({ kind, time: kind === "days" ? 2 : 1200, increment: 0 }),
                say("setup.clock"),
              ),
            ),
            live
              ? [
                  numberField(
                    "clock-time",
                    Math.round(clock.time / 60),
                    [1, 1440],
                    (n) => set({ time: 60 * n }),
                    say("setup.minutes"),
                  ),
                  numberField(
                    "clock-more",
                    clock.increment,
                    [0, 3600],
                    (n) => set({ increment: n }),
                    say("setup.more_seconds"),
                  ),
                ]
              : numberField("clock-time", clock.time, [1, 30], (n) => set({ time: n }), say("setup.days")),
          )
        : null,
      clock.kind === "none"
        ? null
        : formRow(
            { id: "flag", title: say("setup.flag") },
            framed(
              selectField(
                "flag",
                ["loses", "passes"].map((flag) => ({ value: flag, text: say(`setup.flag_${flag}`) })),
                clock.flag,
                (flag) => set({ flag }),
              ),
            ),
          ),
    ];
  }
}

/**
 * The name of a time control in the select.
 * @param {string} kind
 * @param {number} time
 * @param {number} increment
 */
function clockName(kind, time, increment) {
  if (kind === "none") return say("setup.no_clock");
  if (kind === "live")
    return increment
      ? say("setup.minutes_and", { n: time / 60, more: increment })
      : say("setup.minutes_all", { n: time / 60 });
  return clockText({ kind, time, increment, flag: "" });
}
