// The log of the game, in which scores can be opened, and the chat.

import { seatToken } from "../art.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { say, word } from "../words.js";
import { LogEntries, tableChanges } from "./log-entries.js";
import { reasonText, winnerNames, cellText, scoreLines, formatCells, scoreTitle } from "./score-texts.js";
import { winners } from "./scores.js";
import { Track } from "./track.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").TableState} TableState */
/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("./log-entries.js").LogEntry} LogEntry */

/** Events that concern the table more than a player. */
const GENERAL = ["discarded", "buried", "won", "passed", "hand_shown"];
const MAX_TEXT = 500;
const NEAR_END = 60;

export class Log {
  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.entries = new LogEntries();
    /** @type {Map<LogEntry, HTMLLIElement>} */
    this.lines = new Map();
    this.heard = 0;
    this.unread = 0;
    /** @type {TableState|null} */
    this.before = null;
    this.list = h("ol", { class: "lines", tabindex: 0, "aria-label": say("log.list") });
    this.empty = h("p", { class: "nothing meta" }, say("log.empty"));
    this.story = h(
      "div",
      { class: "tale", role: "tabpanel", id: "log-tale", "aria-labelledby": "log-tab" },
      this.empty,
      this.list,
    );
    this.said = h("ol", { class: "lines said", tabindex: 0, "aria-label": say("log.chat"), "aria-live": "polite" });
    this.text = h("input", {
      type: "text",
      maxlength: MAX_TEXT,
      autocomplete: "off",
      "aria-label": say("log.say"),
      placeholder: say("log.say"),
    });
    this.form = h(
      "form",
      { class: "speak", onsubmit: (/** @type {SubmitEvent} */ event) => this.speak(event) },
      h("label", { class: "field grow" }, this.text),
      h("button", { class: "btn", "data-do": "say" }, say("log.send")),
    );
    this.note = h("p", { class: "nothing meta" });
    this.chatPanel = h(
      "div",
      { class: "talk", role: "tabpanel", id: "log-talk", "aria-labelledby": "chat-tab", hidden: true },
      this.note,
      this.said,
      this.form,
    );
    this.badge = h("span", { class: "badge", hidden: true });
    this.tabs = [
      this.tab("log-tab", "log-tale", say("log.log")),
      this.tab("chat-tab", "log-talk", say("log.chat"), this.badge),
    ];
    /** @type {HTMLElement[]} */
    this.panels = [this.story, this.chatPanel];
    this.tablist = h("div", { class: "row grow", role: "tablist", "aria-label": say("log.label") }, this.tabs);
    this.bar = h(
      "div",
      { class: "tabs" },
      this.tablist,
      h("a", { class: "btn quiet small", href: "/rules", target: "_blank" }, icon("book", "s"), say("log.rules")),
    );
    this.track = new Track(shell.store);
    const close = h(
      "button",
      { type: "button", class: "tool fold", "aria-label": say("players.close"), onclick: () => this.fold() },
      icon("close"),
    );
    this.bar.append(close);
    this.el = h(
      "section",
      { class: "log", "aria-label": say("log.label") },
      h("div", { class: "trk low" }, this.track.el),
      this.bar,
      this.story,
      this.chatPanel,
    );
    // On small screens a button on the board opens the rail.
    this.button = h(
      "button",
      {
        type: "button",
        class: "fab still",
        "data-do": "log",
        "aria-label": say("log.label"),
        "aria-expanded": "false",
        onclick: () => this.fold(),
      },
      icon("log"),
    );
    shell.board.el.append(this.button);
    this.open(0);
  }

  /**
   * @param {string} id
   * @param {string} panel
   * @param {string} label
   * @param {HTMLElement} [badge]
   */
  tab(id, panel, label, badge) {
    const button = h(
      "button",
      {
        type: "button",
        role: "tab",
        id,
        "aria-controls": panel,
        onclick: () => this.open(this.tabs.indexOf(button)),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!step) return;
          const next = (this.tabs.indexOf(button) + step + this.tabs.length) % this.tabs.length;
          event.stopPropagation();
          this.open(next);
          this.tabs[next].focus();
        },
      },
      label,
      badge,
    );
    return button;
  }

  /**
   * Put another panel before the log and remove the chat, for replays.
   * @param {string} label
   * @param {HTMLElement} panel
   */
  lead(label, panel) {
    const [log] = this.tabs;
    this.chatPanel.remove();
    this.tabs = [this.tab("lead-tab", "log-lead", label), log];
    this.panels = [panel, this.story];
    for (const [name, value] of Object.entries({ role: "tabpanel", id: "log-lead", "aria-labelledby": "lead-tab" }))
      panel.setAttribute(name, value);
    fill(this.tablist, this.tabs);
    this.story.before(panel);
    this.open(0);
  }

  /**
   * Select a tab.
   * @param {number} which
   */
  open(which) {
    this.which = which;
    this.tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === which));
      tab.tabIndex = i === which ? 0 : -1;
      this.panels[i].hidden = i !== which;
    });
    if (!this.chatPanel.hidden) this.read();
    this.toEnd(this.list);
    this.toEnd(this.said);
  }

  which = 0;

  /** Open or close the rail on small screens. */
  fold() {
    const open = this.shell.rail?.classList.toggle("open") ?? false;
    this.button.setAttribute("aria-expanded", String(open));
    this.open(this.which);
    (open ? this.tabs[this.which] : this.button).focus();
  }

  /** Mark all chat messages as read. */
  read() {
    this.unread = 0;
    this.badge.hidden = true;
  }

  /** Entries that were not announced yet. @type {Set<LogEntry>} */
  fresh = new Set();

  /** The text of entries that were not announced yet. */
  news() {
    const texts = [...this.fresh].map((entry) =>
      [...(this.lines.get(entry)?.children ?? [])]
        .map((part) => part.textContent)
        .join(" ")
        .trim(),
    );
    this.fresh.clear();
    return texts;
  }

  /** Show what happened since the last time. */
  update() {
    const { store, players } = this.shell;
    const near = this.nearEnd(this.list);
    const { fresh, rewritten, removed, rewound } = this.entries.update(store.events);
    for (const entry of removed) {
      this.lines.get(entry)?.remove();
      this.lines.delete(entry);
      this.fresh.delete(entry);
    }
    for (const entry of [...rewritten, ...fresh]) this.write(entry);
    for (const entry of fresh) this.fresh.add(entry);
    const { state } = store;
    for (const { id, seat } of this.before ? tableChanges(this.before, state, rewound) : [])
      this.remark(say(id, { name: store.name(seat) }));
    this.before = state;
    this.track.update(players.scores);
    this.empty.hidden = this.lines.size > 0;
    if (near) this.toEnd(this.list);
    this.updateChat();
  }

  /**
   * Write the line of an entry, or write it anew.
   * @param {LogEntry} entry
   */
  write(entry) {
    const known = this.lines.get(entry);
    if (known) return fill(known, this.parts(entry.events));
    const el = h("li", {}, this.parts(entry.events));
    const [event] = entry.events;
    const cells = event.cells ?? (event.cell ? [event.cell] : []);
    if (cells.length)
      el.addEventListener("click", (click) => {
        if (!(click.target instanceof Element && click.target.closest("button, a"))) this.shell.board.reveal(cells);
      });
    if (event.event === "placed") el.dataset.placed = String(event.cell);
    if (event.lines) el.dataset.points = String(event.points ?? 0);
    this.lines.set(entry, el);
    return this.list.append(el);
  }

  /**
   * The content of a line.
   * @param {GameEvent[]} events
   */
  parts(events) {
    const [event, then] = events;
    const { store } = this.shell;
    if (event.lines) return this.score(event);
    if (event.event === "placed" && event.cell) {
      const values = { name: store.name(event.seat), cell: cellText(event.cell) };
      return this.plain(
        event.seat,
        then ? say("log.placed_with", { ...values, role: word(`role.${then.role}`) }) : say("log.placed", values),
      );
    }
    if (event.event === "discarded") return this.system(say("log.discarded"));
    if (event.seat === null || GENERAL.includes(event.event)) return this.system(formatCells(event.text));
    return this.plain(event.seat, formatCells(event.text));
  }

  /**
   * @param {number|null} seat
   * @param {string} text
   */
  plain(seat, text) {
    return [seat === null ? h("span") : seatToken(seat, "s"), h("span", { class: "words" }, text)];
  }

  /** @param {string} text */
  system(text) {
    return [icon("info", "s"), h("span", { class: "words soft" }, text)];
  }

  /**
   * A score, which can be expanded.
   * @param {GameEvent} event
   */
  score(event) {
    const { store } = this.shell;
    const [first, ...others] = winners(event);
    const why = h("div", { class: "why", hidden: true });
    const title = say("log.score", { what: scoreTitle(event), names: winnerNames(store, event) });
    const button = h(
      "button",
      {
        type: "button",
        class: "words ask",
        "aria-expanded": "false",
        title: say("log.open"),
        onclick: () => {
          if (!why.childElementCount)
            fill(why, scoreLines(event, scoreTitle(event)), h("p", { class: "cap" }, reasonText(store, event)));
          why.hidden = !why.hidden;
          button.setAttribute("aria-expanded", String(!why.hidden));
          if (!why.hidden) why.scrollIntoView({ block: "nearest" });
        },
      },
      h("span", {}, title),
      h("span", { class: "pts" }, say("score.plus", { points: event.points ?? 0 }), icon("chevron-down", "s")),
    );
    const tokens = h(
      "span",
      { class: "tokens" },
      seatToken(first, "s"),
      others.map((seat) => seatToken(seat, "s")),
    );
    return [tokens, button, why];
  }

  /**
   * Add a line about the table.
   * @param {string} text
   */
  remark(text) {
    this.list.append(h("li", {}, this.system(text)));
    this.toEnd(this.list);
  }

  /** Show new chat messages. */
  updateChat() {
    const { store } = this.shell;
    const { chat } = store;
    if (chat.length < this.heard || chat !== this.chat) {
      this.said.replaceChildren();
      this.heard = this.chat === undefined ? 0 : Math.min(this.heard, chat.length);
      for (const line of chat.slice(0, this.heard)) this.said.append(this.saying(line));
    }
    const first = this.chat === undefined;
    this.chat = chat;
    for (const line of chat.slice(this.heard)) {
      this.said.append(this.saying(line));
      if (!first && line.seat !== store.seat && this.chatPanel.hidden) this.unread++;
    }
    if (chat.length > this.heard) this.toEnd(this.said);
    this.heard = chat.length;
    this.badge.hidden = this.unread === 0;
    fill(this.badge, this.unread, h("span", { class: "sr" }, say("log.unread", { count: this.unread })));
    this.form.hidden = store.seat === null || !store.live;
    const alone = store.state.table.seats.every((sitting, seat) => seat === store.seat || sitting?.bot);
    this.note.hidden = chat.length > 0 && store.seat !== null;
    this.note.textContent =
      store.seat === null ? say("log.watching") : alone ? say("log.after_bots") : say("log.chat_empty");
  }

  /** @type {import("../types.js").ChatLine[]|undefined} */
  chat = undefined;

  /** @param {import("../types.js").ChatLine} line */
  saying(line) {
    return h(
      "li",
      {},
      line.seat === null ? h("span") : seatToken(line.seat, "s"),
      h("span", { class: "words" }, h("b", {}, line.name || this.shell.store.name(line.seat)), " ", line.text),
    );
  }

  /** @param {SubmitEvent} event */
  async speak(event) {
    event.preventDefault();
    const text = this.text.value.trim();
    if (!text) return;
    this.text.value = "";
    if (!(await this.shell.send({ type: "say", text }))) this.text.value = text;
  }

  /** @param {HTMLElement} list */
  nearEnd(list) {
    return list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END;
  }

  /** @param {HTMLElement} list */
  toEnd(list) {
    list.scrollTop = list.scrollHeight;
  }
}
