// The menu of the table: commands, keyboard shortcuts and settings.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { settings, setVolume, soundVolume } from "../settings.js";
import { language, LANGUAGES, say } from "../words.js";
import { keyList } from "./shortcuts.js";

export class Menu {
  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.button = h(
      "button",
      {
        class: "tool",
        "data-do": "menu",
        "aria-label": say("play.menu"),
        "aria-expanded": "false",
        onclick: () => (this.isOpen ? this.hide() : this.show("main")),
      },
      icon("menu"),
    );
    this.el = h("div", {
      class: "panel menu still scrolls",
      role: "dialog",
      "aria-label": say("play.menu"),
      hidden: true,
    });
    this.page = "main";
    this.wasPlaying = false;
    /** The page about seats, once it was opened. @type {import("./seat-actions.js").SeatPage|null} */
    this.seats = null;
    this.volume = h("input", {
      type: "range",
      class: "volume",
      min: 0,
      max: 100,
      step: 5,
      "aria-label": say("play.volume"),
      oninput: () => {
        setVolume(this.volume.valueAsNumber);
        shell.updateSound();
      },
      // A sample of the new volume.
      onchange: () => shell.notices.play("piece"),
    });
    this.showVolume();
  }

  get isOpen() {
    return !this.el.hidden;
  }

  /** @param {string} page */
  show(page) {
    this.page = page;
    this.el.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.draw();
    /** @type {HTMLElement|null} */ (this.el.querySelector("button, a, input"))?.focus();
  }

  hide() {
    this.el.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    this.button.focus();
  }

  /** Show the volume of sounds. */
  showVolume() {
    const volume = soundVolume();
    this.volume.value = String(volume);
    this.volume.setAttribute("aria-valuetext", volume ? say("play.percent", { volume }) : say("play.silent"));
  }

  update() {
    if (this.isOpen && this.page === "main" && this.wasPlaying !== this.isPlaying()) this.draw();
    if (this.isOpen && this.page === "seats") this.seats?.update();
  }

  /** Whether the player is still in the game. */
  isPlaying() {
    const { store } = this.shell;
    return (
      store.live &&
      store.current !== null &&
      store.seat !== null &&
      !store.isOver &&
      !store.state.table.seats[store.seat]?.out
    );
  }

  draw() {
    const close = h(
      "button",
      { class: "btn icon quiet", "aria-label": say("play.close"), onclick: () => this.hide() },
      icon("close"),
    );
    const head = (/** @type {string} */ title) =>
      h("div", { class: "row" }, h("h3", { class: "grow", "aria-level": 2 }, title), close);
    if (this.page === "keys") return void fill(this.el, head(say("play.keys")), keyList());
    if (this.page === "seats") return void this.drawSeats(head(say("seats.title")));
    if (this.page === "resign") return void fill(this.el, head(say("play.resign_title")), this.resignDialog());
    fill(this.el, head(say("play.menu")), this.actions(), this.settingsList());
  }

  /**
   * Show who sits where, and what can be done about it.
   * @param {HTMLElement} head
   */
  async drawSeats(head) {
    fill(this.el, head);
    const { SeatPage } = await import("./seat-actions.js");
    if (this.page !== "seats" || this.shell.store.closed) return;
    this.seats = new SeatPage(this.shell);
    this.el.append(this.seats.el);
  }

  actions() {
    const { shell } = this;
    const { store } = shell;
    const item = (
      /** @type {string} */ name,
      /** @type {import("../icons.js").IconName} */ picture,
      /** @type {() => void} */ act,
    ) => h("button", { class: "btn quiet item", "data-do": name, onclick: act }, icon(picture), say(`play.${name}`));
    const link = (
      /** @type {string} */ name,
      /** @type {import("../icons.js").IconName} */ picture,
      /** @type {string} */ href,
    ) => h("a", { class: "btn quiet item", href }, icon(picture), say(`play.${name}`));
    const playing = (this.wasPlaying = this.isPlaying());
    return h(
      "div",
      { class: "menu-items" },
      playing
        ? item("takeback", "undo", () => {
            shell.send({ type: "takeback" });
            this.hide();
          })
        : null,
      playing
        ? item("offer_end", "flag", () => {
            shell.send({ type: "offer_end" });
            this.hide();
          })
        : null,
      store.live && store.current !== null && !store.isOver ? item("seats", "people", () => this.show("seats")) : null,
      playing ? item("resign", "resign", () => this.show("resign")) : null,
      store.live
        ? item("copy_link", "link", async () => {
            await navigator.clipboard?.writeText(location.href).catch(() => {});
            shell.notices.toast(say("play.copied"), "copy");
          })
        : null,
      item("keys", "info", () => this.show("keys")),
      link("rules", "book", "/rules"),
      link("home", "home", "/"),
    );
  }

  resignDialog() {
    const { shell } = this;
    const rest = shell.store.state.table.seats.flatMap((sitting, seat) =>
      sitting && !sitting.out && seat !== shell.store.seat ? [sitting.name] : [],
    );
    const words = rest.length === 1 ? say("play.resign_last", { name: rest[0] }) : say("play.resign_others");
    return h(
      "div",
      {},
      h("p", {}, words),
      h(
        "div",
        { class: "row menu-buttons" },
        h("button", { class: "btn", "data-do": "stay", onclick: () => this.hide() }, say("play.stay")),
        h(
          "button",
          { class: "btn", "data-do": "bot-instead", onclick: () => this.show("seats") },
          icon("bot"),
          say("seats.instead"),
        ),
        h(
          "button",
          {
            class: "btn danger",
            "data-do": "resign-now",
            onclick: () => {
              shell.send({ type: "resign" });
              this.hide();
            },
          },
          icon("resign"),
          say("play.resign"),
        ),
      ),
    );
  }

  settingsList() {
    const toggle = (/** @type {"quick"|"coordinates"|"keys"|"notices"|"looks"|"ghosts"|"speak"} */ name) => {
      const button = h("button", {
        class: `switch ${settings[name] ? "on" : ""}`,
        role: "switch",
        "aria-checked": settings[name],
        "aria-label": say(`play.like_${name}`),
        onclick: async () => {
          settings[name] = !settings[name];
          if (name === "ghosts") this.shell.ghost.show();
          if (
            name === "notices" &&
            settings.notices &&
            "Notification" in window &&
            (await Notification.requestPermission()) !== "granted"
          )
            settings.notices = false;
          if (name === "coordinates") this.shell.coordinates.changed();
          button.classList.toggle("on", settings[name]);
          button.setAttribute("aria-checked", String(settings[name]));
        },
      });
      return h("div", { class: "row setting" }, h("span", { class: "grow" }, say(`play.like_${name}`)), button);
    };
    const follow = h(
      "select",
      {
        "aria-label": say("play.like_follow"),
        onchange: () => {
          settings.follow = /** @type {"always"|"away"|"never"} */ (follow.value);
        },
      },
      ["always", "away", "never"].map((value) =>
        h("option", { value, selected: settings.follow === value }, say(`play.follow_${value}`)),
      ),
    );
    const languages = h(
      "select",
      {
        "aria-label": say("play.language"),
        onchange: () => {
          settings.language = languages.value;
          location.reload();
        },
      },
      LANGUAGES.map((code) =>
        h("option", { value: code, selected: language() === code }, say(`play.language_${code}`)),
      ),
    );
    const theme = h(
      "button",
      {
        class: "btn small",
        onclick: () => {
          const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
          document.documentElement.dataset.theme = next;
          settings.theme = next;
        },
      },
      icon("moon", "s"),
      say("play.theme"),
    );
    return h(
      "div",
      { class: "settings" },
      ["quick", "coordinates", "keys", "notices", "looks", "ghosts", "speak"].map((name) =>
        toggle(/** @type {"quick"} */ (name)),
      ),
      h("div", { class: "row setting" }, h("span", { class: "grow" }, say("play.volume")), this.volume),
      h("div", { class: "row setting" }, h("span", { class: "grow" }, say("play.like_follow")), follow),
      h("div", { class: "row setting" }, h("span", { class: "grow" }, say("play.language")), languages),
      h("div", { class: "row setting" }, h("span", { class: "grow" }), theme),
    );
  }
}
