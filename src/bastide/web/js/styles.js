// Style sheets that only some pages need, loaded with them.

/** Requests by name. @type {Map<string, Promise<void>>} */
const loading = new Map();

/**
 * Load a style sheet, once. Resolves when it applies, or if it cannot be loaded.
 * @param {string} name
 * @returns {Promise<void>}
 */
export function loadStyle(name) {
  let job = loading.get(name);
  if (!job) {
    job = new Promise((resolve) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.onload = () => resolve();
      link.onerror = () => {
        loading.delete(name);
        link.remove();
        resolve();
      };
      link.href = `/web/style/${name}.css`;
      document.head.append(link);
    });
    loading.set(name, job);
  }
  return job;
}
