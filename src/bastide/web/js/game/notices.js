// Notices to the player: toasts above the dock, announcements for screen readers, and sounds.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { settings } from "../settings.js";
import { play } from "../sound.js";
import { say } from "../words.js";

/** Milliseconds that a toast stays. */
const TOAST = 4000;
/** Milliseconds without a connection until the player is told. */
const PATIENCE = 1500;
/** Announcements that stay in a live region. */
const KEPT = 6;

export class Notices {
  constructor() {
    this.polite = h("div", { class: "sr", "aria-live": "polite" });
    this.urgent = h("div", { class: "sr", "aria-live": "assertive" });
    this.toasts = h("div", { class: "toasts", role: "status" });
    this.muted = true;
    /** @type {number|undefined} */
    this.timer = undefined;
  }

  /**
   * Show a short notice, and announce it.
   * @param {string} text
   * @param {import("../icons.js").IconName} [name] of its icon
   */
  toast(text, name = "info") {
    const el = h("div", { class: "toast" }, icon(name, "s"), text);
    this.toasts.replaceChildren(el);
    this.announce(text);
    setTimeout(() => el.remove(), TOAST);
  }

  /**
   * Tell screen readers.
   * @param {string} text
   * @param {boolean} [urgent] interrupt what is being read
   */
  announce(text, urgent = false) {
    const region = urgent ? this.urgent : this.polite;
    region.append(h("p", {}, text));
    while (region.childElementCount > KEPT) region.firstElementChild?.remove();
  }

  /** @param {string} sound */
  play(sound) {
    if (settings.sound && !this.muted) play(sound);
  }

  /**
   * Say that the connection is lost, unless it comes back soon.
   * @param {boolean} online
   */
  setOnline(online) {
    clearTimeout(this.timer);
    if (online) return void this.toasts.querySelector(".lost")?.remove();
    this.timer = setTimeout(() => {
      this.toasts.replaceChildren(h("div", { class: "toast lost" }, icon("offline", "s"), say("play.lost")));
    }, PATIENCE);
  }
}
