// Animations of random outcomes: throws, the pig on the wheel, and tokens drawn from the bag.

import { piece, token } from "../art.js";
import { pigSpace } from "../board/pieces.js";
import { h, s, reducedMotion } from "../dom.js";
import { say } from "../words.js";
import { lane, openHands, UNIT } from "./catch-lane.js";
import { liesAt, spotOf } from "../game/segments.js";
import { laneLanding, clamp } from "./trajectory.js";
import { pigSector, SECTORS } from "./wheel-of-fortune.js";

/** @typedef {import("../decisions/widgets.js").Shell} Shell */
/** @typedef {import("../types.js").GameEvent} GameEvent */
/** @typedef {import("./trajectory.js").Point} Point */

/** Durations in milliseconds. */
const FLIGHT = 900;
const SLIDE = 300;
const TOPPLE = 220;
const HOP = 300;
/** Milliseconds that the final frame stays with reduced motion; nothing waits for it. */
const LINGER = 2500;
/** The part of the lane that is drawn. */
const SEEN = { west: -1000, north: -1600, east: 6700, south: 1600 };

/**
 * Run an animation; a click or key press ends it.
 * @param {number} milliseconds
 * @param {(part: number) => void} draw from 0 to 1
 * @returns {Promise<boolean>} whether it was interrupted
 */
function tween(milliseconds, draw) {
  if (reducedMotion()) {
    draw(1);
    return Promise.resolve(true);
  }
  return new Promise((resolve) => {
    const start = performance.now();
    let interrupted = false;
    const interrupt = () => {
      interrupted = true;
    };
    const interruptions = /** @type {const} */ (["pointerdown", "keydown"]);
    for (const name of interruptions) addEventListener(name, interrupt, { capture: true });
    /** @param {number} now */
    const frame = (now) => {
      const part = interrupted || document.hidden ? 1 : Math.min(1, (now - start) / milliseconds);
      draw(part);
      if (part < 1) {
        requestAnimationFrame(frame);
        return;
      }
      for (const name of interruptions) removeEventListener(name, interrupt, { capture: true });
      resolve(interrupted);
    };
    // Pages in the background get no animation frames.
    if (document.hidden) frame(start);
    else requestAnimationFrame(frame);
  });
}

/**
 * Remove an element, with reduced motion after a delay.
 * @param {Element} drawn
 */
function remove(drawn) {
  if (reducedMotion()) setTimeout(() => drawn.remove(), LINGER);
  else drawn.remove();
}

/** The animations by event. @type {Record<string, (shell: Shell, event: GameEvent) => Promise<void>>} */
const ANIMATIONS = {
  hurled: throwOverMap,
  pig_stops: turnWheel,
  sheep_came: drawToken,
  wolf_came: drawToken,
  gold_taken: drawToken,
};

/**
 * Show the animation of an event, if it has one.
 * @param {Shell} shell
 * @param {GameEvent} event
 */
export async function animate(shell, event) {
  const animation = event.event.startsWith("catch_") ? throwAlongLane : ANIMATIONS[event.event];
  await animation?.(shell, event);
}

/**
 * A token flies over the board, and the followers it hits topple one by one.
 * @param {Shell} shell
 * @param {GameEvent} event
 */
async function throwOverMap(shell, event) {
  const { board, store } = shell;
  const { from, landing, rest, seat } = event;
  if (!from || !landing || !rest || seat === null) return;
  const world = (/** @type {Point} */ [x, y]) => /** @type {Point} */ ([x / 10, y / 10]);
  const [[x0, y0], [x1, y1], [x2, y2]] = [world(from), world(landing), world(rest)];
  const group = s("g", { class: "flight" });
  const hit = knockedBy(shell, event);
  const fallen = hit.map((one) => {
    const spot = spotOf(one);
    const [x, y] = board.anchor(spot);
    const figure = s("g", {}, piece(one.piece ?? "follower", one.seat, { lying: liesAt(store, spot) }));
    figure.setAttribute("transform", `translate(${x} ${y + 6})`);
    return { figure, x, y };
  });
  const shadow = s("ellipse", { rx: 9, ry: 5, class: "flight-shadow" });
  const flying = s("g", {}, token("thrown", 0, seat));
  group.append(...fallen.map(({ figure }) => figure), shadow, flying);
  board.over.append(group);
  const cells = /** @type {[number, number][]} */ (
    [
      [x0, y0],
      [x1, y1],
      [x2, y2],
    ].map(([x, y]) => [Math.floor(x / 100), Math.floor(y / 100)])
  );
  board.whenIdle(() => board.reveal(cells, { minSize: 24 }));
  const far = Math.hypot(x1 - x0, y1 - y0);
  const size = Math.max(1.6, (46 / board.pixels) * 2.2);
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} up
   */
  const put = (x, y, up) => {
    shadow.setAttribute("transform", `translate(${x} ${y + 4})scale(${size})`);
    flying.setAttribute("transform", `translate(${x} ${y - up})scale(${size * (1 + up / 260)})rotate(${up / 2})`);
  };
  shell.notices.play("ghost");
  await tween(FLIGHT, (t) => put(x0 + (x1 - x0) * t, y0 + (y1 - y0) * t, 4 * t * (1 - t) * Math.min(160, 0.35 * far)));
  shell.notices.play("tile");
  await tween(SLIDE, (t) => {
    const k = 1 - (1 - t) ** 2;
    put(x1 + (x2 - x1) * k, y1 + (y2 - y1) * k, 0);
  });
  for (const { figure, x, y } of fallen) {
    shell.notices.play("thud");
    await tween(TOPPLE, (t) => {
      figure.setAttribute("transform", `translate(${x + 10 * t} ${y + 6})rotate(${90 * t * (x2 < x ? 1 : -1)})`);
      figure.setAttribute("opacity", String(1 - 0.75 * t * t));
    });
  }
  await tween(fallen.length ? 200 : 450, () => {});
  remove(group);
}

/**
 * The pieces returned right after a throw.
 * @param {Shell} shell
 * @param {GameEvent} event
 */
function knockedBy({ store }, event) {
  const hit = [];
  for (const next of store.events.slice(store.events.lastIndexOf(event) + 1)) {
    if (next.event !== "returned" || !next.cell) break;
    hit.push(/** @type {import("../types.js").ActionData & {seat: number|null}} */ (/** @type {unknown} */ (next)));
  }
  return hit;
}

/**
 * A token flies along the lane, and is caught or not.
 * @param {Shell} shell
 * @param {GameEvent} event
 */
async function throwAlongLane(shell, event) {
  const { store, board } = shell;
  const { aim, hands, numbers, seat } = event;
  if (!aim || !hands || seat === null) return;
  const catcher = (seat + 1) % store.names.length;
  const caught = event.event === "catch_caught" || event.event === "catch_touched";
  const [x, y] = clamp(SEEN, caught ? hands : laneLanding(aim, numbers ?? []));
  const field = lane({ hurler: seat, catcher, label: event.text });
  const held = openHands();
  held.setAttribute("transform", `translate(${hands[0] * UNIT} ${hands[1] * UNIT})`);
  const flying = s("g", {}, token("thrown", 0, seat));
  const shadow = s("ellipse", { rx: 9, ry: 5, class: "flight-shadow" });
  field.over.append(held, shadow, flying);
  const caption = h("p", { class: "meta" }, "\u00a0");
  const panel = h("div", { class: "panel lane-panel still" }, field.svg, caption);
  board.el.append(panel);
  shell.notices.play("ghost");
  await tween(FLIGHT, (t) => {
    const up = 4 * t * (1 - t) * 70;
    shadow.setAttribute("transform", `translate(${x * UNIT * t} ${y * UNIT * t + 6})scale(1.8)`);
    flying.setAttribute("transform", `translate(${x * UNIT * t} ${y * UNIT * t - up})scale(${1.8 * (1 + up / 200)})`);
  });
  shell.notices.play(caught ? "piece" : "tile");
  caption.textContent = say(`fair.${event.event}`, { hurler: store.name(seat), catcher: store.name(catcher) });
  if (event.event === "catch_touched")
    await tween(SLIDE, (t) =>
      flying.setAttribute(
        "transform",
        `translate(${x * UNIT + 30 * t} ${y * UNIT + 70 * t})scale(1.8)rotate(${120 * t})`,
      ),
    );
  await tween(900, () => {});
  remove(panel);
}

/**
 * The pig walks around the wheel.
 * @param {Shell} shell
 * @param {GameEvent} event `pig_stops`
 */
async function turnWheel(shell, event) {
  const { board, store } = shell;
  const stops = Math.max(0, SECTORS.indexOf(event.sector ?? SECTORS[pigSector(store) - 1]));
  const steps = event.icon ?? 1;
  const places = Array.from({ length: steps + 1 }, (_, i) =>
    pigSpace(store.board, ((stops - steps + i + 6 * steps) % 6) + 1),
  );
  const path = places.filter((place) => place !== null);
  if (path.length < 2) return;
  const cells = /** @type {[number, number][]} */ (path.map(([x, y]) => [Math.floor(x / 100), Math.floor(y / 100)]));
  board.whenIdle(() => board.reveal(cells));
  const real = board.pieces.querySelector('use[href^="#k-wheel-pig"]')?.parentElement;
  real?.setAttribute("visibility", "hidden");
  const pig = s("g", { class: "flight" }, token("wheel-pig"));
  board.over.append(pig);
  for (let i = 0; i + 1 < path.length; i++) {
    const [[x0, y0], [x1, y1]] = [path[i], path[i + 1]];
    shell.notices.play("turn");
    await tween(HOP, (t) =>
      pig.setAttribute(
        "transform",
        `translate(${x0 + (x1 - x0) * t} ${y0 + (y1 - y0) * t - 40 * t * (1 - t)})scale(${1 + 0.5 * t * (1 - t)})`,
      ),
    );
  }
  pig.remove();
  real?.removeAttribute("visibility");
  shell.notices.toast(event.text, "info");
}

/**
 * A token is drawn: sheep, the wolf, or gold.
 * @param {Shell} shell
 * @param {GameEvent} event `sheep_came`, `wolf_came` or `gold_taken`
 */
async function drawToken(shell, event) {
  const { board, store } = shell;
  const at = placeOf(shell, event);
  if (!at) return;
  const open =
    event.event === "gold_taken" && event.gold === undefined
      ? "mine-back"
      : ({ sheep_came: "sheep", wolf_came: "wolf", gold_taken: "mine" }[event.event] ?? "sheep");
  const back = event.event === "gold_taken" ? token("mine-back", 1) : null;
  const face = token(open, event.event === "sheep_came" ? (event.sheep ?? 1) : (event.gold ?? 1));
  const group = s("g", { class: "flight" });
  const [x, y] = board.anchor(at);
  board.over.append(group);
  board.whenIdle(() => board.reveal([[at[0], at[1]]]));
  const own = event.seat === store.seat;
  const size = (own ? 380 : 230) / board.pixels;
  shell.notices.play(event.event === "wolf_came" ? "thud" : "turn");
  // It rises, turns over and stays for a while; those of other players are faster.
  await tween(own ? 520 : 320, (t) => {
    const turn = Math.cos(Math.PI * t);
    group.replaceChildren(turn > 0 && back ? back : face);
    group.setAttribute(
      "transform",
      `translate(${x} ${y - 16 * size * t})scale(${size * t * Math.max(0.06, Math.abs(turn))} ${size * t})`,
    );
  });
  await tween(own || event.event === "wolf_came" ? 700 : 180, () => {});
  remove(group);
}

/**
 * Where on the board a token was drawn.
 * @param {Shell} shell
 * @param {GameEvent} event
 * @returns {import("../types.js").Spot|null}
 */
function placeOf({ store }, event) {
  const kind = event.event === "gold_taken" ? "tent" : "shepherd";
  const standing = store.view.pieces.find((one) => one.piece === kind && one.seat === event.seat);
  if (standing) return spotOf(standing);
  const after = store.events.slice(store.events.lastIndexOf(event) + 1);
  const gone = after.find(
    (next) => next.event === "returned" && next.piece === kind && next.seat === event.seat && next.cell,
  );
  if (gone?.cell) return [gone.cell[0], gone.cell[1], gone.segment ?? 0];
  const last = store.board.at(-1);
  return last ? [last.cell[0], last.cell[1], 0] : null;
}
