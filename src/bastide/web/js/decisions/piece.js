// Deploying a piece, or none: choose the piece, then a slot.

import { tile } from "../art.js";
import { h, smallScreen, s } from "../dom.js";
import { kindAt, liesAt } from "../game/segments.js";
import { headline, standing } from "../game/descriptions.js";
import { magnifier, small } from "../game/magnifier.js";
import { icon } from "../icons.js";
import { capital, has, say } from "../words.js";

/** @typedef {import("../game/shell.js").Shell} Shell */
/** @typedef {import("../types.js").ActionData} Option */
/** @typedef {import("../types.js").Spot} Spot */
/** @typedef {import("../board/slots.js").Slot} Slot */

/** The size of tiles from which on no magnifier is needed. */
const LARGE = 180;

/**
 * @param {Shell} shell
 * @param {Option[]} options
 * @returns {import("../game/dock.js").Decision}
 */
export function piece(shell, options) {
  const { board, store } = shell;
  const seat = /** @type {number} */ (store.seat);
  const pass = options.find((option) => option.do === "pass");
  const deploys = options.filter((option) => option.do === "deploy");
  const recall = options.find((option) => option.do === "recall");
  const kinds = [...new Set(deploys.map((option) => option.piece ?? "follower"))];
  let kind = kinds[0] ?? "";
  /** @type {{close: () => void}[]} */
  let marks = [];
  /** @type {{close: () => void}|null} */
  let lit = null;
  let aimed = -1;
  let closed = false;
  let spoken = "";
  const last = store.board[store.board.length - 1];
  const body = h("div", { class: "piece-body" });
  const tip = h("div", { class: "slot-tip" });
  const put = h(
    "button",
    {
      class: "btn pri phone-only",
      "data-do": "go",
      onclick: () => {
        if (aimed >= 0) send(slots[aimed].option);
      },
    },
    icon("check"),
    h("span", {}, say("play.put_here")),
  );
  const chooser = h("div", { class: "pieces", role: "radiogroup", "aria-label": say("play.which_piece") });
  const side = h("div", { class: "piece-side" });
  /** @type {(Slot & {option: Option})[]} */
  let slots = [];

  /** @param {Option} option */
  async function send(option) {
    const ok = await shell.choose(option);
    if (!ok && !closed) draw();
  }

  function draw() {
    clear();
    slots = deploys.filter((option) => (option.piece ?? "follower") === kind).map(slotOf);
    if (recall) slots.push(...recalled(recall));
    const onTile = slots.filter(({ spot }) => last && spot[0] === last.cell[0] && spot[1] === last.cell[1]);
    const elsewhere = slots.filter((slot) => !onTile.includes(slot));
    const magnified = smallScreen() || board.pixels < LARGE;
    if (smallScreen()) {
      side.replaceChildren(tip, ...(kinds.length > 1 ? [chooser] : []));
      body.replaceChildren(side);
    }
    if (magnified && onTile.length) {
      const copy = store.board.filter((laid) => laid.tile === last.tile).length - 1;
      const made = magnifier(last, copy, onTile, {
        pick: (i) => pick(slots.indexOf(onTile[i])),
        aim: (i) => aim(i < 0 ? -1 : slots.indexOf(onTile[i])),
      });
      if (smallScreen()) {
        body.replaceChildren(made.el, side);
        marks.push({ close: () => made.el.remove() });
      } else {
        marks.push(floating(shell, made.el, last.cell, tip));
      }
      board.input.choices(made.group);
    } else if (onTile.length) {
      marks.push(
        board.slots(onTile, {
          pick: (i) => pick(slots.indexOf(onTile[i])),
          aim: (i) => aim(i < 0 ? -1 : slots.indexOf(onTile[i])),
        }),
      );
    }
    if (elsewhere.length)
      marks.push(
        board.slots(elsewhere, {
          pick: (i) => pick(slots.indexOf(elsewhere[i])),
          aim: (i) => aim(i < 0 ? -1 : slots.indexOf(elsewhere[i])),
        }),
      );
    if (elsewhere.length && !onTile.length)
      board.whenIdle(() => board.reveal(elsewhere.map(({ spot }) => [spot[0], spot[1]])));
    for (const button of chooser.children)
      button.setAttribute("aria-checked", String(/** @type {HTMLElement} */ (button).dataset.piece === kind));
    aim(-1);
  }

  /** @param {Option} option @returns {Slot & {option: Option}} */
  function slotOf(option) {
    const [x, y] = option.cell ?? [0, 0];
    const segment = option.segment ?? 0;
    const of = kindAt(store, [x, y, segment]);
    const name = has(`feature.${of}`) ? capital(say(`feature.${of}`)) : of;
    return {
      spot: [x, y, segment],
      label: name,
      piece: option.piece,
      seat,
      lying: liesAt(store, [x, y, segment]),
      option,
    };
  }

  /** @param {Option} option */
  function recalled(option) {
    return store.view.pieces
      .filter((standing) => standing.seat === seat && standing.piece === "abbot")
      .map((standing) => ({
        spot: /** @type {Spot} */ ([...standing.cell, standing.segment]),
        label: say("kind.recall"),
        mark: /** @type {const} */ ("take"),
        option,
      }));
  }

  /** @param {number} index */
  function pick(index) {
    if (smallScreen() && aimed !== index) return void aim(index, true);
    send(slots[index].option);
  }

  /**
   * @param {number} index
   * @param {boolean} [kept]
   */
  function aim(index, kept = false) {
    if (closed) return;
    if (index < 0 && smallScreen() && aimed >= 0 && !kept) return;
    aimed = index;
    lit?.close();
    lit = null;
    put.classList.toggle("off", index < 0);
    document.querySelectorAll(".slot-mark.hot").forEach((el) => el.classList.remove("hot"));
    if (index < 0) {
      tip.replaceChildren();
      return;
    }
    const { spot, label } = slots[index];
    document.querySelectorAll(`.slot-mark[data-slot="${spot.join(",")}"]`).forEach((el) => el.classList.add("hot"));
    const feature = store.featureAt(spot);
    lit = board.light(feature ? feature.at : [spot], "aimed");
    tip.replaceChildren(
      h("b", {}, feature ? headline(feature) : label),
      feature ? standing(feature, (of) => store.name(of)) : "",
    );
    const told = feature ? `${spot} ${headline(feature)}. ${standing(feature, (of) => store.name(of))}` : "";
    if (told && told !== spoken) shell.notices.announce(told.slice(told.indexOf(" ") + 1));
    spoken = told;
  }

  function clear() {
    marks.forEach((mark) => mark.close());
    marks = [];
    lit?.close();
    lit = null;
  }

  kinds.forEach((name, i) => {
    const left = store.view.supply[seat]?.[name] ?? 0;
    chooser.append(
      h(
        "button",
        {
          class: "piece",
          role: "radio",
          "data-piece": name,
          "aria-checked": name === kind,
          onclick: () => {
            kind = name;
            draw();
          },
        },
        small(name, seat),
        h("span", {}, capital(say(`piece.${name}`))),
        h("span", { class: "n" }, left),
        h("kbd", { class: "sr" }, i + 1),
      ),
    );
  });
  /** @type {Record<string, () => void>} */
  const keys = {};
  kinds.forEach((name, i) => {
    keys[String(i + 1)] = () => {
      kind = name;
      draw();
    };
  });
  if (pass)
    keys.s = () => {
      send(pass);
    };
  store.loadLand().then(() => {
    if (closed) return;
    for (const { spot, label } of slots) {
      const feature = store.featureAt(spot);
      const told = feature ? `${headline(feature)}. ${standing(feature, (of) => store.name(of))}` : label;
      document
        .querySelectorAll(`.slot-mark[data-slot="${spot.join(",")}"]`)
        .forEach((el) => el.setAttribute("aria-label", told));
    }
    if (aimed >= 0) aim(aimed, true);
  });
  const resized = () => draw();
  addEventListener("resize", resized);
  queueMicrotask(() => {
    if (!closed) draw();
  });
  const buttons = [
    smallScreen() ? null : chooser,
    pass
      ? h(
          "button",
          {
            class: "btn",
            "data-do": "skip",
            onclick: () => {
              send(pass);
            },
          },
          h("span", {}, say(kinds.includes("follower") || !deploys.length ? "play.no_follower" : "play.nothing")),
          h("kbd", {}, "S"),
        )
      : null,
    deploys.length || recall ? put : null,
  ];
  return {
    eyebrow: say("play.your_turn"),
    title: say("play.piece_title"),
    text: say(deploys.length ? "play.piece_text" : "play.piece_none"),
    body,
    buttons: buttons.filter((button) => button !== null),
    keys,
    close() {
      closed = true;
      removeEventListener("resize", resized);
      clear();
    },
  };
}

/**
 * Show the magnifier beside its tile, on the side where it covers less, tied to it by lines.
 * @param {Shell} shell
 * @param {SVGSVGElement} picture
 * @param {import("../types.js").Cell} cell
 * @param {HTMLElement} tip
 */
function floating(shell, picture, cell, tip) {
  const { board } = shell;
  const holder = h("div", { class: "magnifier still" }, picture, tip);
  const lines = s("svg", { class: "magnifier-lines", "aria-hidden": "true" });
  const tie = s("path", { class: "magnifier-line" });
  const frame = s("rect", {
    x: 100 * cell[0],
    y: 100 * cell[1],
    width: 100,
    height: 100,
    rx: 3,
    class: "magnifier-frame",
  });
  lines.append(tie);
  board.el.append(lines, holder);
  board.over.prepend(frame);
  board.dim(true);
  const lifted = tileAbove(shell, cell);
  const place = () => {
    const area = board.visibleArea();
    const [left, top] = board.toScreen(100 * cell[0], 100 * cell[1]);
    const size = board.pixels;
    const side = holder.offsetWidth || 250;
    const high = holder.offsetHeight || 250;
    /** @param {boolean} right */
    const beside = (right) => {
      const x = right
        ? Math.min(left + size + 36, area.left + area.width - side)
        : Math.max(area.left, left - 36 - side);
      const y = Math.max(area.top, Math.min(top + size / 2 - high / 2, area.top + area.height - high));
      const covered =
        board.view?.board.filter(({ cell: [column, row] }) => {
          const [tx, ty] = board.toScreen(100 * column, 100 * row);
          return tx < x + side && tx + size > x && ty < y + high && ty + size > y;
        }).length ?? 0;
      const fits = right ? x >= left + size : x + side <= left;
      return { x, y, right, covered: covered + (fits ? 0 : 100) };
    };
    const [one, other] = [beside(true), beside(false)];
    const { x, y, right } = one.covered <= other.covered ? one : other;
    holder.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    const from = right ? left + size : left;
    const edge = right ? x : x + side;
    tie.setAttribute("d", `M${from} ${top}L${edge} ${y + 6}V${y + picture.clientHeight}L${from} ${top + size}Z`);
  };
  board.whenIdle(() => board.reveal([cell]));
  place();
  board.listeners.add(place);
  const grown = new ResizeObserver(place);
  grown.observe(holder);
  return {
    close() {
      board.listeners.delete(place);
      grown.disconnect();
      board.dim(false);
      lifted.remove();
      frame.remove();
      holder.remove();
      lines.remove();
    },
  };
}

/**
 * Draw the tile again above the dimmed board.
 * @param {Shell} shell
 * @param {import("../types.js").Cell} cell
 */
function tileAbove({ board }, [x, y]) {
  const laid = board.tileAt([x, y]);
  const shown = laid
    ? [...board.shown.values()].find(
        (item) => item.laid === laid || (item.laid.cell[0] === x && item.laid.cell[1] === y),
      )
    : undefined;
  const use = laid ? tile(laid.tile, laid.rotation, { copy: shown?.copy ?? 0, x: 100 * x, y: 100 * y }) : s("g");
  board.over.prepend(use);
  return use;
}
