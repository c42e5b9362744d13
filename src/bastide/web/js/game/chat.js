// The chat: its messages, quick phrases, the form to write one, and the number of unread ones.

import { seatToken } from "../art.js";
import { fill, h } from "../dom.js";
import { say, typeset } from "../words.js";

/** @typedef {import("../types.js").ChatLine} ChatLine */

/** The maximum length of a message. */
const MAX_MESSAGE = 500;
/** The ids of the quick phrases, which everybody reads in their own language. */
const PHRASES = ["hello", "luck", "well_played", "oh_no", "thanks", "moment", "sorry", "good_game"];

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
    this.phrases = h(
      "div",
      { class: "phrases", role: "group", "aria-label": say("log.phrases") },
      PHRASES.map((phrase) =>
        h(
          "button",
          {
            type: "button",
            class: "phrase",
            "data-phrase": phrase,
            onclick: () => this.shell.send({ type: "say", phrase }),
          },
          say(`phrase.${phrase}`),
        ),
      ),
    );
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
      this.phrases,
      this.form,
    );
    /** The number of unread messages, on the tab and on the button that opens the rail. */
    this.badges = [h("span", { class: "badge", hidden: true }), h("span", { class: "badge", hidden: true })];
    this.onVisible = () => this.showUnread();
    document.addEventListener("visibilitychange", this.onVisible);
  }

  close() {
    document.removeEventListener("visibilitychange", this.onVisible);
  }

  /** Whether the messages are in sight. */
  get isSeen() {
    return this.panel.offsetParent !== null && !document.hidden;
  }

  /** Show the number of unread messages; none are once they are in sight. */
  showUnread() {
    if (this.isSeen) this.unread = 0;
    const news = this.unread ? say("log.unread", { count: this.unread }) : "";
    this.badges[1].parentElement?.setAttribute("aria-label", [say("log.label"), news].filter(Boolean).join(", "));
    for (const badge of this.badges) {
      badge.hidden = this.unread === 0;
      fill(badge, h("span", { "aria-hidden": "true" }, this.unread), h("span", { class: "sr" }, news));
    }
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
      if (!first && line.seat !== store.seat) this.unread++;
    }
    if (chat.length > this.count) this.toEnd();
    this.count = chat.length;
    this.showUnread();
    this.form.hidden = this.phrases.hidden = store.seat === null || !store.live;
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
      h(
        "span",
        { class: "words" },
        h("b", {}, line.name || this.shell.store.name(line.seat)),
        " ",
        line.phrase ? typeset(line.text) : line.text,
      ),
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
