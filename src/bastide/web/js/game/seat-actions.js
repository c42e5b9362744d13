// Handing seats over during a game: the page of the menu, and the buttons of spectators beside a seat.

import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { characterPicker } from "../lobby/character-picker.js";
import { seatPicture, strengthText } from "../lobby/characters.js";
import { alertField, errorText, giveSeat, openButton, openSeat, ownName, takeSeat } from "../lobby/seats.js";
import { navigate } from "../router.js";
import { seats } from "../settings.js";
import { say } from "../words.js";

/** @typedef {import("./shell.js").Shell} Shell */

/** Show the table anew, with the seat that the player has now. @param {string} table */
const reload = (table) => navigate(`/table/${table}`, { replace: true });

/**
 * The button with which a spectator takes a seat: the own one back from a bot, or an open one.
 * @param {Shell} shell
 * @param {number} seat
 * @returns {HTMLElement|null}
 */
export function sitButton(shell, seat) {
  const { store, notices } = shell;
  const { id, seats: sitting } = store.state.table;
  const own = seats()[id];
  if (!store.live || store.isOver || store.seat !== null) return null;
  const isKept = Boolean(sitting[seat]?.keeper) && own?.seat === seat;
  const isOpen = sitting[seat]?.open && !sitting.some((other, i) => other?.keeper && own?.seat === i);
  if (!isKept && !isOpen) return null;
  const sit = async () => {
    try {
      await takeSeat(id, isKept ? { token: own.token } : { name: ownName(seat), seat });
      await reload(id);
    } catch (error) {
      notices.toast(errorText(error), "warn");
    }
  };
  return h(
    "button",
    { type: "button", class: "btn pri small sit-here", "data-sit": seat, onclick: sit },
    icon("check", "s"),
    isKept ? say("seats.take_back") : say("seats.sit"),
  );
}

/** The page of the menu with all seats, and what can be done with them. */
export class SeatPage {
  /** @param {Shell} shell */
  constructor(shell) {
    this.shell = shell;
    this.list = h("ul", { class: "seat-rows" });
    this.error = alertField();
    this.el = h("div", { class: "seat-page" }, this.list, this.error);
    /** What is shown, as JSON. */
    this.shown = "";
    /** The seat whose characters are unfolded. @type {number|null} */
    this.picking = null;
    this.update();
  }

  /** Show the seats as they are now, without moving the focus. */
  update() {
    const { store } = this.shell;
    const shown = JSON.stringify([store.state.table.seats, store.seat, store.state.ended]);
    if (shown === this.shown) return;
    this.shown = shown;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.key : undefined;
    fill(
      this.list,
      store.state.table.seats.map((_, seat) => this.row(seat)),
    );
    if (focused) /** @type {HTMLElement|null} */ (this.list.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  /** @param {number} seat */
  row(seat) {
    const { store } = this.shell;
    const sitting = store.state.table.seats[seat];
    const lines = [];
    if (sitting?.bot) lines.push(strengthText(sitting.bot));
    if (sitting?.out) lines.push(sitting.out === "flagged" ? say("players.flagged") : say("players.resigned"));
    if (sitting?.keeper) lines.push(say("seats.keeper", { name: sitting.keeper }));
    if (sitting?.open) lines.push(say("seats.opened"));
    if (seat === store.seat) lines.push(say("players.you"));
    return h(
      "li",
      { class: "seat-row", "data-seat-row": seat },
      seatPicture(seat, sitting?.bot, { token: "m" }),
      h("div", { class: "grow" }, h("b", {}, store.name(seat)), h("span", { class: "cap" }, lines.join(" · "))),
      this.action(seat),
    );
  }

  /** @param {number} seat */
  action(seat) {
    const { store, menu } = this.shell;
    const { id, seats: all } = store.state.table;
    const sitting = all[seat];
    if (!menu.isPlaying() || !sitting || sitting.keeper) return sitButton(this.shell, seat);
    if (seat === store.seat || sitting.out || sitting.open)
      return characterPicker(
        seat === store.seat ? say("seats.give_own") : say("seats.give"),
        seat,
        (bot) =>
          this.attempt(async () => {
            await giveSeat(id, seat, bot);
            this.picking = null;
            if (seat === store.seat) await reload(id);
          }),
        {
          open: this.picking === seat,
          toggled: (open) => {
            if (open) this.picking = seat;
            else if (this.picking === seat) this.picking = null;
          },
        },
      );
    if (!sitting.bot) return null;
    return openButton(seat, () => this.attempt(() => openSeat(id, seat)));
  }

  /** @param {() => Promise<unknown>} act */
  async attempt(act) {
    fill(this.error);
    try {
      await act();
    } catch (error) {
      fill(this.error, errorText(error));
    }
  }
}
