// The log of the game, with scores that can be expanded, beside the chat.

import { seatToken } from "../art.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { say, word } from "../words.js";
import { Chat } from "./chat.js";
import { LogEntries, tableChanges } from "./log-entries.js";
import { reasonText, winnerNames, cellText, scoreLines, formatCells, scoreTitle } from "./score-texts.js";
import { winners } from "./scores.js";
import { Track } from "./track.js";

/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("../types.js").TableState} TableState */
/** @typedef {import("./shell.js").Shell} Shell */
/** @typedef {import("./log-entries.js").LogEntry} LogEntry */

/** Events that concern the table rather than a player. */
const GENERAL = ["discarded", "buried", "won", "passed", "hand_shown"];
/** Pixels from the end within which a list scrolls along. */
const NEAR_END = 60;

export class Log {
  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.entries = new LogEntries();
    /** @type {Map<LogEntry, HTMLLIElement>} */
    this.lines = new Map();
    /** @type {TableState|null} */
    this.before = null;
    this.list = h("ol", { class: "lines", tabindex: 0, "aria-label": say("log.list") });
    this.empty = h("p", { class: "empty-note meta" }, say("log.empty"));
    this.logPanel = h(
      "div",
      { class: "log-panel", role: "tabpanel", id: "log-panel", "aria-labelledby": "log-tab" },
      this.empty,
      this.list,
    );
    this.chat = new Chat(shell);
    this.tabs = [
      this.tab("log-tab", "log-panel", say("log.log")),
      this.tab("chat-tab", "chat-panel", say("log.chat"), this.chat.badges[0]),
    ];
    /** @type {HTMLElement[]} */
    this.panels = [this.logPanel, this.chat.panel];
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
      { type: "button", class: "tool fold", "aria-label": say("players.close"), onclick: () => this.toggle() },
      icon("close"),
    );
    this.bar.append(close);
    this.el = h(
      "section",
      { class: "log", "aria-label": say("log.label") },
      h("div", { class: "trk low" }, this.track.el),
      this.bar,
      this.logPanel,
      this.chat.panel,
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
        onclick: () => this.toggle(),
      },
      icon("log"),
      this.chat.badges[1],
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
   * Insert a panel before the log and remove the chat, for replays.
   * @param {string} label
   * @param {HTMLElement} panel
   */
  insertPanel(label, panel) {
    const [log] = this.tabs;
    this.chat.panel.remove();
    this.tabs = [this.tab("first-tab", "first-panel", label), log];
    this.panels = [panel, this.logPanel];
    for (const [name, value] of Object.entries({ role: "tabpanel", id: "first-panel", "aria-labelledby": "first-tab" }))
      panel.setAttribute(name, value);
    fill(this.tablist, this.tabs);
    this.logPanel.before(panel);
    this.open(0);
  }

  /**
   * Select a tab.
   * @param {number} index
   */
  open(index) {
    this.selected = index;
    this.tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
      this.panels[i].hidden = i !== index;
    });
    this.chat.showUnread();
    this.toEnd(this.list);
    this.chat.toEnd();
  }

  selected = 0;

  /** Whether the rail is open on a small screen, where it covers the board. */
  get isOpen() {
    return this.button.getAttribute("aria-expanded") === "true" && this.button.offsetParent !== null;
  }

  /** Open or close the rail on small screens. */
  toggle() {
    const open = this.shell.rail?.classList.toggle("open") ?? false;
    this.button.setAttribute("aria-expanded", String(open));
    this.open(this.selected);
    (open ? this.tabs[this.selected] : this.button).focus();
  }

  /** Entries that were not announced yet. @type {Set<LogEntry>} */
  fresh = new Set();

  /**
   * The text of entries that were not announced yet.
   * @param {(event: GameEvent) => boolean} [isAnnounced] whether an event is announced elsewhere
   */
  news(isAnnounced = () => false) {
    const texts = [...this.fresh]
      .filter(({ events }) => !events.every(isAnnounced))
      .map((entry) =>
        [...(this.lines.get(entry)?.children ?? [])]
          .map((part) => part.textContent)
          .join(" ")
          .trim(),
      );
    this.fresh.clear();
    return texts;
  }

  /** Show new entries, table changes and chat messages. */
  update() {
    const { store, players } = this.shell;
    const wasAtEnd = this.nearEnd(this.list);
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
      this.addRemark(say(id, { name: store.name(seat) }));
    this.before = state;
    this.track.update(players.scores);
    this.empty.hidden = this.lines.size > 0;
    if (wasAtEnd) this.toEnd(this.list);
    this.chat.update();
  }

  /**
   * Add or update the line of an entry.
   * @param {LogEntry} entry
   */
  write(entry) {
    const line = this.lines.get(entry);
    if (line) return fill(line, this.parts(entry.events));
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
    const [event, deployed] = events;
    const { store } = this.shell;
    if (event.lines) return this.score(event);
    if (event.event === "placed" && event.cell) {
      const values = { name: store.name(event.seat), cell: cellText(event.cell) };
      return this.plain(
        event.seat,
        deployed
          ? say("log.placed_with", { ...values, role: word(`role.${deployed.role}`) })
          : say("log.placed", values),
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
   * A score with expandable lines.
   * @param {GameEvent} event
   */
  score(event) {
    const { store } = this.shell;
    const [first, ...others] = winners(event);
    const why = h("div", { class: "why", hidden: true });
    const label = say("log.score", { what: scoreTitle(event), names: winnerNames(store, event) });
    const button = h(
      "button",
      {
        type: "button",
        class: "words expand",
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
      h("span", {}, label),
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
   * Add a line about a change at the table.
   * @param {string} text
   */
  addRemark(text) {
    this.list.append(h("li", {}, this.system(text)));
    this.toEnd(this.list);
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
