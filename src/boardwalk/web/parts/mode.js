// Runs before the first paint: light or dark as chosen on an earlier visit, so that the page does not flash.
try {
  const mode = localStorage.getItem("boardwalk.mode");
  if (mode === "light" || mode === "dark") document.documentElement.dataset.mode = mode;
} catch {
  // Storage may be forbidden; then the system's setting holds.
}
