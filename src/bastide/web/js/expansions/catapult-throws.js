// The Catapult: throwing over the board or along the lane, and placing the hands that catch.

import { stances } from "../board/pieces.js";
import { h, s } from "../dom.js";
import { kindAt, roleAt, spotOf } from "../game/segments.js";
import { capital, say } from "../words.js";
import { catapultWidget } from "./catapult-widget.js";
import { CATCH, TARGET, gameChips, gameEmblem, GAMES, playedGame, thrownToken } from "./catapult.js";
import { lane, openHands } from "./catch-lane.js";
import { areaOf, HANDS, LANE, originOf, clamp, TOKEN } from "./trajectory.js";
import { emblem, slider, submitButton } from "../decisions/widgets.js";

/** @typedef {import("../decisions/widgets.js").Shell} Shell */
/** @typedef {import("../decisions/widgets.js").Decision} Decision */
/** @typedef {import("./trajectory.js").Point} Point */

/** Distance within which followers are named, in world units. */
const NEAR = 60;
/** Milliseconds until the dock is laid out. */
const LAYOUT_DELAY = 90;

/**
 * Aim and throw.
 * @param {Shell} shell
 * @returns {Decision}
 */
export function aim(shell) {
  return playedGame(shell.store) === CATCH ? aimLane(shell) : aimMap(shell);
}

/**
 * Throw over the board.
 * @param {Shell} shell
 * @returns {Decision}
 */
function aimMap(shell) {
  const { store, board } = shell;
  const seat = store.seat ?? 0;
  const game = playedGame(store);
  const area = areaOf(store);
  const origin = originOf(store, seat);
  const fair = store.board.at(-1)?.cell ?? [0, 0];
  const description = h("p", { class: "meta description" });
  /** @type {Point} */
  const start =
    game === TARGET
      ? [1000 * fair[0] + 500, 1000 * fair[1] + 500]
      : (nearest() ?? [(area.west + area.east) / 2, (area.north + area.south) / 2]);

  /** The nearest follower of somebody else. @returns {Point|null} */
  function nearest() {
    const others = followers().filter((one) => one.seat !== seat);
    const distance = ([x, y] = [0, 0]) => Math.hypot(10 * x - origin[0], 10 * y - origin[1]);
    const best = others
      .map((one) => board.anchor(spotOf(one)))
      .sort((a, b) => distance(a) - distance(b))
      .at(0);
    return best ? [Math.round(10 * best[0]), Math.round(10 * best[1])] : null;
  }

  function followers() {
    return store.view.pieces.filter(
      (one) => one.strength && !one.guest && one.seat !== null && kindAt(store, spotOf(one)) !== "district",
    );
  }

  /** @param {Point} point */
  function describe([x, y]) {
    if (game === TARGET) {
      const [fx, fy] = clamp(
        { west: 1000 * fair[0], north: 1000 * fair[1], east: 1000 * fair[0] + 1000, south: 1000 * fair[1] + 1000 },
        [x, y],
      );
      const tiles = Math.round(Math.hypot(x - fx, y - fy) / 100) / 10;
      description.textContent = tiles
        ? say("fair.off_target", { tiles: tiles.toLocaleString() })
        : say("fair.on_target");
      return;
    }
    const near = followers()
      .filter((one) => {
        const [px, py] = board.anchor(spotOf(one));
        return Math.hypot(px - x / 10, py - y / 10) < NEAR;
      })
      .map((one) =>
        say("fair.whose", {
          name: store.name(one.seat),
          role: roleAt(store, one.piece, spotOf(one)).toLocaleLowerCase(),
        }),
      );
    description.textContent = near.length ? say("fair.near", { list: near.join(", ") }) : say("fair.near_nobody");
  }

  const control = catapultWidget(
    {
      over: board.over,
      el: board.el,
      unit: 0.1,
      scale: () => board.pixels / 1000,
      at(event) {
        const [x, y] = board.toWorld(event.clientX, event.clientY);
        return [10 * x, 10 * y];
      },
    },
    { origin, area, seat, start, radius: TOKEN, changed: describe, fire },
  );

  /** @param {Point} point */
  async function fire(point) {
    if (!(await shell.choose({ do: "hurl", point }))) control.again();
  }

  // Leave space for the arm and for pulling it.
  const [cx, cy] = [Math.floor(origin[0] / 1000), Math.floor(origin[1] / 1000)];
  const fit = () =>
    board.fit([
      [cx - 1, cy - 1],
      [cx + 1, cy + 1],
    ]);
  fit();
  // Again after the dock is laid out.
  const timer = setTimeout(fit, LAYOUT_DELAY);
  board.listeners.add(control.draw);
  // Pieces are drawn beside signs and apart from each other: show what a token hits.
  const centres = s(
    "g",
    { class: "centres", "aria-hidden": "true" },
    stances({ pieces: followers(), board: store.board }, board.pixels).map(({ centre: [x, y] }) =>
      s("g", { transform: `translate(${x} ${y})` }, s("circle", { r: 5 }), s("path", { d: "M-8 0H8M0-8V8" })),
    ),
  );
  board.over.prepend(centres);
  const targetMark =
    game === TARGET
      ? s("rect", {
          x: 100 * fair[0] + 2,
          y: 100 * fair[1] + 2,
          width: 96,
          height: 96,
          rx: 3,
          class: "cellmark-in target",
        })
      : null;
  if (targetMark) board.over.prepend(targetMark);
  return {
    eyebrow: say("fair.throw_eyebrow", { game: capital(say(`game.${GAMES[game]}`)) }),
    title: say("fair.pull"),
    text: say("fair.ring"),
    body: h("div", { class: "stack" }, gameChips(game), description, control.sliders),
    buttons: [control.button],
    picture: emblem(thrownToken(seat)),
    keys: { Enter: control.throwIt, Escape: control.cancel },
    close() {
      clearTimeout(timer);
      board.listeners.delete(control.draw);
      targetMark?.remove();
      centres.remove();
      control.close();
    },
  };
}

/**
 * Throw along the lane, past the hands of a neighbour.
 * @param {Shell} shell
 * @returns {Decision}
 */
function aimLane(shell) {
  const { store } = shell;
  const seat = store.seat ?? 0;
  const catcher = (seat + 1) % store.names.length;
  const field = lane({ hurler: seat, catcher, label: say("fair.lane") });
  const control = catapultWidget(
    { ...field, el: field.svg },
    { origin: [0, 0], area: LANE, seat, start: [4500, 0], fire },
  );
  /** @param {Point} point */
  async function fire(point) {
    if (!(await shell.choose({ do: "hurl", point }))) control.again();
  }
  queueMicrotask(control.draw);
  const resized = new ResizeObserver(control.draw);
  resized.observe(field.svg);
  return {
    eyebrow: say("fair.throw_eyebrow", { game: capital(say("game.catch")) }),
    title: say("fair.past", { name: store.name(catcher) }),
    text: say("fair.past_text"),
    body: h("div", { class: "stack" }, gameChips(CATCH), field.svg, control.sliders),
    buttons: [control.button],
    picture: emblem(thrownToken(seat)),
    keys: { Enter: control.throwIt, Escape: control.cancel },
    close() {
      resized.disconnect();
      control.close();
    },
  };
}

/**
 * Place the hands that catch.
 * @param {Shell} shell
 * @returns {Decision}
 */
export function hands(shell) {
  const { store } = shell;
  const seat = store.seat ?? 0;
  const hurler = (seat + store.names.length - 1) % store.names.length;
  const field = lane({ hurler, catcher: seat, label: say("fair.lane") });
  const drawn = openHands();
  field.over.append(drawn.el);
  /** @type {Point} */
  let point = [4800, 0];
  const go = submitButton(say("fair.hold"), act);
  const distance = slider(say("fair.distance"), {
    name: "distance",
    min: HANDS.west,
    max: HANDS.east,
    step: 100,
    submit: act,
    set: (value) => move([value, point[1]]),
    text: (value) => say("fair.tiles_away", { tiles: (value / 1000).toLocaleString() }),
  });
  const side = slider(say("fair.sideways"), {
    name: "side",
    min: HANDS.north,
    max: HANDS.south,
    step: 100,
    submit: act,
    set: (value) => move([point[0], value]),
    text: (value) => say("fair.tiles_aside", { tiles: (value / 1000).toLocaleString() }),
  });
  /** @param {Point} to */
  function move(to) {
    point = clamp(HANDS, to);
    drawn.hold(point);
    distance.show(point[0]);
    side.show(point[1]);
  }
  let held = false;
  const follow = (/** @type {PointerEvent} */ event) => {
    if (held) move(field.at(event));
  };
  field.svg.classList.add("drags");
  field.svg.addEventListener("pointerdown", (event) => {
    held = true;
    field.svg.setPointerCapture(event.pointerId);
    follow(event);
  });
  field.svg.addEventListener("pointermove", follow);
  for (const end of ["pointerup", "pointercancel"])
    field.svg.addEventListener(end, () => {
      held = false;
    });
  function act() {
    void shell.choose({ do: "reach", point });
  }
  move(point);
  return {
    eyebrow: say("fair.throw_eyebrow", { game: capital(say("game.catch")) }),
    title: say("fair.hands"),
    text: say("fair.hands_text", { name: store.name(hurler) }),
    body: h(
      "div",
      { class: "stack" },
      gameChips(CATCH),
      field.svg,
      h("div", { class: "sliders" }, distance.el, side.el),
    ),
    buttons: [go.el],
    picture: emblem(h("span", {}, gameEmblem(CATCH).firstElementChild)),
    close: () => {},
  };
}
