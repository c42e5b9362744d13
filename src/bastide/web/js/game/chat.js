// The chat: its messages, the form to write one, and the number of unread ones.

import { seatToken } from "../art.js";
import { fill, h } from "../dom.js";
import { say } from "../words.js";

/** @typedef {import("../types.js").ChatLine} ChatLine */

/** The maximum length of a message. */
const MAX_MESSAGE = 500;

export class Chat {
  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    /** The messages of the store; undefined before the first update. @type {ChatLine[]|undefined} */
    this.lines = undefined;
    /** The number of messages that are shown. */
    this.count = 0;
    this.unread = 0;
    this.messages = h("ol", { class: "lines said", tabindex: 0, "aria-label": say("log.chat"), "aria-live": "polite" });
    this.input = h("input", {
      type: "text",
      maxlength: MAX_MESSAGE,
      autocomplete: "off",
      "aria-label": say("log.say"),
      placeholder: say("log.say"),
    });
    this.form = h(
      "form",
      { class: "chat-form", onsubmit: (/** @type {SubmitEvent} */ event) => this.send(event) },
      h("label", { class: "field grow" }, this.input),
      h("button", { class: "btn", "data-do": "say" }, say("log.send")),
    );
    this.note = h("p", { class: "empty-note meta" });
    this.panel = h(
      "div",
      { class: "chat-panel", role: "tabpanel", id: "chat-panel", "aria-labelledby": "chat-tab", hidden: true },
      this.note,
      this.messages,
      this.form,
    );
    this.badge = h("span", { class: "badge", hidden: true });
  }

  /** Mark all messages as read. */
  markRead() {
    this.unread = 0;
    this.badge.hidden = true;
  }

  /** Show new messages. */
  update() {
    const { store } = this.shell;
    const { chat } = store;
    if (chat.length < this.count || chat !== this.lines) {
      this.messages.replaceChildren();
      this.count = this.lines === undefined ? 0 : Math.min(this.count, chat.length);
      for (const line of chat.slice(0, this.count)) this.messages.append(this.line(line));
    }
    const first = this.lines === undefined;
    this.lines = chat;
    for (const line of chat.slice(this.count)) {
      this.messages.append(this.line(line));
      if (!first && line.seat !== store.seat && this.panel.hidden) this.unread++;
    }
    if (chat.length > this.count) this.toEnd();
    this.count = chat.length;
    this.badge.hidden = this.unread === 0;
    fill(this.badge, this.unread, h("span", { class: "sr" }, say("log.unread", { count: this.unread })));
    this.form.hidden = store.seat === null || !store.live;
    const alone = store.state.table.seats.every((sitting, seat) => seat === store.seat || sitting?.bot);
    this.note.hidden = chat.length > 0 && store.seat !== null;
    this.note.textContent =
      store.seat === null ? say("log.watching") : alone ? say("log.after_bots") : say("log.chat_empty");
  }

  /** @param {ChatLine} line */
  line(line) {
    return h(
      "li",
      {},
      line.seat === null ? h("span") : seatToken(line.seat, "s"),
      h("span", { class: "words" }, h("b", {}, line.name || this.shell.store.name(line.seat)), " ", line.text),
    );
  }

  /** @param {SubmitEvent} event */
  async send(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    this.input.value = "";
    if (!(await this.shell.send({ type: "say", text }))) this.input.value = text;
  }

  /** Scroll to the last message. */
  toEnd() {
    this.messages.scrollTop = this.messages.scrollHeight;
  }
}
