// Loads a table ahead, while a page that usually leads to one is idle.

/** Milliseconds until a page counts as idle, in browsers that cannot tell. */
const IDLE = 800;
/** Milliseconds after which no idle moment is waited for. */
const TIMEOUT = 4000;

let done = false;

/**
 * Load the code of the table and the tiles of the base game, unless the visitor saves data.
 * @param {boolean} withExpansions whether to load the code of expansions, too
 */
export function prefetchTable(withExpansions) {
  const { connection } = /** @type {{connection?: {saveData?: boolean}}} */ (navigator);
  if (done || connection?.saveData) return;
  done = true;
  const load = async () => {
    await import("./pages/table.js");
    if (withExpansions) await (await import("./decisions/index.js")).loadExpansions();
    const { loadArt } = await import("./art.js");
    await loadArt(["base"], { tokens: false });
  };
  const start = () => void load().catch(() => {});
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: TIMEOUT });
  else setTimeout(start, IDLE);
}
