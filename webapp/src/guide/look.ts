/**
 * Runs before the guide's first paint: whoever has chosen light or dark in the app reads the guide so; for anybody else the
 * device decides. The key is that of src/lib/preferences.ts.
 */
try {
  const { scheme } = (JSON.parse(localStorage.getItem('theme') ?? '{}') ?? {}) as { scheme?: unknown };
  if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.scheme = scheme;
} catch {
  // Storage may be forbidden, or have been written by something else.
}
