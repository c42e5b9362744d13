// Notices to the player: toasts over the bar, where they cover no decision, announcements for screen readers, and sounds.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { soundVolume } from "../settings.js";
import { say } from "../words.js";

/** Milliseconds until a toast disappears. */
const TOAST_DURATION = 4000;
/** Milliseconds without a connection until the player is notified. */
const OFFLINE_DELAY = 1500;
/** The maximum number of announcements in a live region. */
const MAX_ANNOUNCEMENTS = 6;

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
    setTimeout(() => el.remove(), TOAST_DURATION);
  }

  /**
   * Announce a text to screen readers.
   * @param {string} text
   * @param {boolean} [urgent] whether to interrupt the current announcement
   */
  announce(text, urgent = false) {
    const region = urgent ? this.urgent : this.polite;
    region.append(h("p", {}, text));
    while (region.childElementCount > MAX_ANNOUNCEMENTS) region.firstElementChild?.remove();
  }

  /**
   * Play a sound. Browsers allow it only after the player has interacted with the page.
   * @param {string} sound
   * @param {import("../sound.js").SoundOptions} [options]
   */
  play(sound, options) {
    const volume = soundVolume();
    if (!volume || this.muted || !navigator.userActivation?.hasBeenActive) return;
    import("../sound.js").then(
      ({ play }) => play(sound, volume, options),
      () => {},
    );
  }

  /**
   * Notify the player that the connection is lost, unless it comes back soon.
   * @param {boolean} online
   */
  setOnline(online) {
    clearTimeout(this.timer);
    if (online) return void this.toasts.querySelector(".lost")?.remove();
    this.timer = setTimeout(() => {
      this.toasts.replaceChildren(h("div", { class: "toast lost" }, icon("offline", "s"), say("play.lost")));
    }, OFFLINE_DELAY);
  }
}
