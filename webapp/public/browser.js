// Of browser.html, for browsers of any age: leads its links to the address that was asked for, which is in the fragment
// (src/boot/old-browser.ts). Anybody can write such a fragment, so it leads nowhere but into this site.
(function () {
  var wanted = document.createElement('a');
  try {
    wanted.href = decodeURIComponent(window.location.hash.slice(1));
  } catch (e) {
    return;
  }
  if (!window.location.hash.slice(1) || wanted.protocol !== window.location.protocol) return;
  if (wanted.host !== window.location.host || wanted.pathname === window.location.pathname) return;
  // Some old browsers leave the slash out.
  var path = '/' + wanted.pathname.replace(/^\/+/, '');
  var links = document.querySelectorAll('a[data-lang]');
  for (var i = 0; i < links.length; i++) {
    links[i].href =
      path +
      '?lang=' +
      links[i].getAttribute('data-lang') +
      '&browser=any' +
      wanted.search.replace('?', '&') +
      wanted.hash;
  }
})();
