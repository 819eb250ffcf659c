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
  // An address may ask for a language (`?lang=en`, as search engines know it): that is a choice like any other.
  var asked = /[?&]lang=(ar|en)(?:&|$)/.exec(window.location.search);
  if (asked) {
    try {
      window.localStorage.setItem('lang', asked[1]);
    } catch (error) {
      // Then for this page only.
    }
  }
  var lang = asked ? asked[1] : read('lang') === 'en' ? 'en' : 'ar';
  // The page that was sent is in another language, or for visitors only: it waits unseen until the right one is there.
  if (root.lang !== lang || read('clientToken')) root.dataset.wait = '';
  root.lang = lang;
  root.dir = lang === 'ar' ? 'rtl' : 'ltr';
  // The look of who is signed in in this area, else the browser's last.
  var area = /^\/(admin|client)(\/|$)/.exec(window.location.pathname);
  // What the area's first screen needs (scripts/preload-areas.ts).
  var script = document.currentScript;
  if (area && script) {
    ((script.dataset[area[1]] || '') + ' ' + (script.dataset[lang] || '')).split(' ').forEach(function (file) {
      if (!file) return;
      var link = document.createElement('link');
      link.rel = /\.js$/.test(file) ? 'modulepreload' : 'preload';
      if (link.rel === 'preload') link.as = /\.json$/.test(file) ? 'fetch' : 'font';
      link.crossOrigin = 'anonymous';
      link.href = file;
      document.head.appendChild(link);
    });
  }
  var id = area && read(area[1] === 'admin' ? 'userId' : 'clientId');
  var own = id && read('theme:' + (area[1] === 'admin' ? 'manager:' : 'learner:') + id);
  var theme = {};
  try {
    theme = JSON.parse(own || read('theme') || '{}') || {};
  } catch (error) {
    theme = {};
  }
  // Other digits or months than the server's.
  if (theme.digits === 'arab' || theme.calendar === 'islamic-umalqura') root.dataset.wait = '';
  root.dataset.scheme = theme.scheme === 'dark' ? 'dark' : 'light';
  if (theme.preset === 'lara') root.dataset.preset = 'lara';
  ['primary', 'surface'].forEach(function (name) {
    if (/^[a-z]+$/.test(theme[name] || '')) root.dataset[name] = theme[name];
  });
  ['scale', 'opacity'].forEach(function (name) {
    if (/^\d+$/.test(theme[name] || '')) root.dataset[name] = theme[name];
  });
})();
