// Sets the theme before the first paint, so that dark pages never flash.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem("bastide.theme");
  } catch {
    // Storage is blocked: follow the system.
  }
  const dark = stored ? stored === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
