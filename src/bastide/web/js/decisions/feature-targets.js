// Whole features as targets: highlighted from end to end, and clickable anywhere.

import { areaPath, borderPath } from "../board/geometry.js";
import { s } from "../dom.js";
import { wholeOf } from "../game/segments.js";

/** @typedef {import("./widgets.js").Shell} Shell */
/** @typedef {import("./widgets.js").Spot} Spot */

/**
 * Highlight features, one of which can be chosen.
 * @param {Shell} shell
 * @param {{spot: Spot, label: string}[]} list
 * @param {{pick: (index: number) => void, aim?: (index: number) => void}} on
 */
export function featureTargets({ store, board }, list, { pick, aim = () => {} }) {
  const group = s("g", { class: "wholes", role: "group" });
  const all = list.map(({ spot, label }, i) => {
    let area = "";
    let edge = "";
    for (const [x, y, segment] of wholeOf(store, spot)) {
      const laid = store.tileAt(x, y);
      if (!laid) continue;
      area += areaPath(laid, segment);
      edge += borderPath(laid, segment);
    }
    const [ax, ay] = board.anchor(spot);
    const back = `translate(${-ax} ${-ay})`;
    const one = s(
      "g",
      {
        class: "whole",
        transform: `translate(${ax} ${ay})`,
        tabindex: -1,
        role: "button",
        "aria-pressed": "false",
        "aria-label": `${label} ${i + 1}/${list.length}`,
        "data-target": spot.join(","),
      },
      s("path", { d: area, transform: back, class: "whole-area", "fill-rule": "evenodd" }),
      s("path", { d: edge, transform: back, class: "whole-edge0" }),
      s("path", { d: edge, transform: back, class: "whole-edge" }),
      s("circle", { r: 15, class: "slot-hit" }),
      s("circle", { r: 7, class: "whole-dot", "data-target": spot.join(",") }),
    );
    one.addEventListener("click", () => pick(i));
    for (const name of ["pointerenter", "focus"]) one.addEventListener(name, () => aim(i));
    for (const name of ["pointerleave", "blur"]) one.addEventListener(name, () => aim(-1));
    return one;
  });
  group.append(...all);
  board.over.append(group);
  board.input.choices(group);
  return {
    /** @param {number} chosen */
    mark(chosen) {
      all.forEach((one, i) => {
        one.classList.toggle("on", i === chosen);
        one.setAttribute("aria-pressed", String(i === chosen));
      });
      if (all[chosen]) group.append(all[chosen]);
    },
    close: () => group.remove(),
  };
}
