// Coordinates: an option, off unless the player wants them, for the story and along the edges of the board.

import { settings } from "../settings.js";

export class Coordinates {
  /** @param {import("./shell.js").Shell} shell */
  constructor(shell) {
    this.shell = shell;
    /** @type {ReturnType<typeof import("../board/rulers.js").showRulers>|null} */
    this.rulers = null;
    shell.listeners.add(() => this.rulers?.draw());
    void this.update();
  }

  /** Show or hide the rulers, as the settings say. */
  async update() {
    if (!settings.coordinates) {
      this.rulers?.close();
      this.rulers = null;
    } else if (!this.rulers) {
      const { showRulers } = await import("../board/rulers.js");
      if (settings.coordinates && !this.rulers) this.rulers = showRulers(this.shell.board);
    }
  }

  /** Follow a change of the settings. */
  changed() {
    this.shell.log.story.rewrite();
    void this.update();
  }
}
