// A button that unfolds the characters, to choose one for a seat.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { characterName, characters, face, levelText } from "./characters.js";

/**
 * @param {string} label
 * @param {number} seat the seat that the character gets
 * @param {(bot: string) => void} pick
 * @param {{open?: boolean, toggled?: (open: boolean) => void}} [options]
 */
export function characterPicker(label, seat, pick, { open = false, toggled = () => {} } = {}) {
  const picker = h(
    "details",
    { class: "picker", open, "data-pick": seat, ontoggle: () => toggled(picker.open) },
    h("summary", { class: "btn small", "data-key": `pick-${seat}` }, icon("bot", "s"), label),
    h(
      "ul",
      {},
      characters().map((bot) =>
        h(
          "li",
          {},
          h(
            "button",
            {
              type: "button",
              class: "btn quiet",
              "data-bot": bot,
              "data-key": `give-${seat}-${bot}`,
              onclick: () => pick(bot),
            },
            face(bot, { seat, size: "xs" }),
            h("b", {}, characterName(bot)),
            h("span", { class: "cap" }, levelText(bot)),
          ),
        ),
      ),
    ),
  );
  return picker;
}
