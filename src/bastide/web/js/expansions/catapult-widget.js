// The catapult: pull back the arm and let go, or set direction and strength.

import { token } from "../art.js";
import { h, smallScreen, s } from "../dom.js";
import { say } from "../words.js";
import { slider } from "../decisions/widgets.js";
import { Aim, clamp } from "./trajectory.js";

/** @typedef {import("./trajectory.js").Point} Point */
/** @typedef {import("./trajectory.js").Box} Box */

/** The shortest pull that throws, in pixels. */
const MIN_PULL = 14;
/** How far back the arm goes, in pixels. */
const ARM_TRAVEL = 46;
/** Maximum degrees to either side. */
const SIDE = 90;

/**
 * The catapult seen from above, throwing upwards, in pixels around its foot.
 * @param {number} seat
 */
function catapultPicture(seat) {
  const ropes = s("path", { class: "cat-rope" });
  const arm = s("path", { class: "cat-arm" });
  const load = s("g", {}, s("circle", { r: 13, class: "cat-spoon" }), token("thrown", 0, seat));
  const el = s(
    "g",
    { class: "catapult" },
    s("path", { class: "cat-beam0", d: "M-20-22V26M20-22V26M-24-14H24M-24 18H24" }),
    s("path", { class: "cat-beam", d: "M-20-22V26M20-22V26M-24-14H24M-24 18H24" }),
    ropes,
    arm,
    load,
  );
  return {
    el,
    load,
    /** Pull the arm back by some pixels. @param {number} back */
    pull(back) {
      ropes.setAttribute("d", `M-20-16L0 ${14 + back}L20-16`);
      arm.setAttribute("d", `M0-14V${14 + back}`);
      load.setAttribute("transform", `translate(0 ${14 + back})`);
    },
  };
}

/**
 * The longest pull in pixels, limited by the screen in that direction.
 * @param {PointerEvent} event
 * @param {number} dx from the pointer to the arm
 * @param {number} dy
 */
function maxPull(event, dx, dy) {
  const most = smallScreen() ? 110 : 170;
  const pull = Math.hypot(dx, dy);
  if (pull < 1) return most;
  const [x, y] = [event.clientX + dx, event.clientY + dy];
  const across = dx > 0 ? x : innerWidth - x;
  const along = dy > 0 ? y : innerHeight - y;
  const room = Math.min((across * pull) / Math.max(1e-6, Math.abs(dx)), (along * pull) / Math.max(1e-6, Math.abs(dy)));
  return Math.max(36, Math.min(most, room - 10));
}

/**
 * The picture that a catapult stands in.
 * @typedef {object} Field
 * @property {SVGGElement} over where marks are drawn
 * @property {HTMLElement|SVGElement} el receives clicks
 * @property {() => number} scale pixels per thousandth of a tile
 * @property {number} unit units of the picture per thousandth of a tile
 * @property {number} [size] the scale of the catapult
 * @property {(event: PointerEvent|MouseEvent) => Point} at the position of a pointer in thousandths of a tile
 */

/**
 * The widget: arm, line, ring, two sliders and the button.
 * @param {Field} field
 * @param {{origin: Point, area: Box, seat: number, start: Point, radius?: number, changed?: (aim: Point) => void, fire: (aim: Point) => void}} options `radius` to show the extent of the token
 */
export function catapultWidget(field, { origin, area, seat, start, radius = 0, changed = () => {}, fire }) {
  const aim = new Aim(origin, area);
  const { unit } = field;
  const line = s("line", { class: "aim-line", x1: origin[0] * unit, y1: origin[1] * unit });
  const line0 = s("line", { class: "aim-line0", x1: origin[0] * unit, y1: origin[1] * unit });
  const ring = s("ellipse", { class: "aim-ring" });
  const dot = s("circle", { class: "aim-dot" });
  const disc = s("circle", { class: "aim-disc", r: radius * unit });
  const picture = catapultPicture(seat);
  const grip = s("circle", { class: "cat-grip still", r: 36, "data-arm": "" });
  const stand = s("g", { class: "still" }, picture.el, grip);
  const group = s("g", { class: "aiming" }, ring, disc, line0, line, dot, stand);
  field.over.append(group);

  const direction = slider(say("fair.direction"), {
    name: "direction",
    min: -SIDE,
    max: SIDE,
    step: 1,
    submit: throwIt,
    set: (value) => {
      aim.aside = value;
      draw();
    },
    text: (value) =>
      value === 0 ? say("fair.straight") : say(value < 0 ? "fair.left" : "fair.right", { degrees: Math.abs(value) }),
  });
  const strength = slider(say("fair.strength"), {
    name: "strength",
    min: 5,
    max: 100,
    step: 1,
    submit: throwIt,
    set: (value) => {
      aim.strength = value / 100;
      draw();
    },
    text: (value) => say("fair.percent", { percent: value }),
  });
  const button = h(
    "button",
    { type: "button", class: "btn pri", "data-do": "throw", onclick: throwIt },
    say("fair.throw"),
    h("kbd", { "aria-hidden": "true" }, "↵"),
  );

  let pulling = false;
  let thrown = false;

  function draw() {
    const pixels = field.scale();
    const { x, y, long, wide, turn } = aim.scatter;
    for (const one of [line, line0]) {
      one.setAttribute("x2", String(x * unit));
      one.setAttribute("y2", String(y * unit));
    }
    const at = `translate(${x * unit} ${y * unit})`;
    ring.setAttribute("transform", `${at}rotate(${turn})`);
    ring.setAttribute("rx", String(long * unit));
    ring.setAttribute("ry", String(wide * unit));
    dot.setAttribute("transform", at);
    disc.setAttribute("transform", at);
    dot.setAttribute("r", String((5 * unit) / pixels));
    const facing = (aim.direction * 180) / Math.PI + 90;
    const size = ((field.size ?? 1) * unit) / pixels;
    stand.setAttribute(
      "transform",
      `translate(${origin[0] * unit} ${origin[1] * unit})scale(${size})rotate(${facing})`,
    );
    const back = aim.strength * ARM_TRAVEL;
    picture.pull(back);
    grip.setAttribute("cy", String(14 + back));
    direction.show(Math.max(-SIDE, Math.min(SIDE, aim.aside)));
    strength.show(Math.round(100 * aim.strength));
    changed(aim.target);
  }

  /** @param {PointerEvent} event */
  function drag(event) {
    const [x, y] = field.at(event);
    const pixels = field.scale();
    const [dx, dy] = [(origin[0] - x) * pixels, (origin[1] - y) * pixels];
    const pull = Math.hypot(dx, dy);
    if (pull > 1) aim.direction = Math.atan2(dy, dx);
    aim.strength = Math.min(1, pull / maxPull(event, dx, dy));
    draw();
    return pull;
  }

  /** @type {[number, number]} */
  let before = [0, 0];
  grip.addEventListener("pointerdown", (event) => {
    if (event.button > 0 || thrown) return;
    event.preventDefault();
    event.stopPropagation();
    pulling = true;
    before = [aim.direction, aim.strength];
    grip.setPointerCapture(event.pointerId);
    group.classList.add("pulling");
  });
  grip.addEventListener("pointermove", (event) => {
    if (pulling) drag(event);
  });
  grip.addEventListener("pointerup", (event) => {
    if (!pulling) return;
    const pull = drag(event);
    release();
    if (pull >= MIN_PULL) throwIt();
    else restore();
  });
  grip.addEventListener("pointercancel", () => {
    release();
    restore();
  });

  function release() {
    pulling = false;
    group.classList.remove("pulling");
  }

  function restore() {
    [aim.direction, aim.strength] = before;
    draw();
  }

  /** Aim at a click. @param {Event} event */
  function aimThere(event) {
    if (
      !(event instanceof MouseEvent) ||
      event.target === grip ||
      (event.target instanceof Element && event.target.closest(".dock, .magnifier, .still, button"))
    )
      return;
    aim.aimAt(clamp(area, field.at(event)));
    draw();
  }

  function throwIt() {
    if (thrown) return;
    thrown = true;
    fire(aim.target);
  }

  field.el.addEventListener("click", aimThere);
  aim.aimAt(start);
  draw();
  return {
    sliders: h("div", { class: "sliders" }, direction.el, strength.el),
    button,
    draw,
    throwIt,
    /** Allow another throw, after the server refused one. */
    again() {
      thrown = false;
    },
    /** Restore the aim from before the pull. */
    cancel() {
      if (!pulling) return;
      release();
      restore();
    },
    close() {
      field.el.removeEventListener("click", aimThere);
      group.remove();
    },
  };
}
