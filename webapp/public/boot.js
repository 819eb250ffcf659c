// Runs before the first paint, so that neither the language's direction nor the theme flashes. Kept as a file of its
// own because the Content-Security-Policy allows no inline script. The keys are those of src/lib/preferences.ts.
(function () {
  var root = document.documentElement;
  var read = function (key) {
    try {
      return window.localStorage.getItem(key);
    } catch (error) {
      return null; // Storage may be forbidden; the defaults hold.
    }
  };
  var lang = read('lang') === 'en' ? 'en' : 'ar';
  root.lang = lang;
  root.dir = lang === 'ar' ? 'rtl' : 'ltr';
  var theme = {};
  try {
    theme = JSON.parse(read('theme') || '{}') || {};
  } catch (error) {
    theme = {};
  }
  root.dataset.scheme = theme.scheme === 'dark' ? 'dark' : 'light';
  if (theme.preset === 'lara') root.dataset.preset = 'lara';
  if (/^[a-z]+$/.test(theme.primary || '')) root.dataset.primary = theme.primary;
  if (/^[a-z]+$/.test(theme.surface || '')) root.dataset.surface = theme.surface;
})();
