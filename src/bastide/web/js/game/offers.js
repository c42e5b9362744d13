// Offers of other players: to take back a move, or to end the game.

import { h } from "../dom.js";
import { say } from "../words.js";

export class Offers {
  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.el = h("div", { class: "offers" });
    /** The offer that is shown, as JSON. */
    this.shown = "";
  }

  /** Show the open offer, if any, above the board. */
  update() {
    const { shell } = this;
    const { store } = shell;
    const { question } = store.state;
    const shown = JSON.stringify(question);
    if (shown === this.shown) return;
    this.shown = shown;
    this.el.replaceChildren();
    if (!question || store.seat === null) return;
    const mine = question.seat === store.seat;
    const text = say(mine ? `play.asked_${question.kind}` : `play.asks_${question.kind}`, {
      name: store.name(question.seat),
    });
    const answer = (/** @type {boolean} */ yes) => {
      shell.send({ type: "answer", yes, question: question.version });
    };
    const settled = mine || question.granted.includes(store.seat);
    this.el.append(
      h(
        "div",
        { class: "offer", role: "alertdialog", "aria-label": text },
        h("span", {}, text),
        settled
          ? null
          : h("button", { class: "btn pri small", "data-do": "allow", onclick: () => answer(true) }, say("play.allow")),
        settled
          ? null
          : h("button", { class: "btn small", "data-do": "deny", onclick: () => answer(false) }, say("play.deny")),
      ),
    );
    shell.notices.announce(text, !mine);
    if (!mine) shell.notices.play("knock");
  }
}
