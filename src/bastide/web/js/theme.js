// Runs before the first paint, so that a dark page never flashes light.
(() => {
  let kept = null;
  try {
    kept = localStorage.getItem("bastide.theme");
  } catch {
    // A browser that keeps nothing for us has its own choice.
  }
  const dark = kept ? kept === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
