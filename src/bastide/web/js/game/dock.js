// The dock (on phones a bottom sheet): whose turn it is, the question, and the buttons.

import { seatToken } from "../art.js";
import { fill, h } from "../dom.js";

/**
 * @typedef {object} Decision a question to the player
 * @property {string} eyebrow
 * @property {string} title
 * @property {string|Node} [text]
 * @property {Node|null} [body] above the row of buttons
 * @property {Node|null} [picture] to the left of the question
 * @property {boolean} [wide]
 * @property {Node[]} buttons
 * @property {Record<string, () => void>} [keys]
 * @property {(count: number) => void} [looked] called with the number of places that another player has looked at
 * @property {() => void} close
 */

export class Dock {
  constructor() {
    this.body = h("div", { class: "dock-body" });
    this.picture = h("div", { class: "dock-picture" });
    this.prompt = h("div", { class: "prompt" });
    this.buttons = h("div", { class: "dock-buttons" });
    this.row = h("div", { class: "dock-row" }, this.picture, this.prompt, this.buttons);
    this.el = h("section", { class: "dock still", hidden: true }, this.body, this.row);
    /** @type {Decision|null} */
    this.decision = null;
    this.title = h("h2");
    this.text = h("p", { class: "meta" });
  }

  /**
   * @param {Decision} decision
   * @param {number|null} seat whose turn it is
   * @param {{waiting?: boolean}} [options]
   */
  show(decision, seat, { waiting = false } = {}) {
    // Showing a decision again must not move the focus.
    if (this.decision === decision) return;
    this.clear();
    this.decision = decision;
    this.el.classList.remove("past");
    fill(this.title, decision.title);
    fill(this.text, decision.text ?? "");
    fill(this.body, decision.body ?? null);
    fill(this.picture, decision.picture ?? null);
    fill(
      this.prompt,
      h("span", { class: "turnflag" }, seat === null ? null : seatToken(seat, "s"), decision.eyebrow),
      this.title,
      decision.text === undefined ? null : this.text,
    );
    fill(this.buttons, decision.buttons);
    this.el.classList.toggle("waiting", waiting);
    this.el.classList.toggle("has-body", Boolean(decision.body));
    this.el.classList.toggle("has-picture", Boolean(decision.picture));
    this.el.classList.toggle("wide", Boolean(decision.wide));
    this.el.hidden = false;
  }

  /**
   * Replace the text under the question.
   * @param {string|Node} text
   */
  hint(text) {
    fill(this.text, text);
  }

  /**
   * Replace the question and its text; without either, those of the decision return.
   * @param {string} [title]
   * @param {string} [text]
   */
  ask(title, text) {
    fill(this.title, title ?? this.decision?.title);
    fill(this.text, text ?? this.decision?.text);
  }

  /** Close the decision; its text stays until the next one is shown. */
  clear() {
    if (this.decision) this.el.classList.add("past");
    this.decision?.close();
    this.decision = null;
  }
}
