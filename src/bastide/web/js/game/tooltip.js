// The tooltip of the board: hover or long-press to see what is there and how it scores.

import { fill, h } from "../dom.js";
import { segmentAt } from "../board/geometry.js";
import { capital, has, say } from "../words.js";
import { featureTitle, featureStatus } from "./descriptions.js";
import { kindAt } from "./segments.js";
import { featureRule, markRule, tokenRules } from "./rule-texts.js";

/** Milliseconds to hover, or to press with a finger, before the tooltip opens. */
const HOVER_DELAY = 300;
const PRESS_DELAY = 450;

export class Tooltip {
  /**
   * @param {import("./store.js").TableStore} store
   * @param {import("../board/board.js").Board} board
   */
  constructor(store, board) {
    this.store = store;
    this.board = board;
    this.el = h("div", { class: "tip", role: "tooltip", hidden: true });
    /** @type {number|undefined} */
    this.timer = undefined;
    this.highlight = board.highlighter("dashed");
    /** Called with the spots of the feature that is shown; none when it is hidden. @type {(spots: import("../types.js").Spot[]) => void} */
    this.onPlace = () => {};
    /** Where the mouse is on the board. @type {readonly [number, number]|null} */
    this.pointer = null;
    /** The number of requests; late answers to earlier ones are dropped. */
    this.requests = 0;
    const { el } = board;
    el.addEventListener("pointermove", (event) => {
      if (event.pointerType !== "mouse") return;
      this.pointer = [event.clientX, event.clientY];
      this.schedule(event, event.shiftKey ? 0 : HOVER_DELAY);
    });
    // Shift names the place at once.
    const onShift = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === "Shift" && this.pointer && !event.repeat) void this.show(...this.pointer);
    };
    el.addEventListener("pointerenter", () => document.addEventListener("keydown", onShift));
    el.addEventListener("pointerdown", (event) => {
      this.hide();
      if (event.pointerType !== "mouse") this.schedule(event, PRESS_DELAY);
    });
    for (const name of ["pointerup", "pointercancel", "wheel"])
      el.addEventListener(name, () => clearTimeout(this.timer));
    el.addEventListener("pointerleave", () => {
      document.removeEventListener("keydown", onShift);
      this.pointer = null;
      this.hide();
    });
  }

  /**
   * @param {PointerEvent} event
   * @param {number} delay
   */
  schedule(event, delay) {
    clearTimeout(this.timer);
    if (!this.el.hidden && this.at && Math.hypot(event.clientX - this.at[0], event.clientY - this.at[1]) > 8)
      this.hide();
    if (event.buttons && event.pointerType === "mouse") return;
    if (!(event.target instanceof Element) || event.target.closest(".still, [data-cell], [data-slot], [data-ghost]"))
      return;
    this.timer = setTimeout(() => this.show(event.clientX, event.clientY), delay);
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   */
  async show(clientX, clientY) {
    const number = ++this.requests;
    const { board, store } = this;
    const [wx, wy] = board.toWorld(clientX, clientY);
    const laid = store.tileAt(Math.floor(wx / 100), Math.floor(wy / 100));
    if (!laid) return;
    const segment = segmentAt(laid, wx, wy);
    if (segment < 0) return;
    await store.loadLand();
    if (number !== this.requests) return;
    const mark = await markRule(store, laid, wx, wy);
    if (number !== this.requests) return;
    const spot = /** @type {import("../types.js").Spot} */ ([...laid.cell, segment]);
    const feature = store.featureAt(spot);
    const kind = kindAt(store, spot);
    if (!has(`feature.${kind}`)) return;
    const rule = await featureRule(store, kind, spot);
    if (number !== this.requests) return;
    const here = store.view.pieces.filter(
      (standing) => standing.cell[0] === spot[0] && standing.cell[1] === spot[1] && standing.segment === segment,
    );
    fill(
      this.el,
      h("b", {}, feature ? featureTitle(feature) : capital(say(`feature.${kind}`))),
      feature
        ? h(
            "p",
            {},
            featureStatus(feature, (seat) => store.name(seat)),
          )
        : null,
      here.map((one) =>
        h(
          "p",
          {},
          `${one.seat === null ? "" : `${store.name(one.seat)}: `}${capital(say(`piece.${one.piece}`))}${has(`piece_tip.${one.piece}`) ? `. ${say(`piece_tip.${one.piece}`)}` : ""}`,
        ),
      ),
      tokenRules(store, spot).map((text) => h("p", {}, text)),
      mark ? h("p", {}, mark) : null,
      rule ? h("p", { class: "tip-rule" }, rule) : null,
    );
    this.at = /** @type {const} */ ([clientX, clientY]);
    this.el.hidden = false;
    board.el.classList.add("tip-open");
    this.highlight.show(feature ? feature.at : [spot]);
    this.onPlace(feature ? [...feature.at] : [spot]);
    const box = board.el.getBoundingClientRect();
    const x = Math.min(clientX - box.left + 14, box.width - this.el.offsetWidth - 8);
    const y =
      clientY - box.top + 18 + this.el.offsetHeight > box.height
        ? clientY - box.top - this.el.offsetHeight - 12
        : clientY - box.top + 18;
    this.el.style.transform = `translate(${Math.round(Math.max(8, x))}px, ${Math.round(Math.max(8, y))}px)`;
  }

  hide() {
    this.requests++;
    clearTimeout(this.timer);
    this.el.hidden = true;
    this.board.el.classList.remove("tip-open");
    this.highlight.close();
    this.onPlace([]);
  }
}
