// The log: the story of the game beside the chat, in tabs.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../words.js";
import { Chat } from "./chat.js";
import { Story } from "./story.js";
import { Track } from "./track.js";

/** @typedef {import("./shell.js").Shell} Shell */

export class Log {
  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.story = new Story(shell);
    this.chat = new Chat(shell);
    this.tabs = [
      this.tab("log-tab", "log-panel", say("log.log")),
      this.tab("chat-tab", "chat-panel", say("log.chat"), this.chat.badges[0]),
    ];
    /** @type {HTMLElement[]} */
    this.panels = [this.story.panel, this.chat.panel];
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
      this.story.panel,
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
    this.panels = [panel, this.story.panel];
    for (const [name, value] of Object.entries({ role: "tabpanel", id: "first-panel", "aria-labelledby": "first-tab" }))
      panel.setAttribute(name, value);
    fill(this.tablist, this.tabs);
    this.story.panel.before(panel);
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
    this.story.toEnd();
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

  /**
   * The text of lines that were not announced yet.
   * @param {(event: import("../types.js").GameEvent) => boolean} [isAnnounced] whether an event is announced elsewhere
   */
  news(isAnnounced) {
    return this.story.news(isAnnounced);
  }

  /** Show new lines and chat messages. */
  update() {
    this.story.update();
    this.track.update(this.shell.players.scores);
    this.chat.update();
  }
}
