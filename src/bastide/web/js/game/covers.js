// What covers the board: menu, panels, cards and sheets. Escape closes them one by one, the topmost first.

/**
 * @typedef {object} Cover
 * @property {() => boolean} isOpen
 * @property {() => void} close also returns the focus to what opened it
 */

export class Covers {
  /** @param {Cover[]} covers the topmost first */
  constructor(covers) {
    this.covers = covers;
  }

  /** Add a cover on top of the others. @param {Cover} cover */
  add(cover) {
    this.covers.unshift(cover);
  }

  /** Close the topmost cover. Return whether there was one. */
  closeTopmost() {
    const cover = this.covers.find(({ isOpen }) => isOpen());
    cover?.close();
    return cover !== undefined;
  }
}

/**
 * The covers of a table.
 * @param {import("./shell.js").Shell} shell
 */
export function tableCovers(shell) {
  const { menu, players, log, toolbar } = shell;
  return new Covers([
    { isOpen: () => menu.isOpen, close: () => menu.hide() },
    { isOpen: () => players.expanded !== null, close: () => players.closeBreakdown() },
    { isOpen: () => log.isOpen, close: () => log.toggle() },
    { isOpen: () => Boolean(shell.scoring?.isShown), close: () => shell.scoring?.dismiss() },
    { isOpen: () => !toolbar.panel.hidden, close: () => toolbar.closeTiles() },
  ]);
}
