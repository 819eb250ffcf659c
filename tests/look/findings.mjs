/**
 * What a program can see to be wrong on a page, one per line; runs in the page.
 * @param {{ phone: boolean }} where whether it is a phone, on which what is pressed has 44 px
 */
export function findings({ phone }) {
  const found = new Set();
  const { documentElement: root } = document;
  const shown = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1 &&
    !element.closest('[aria-hidden=true], [inert]');
  const call = (element) => {
    const text = (element.getAttribute('aria-label') ?? element.innerText ?? element.name ?? '').trim().slice(0, 40);
    return `${element.tagName.toLowerCase()} "${text.replace(/\s+/g, ' ')}"`;
  };
  const all = (selector) => [...document.body.querySelectorAll(selector)].filter(shown);

  if (root.scrollWidth > root.clientWidth) {
    const out = ({ left, right }) => right > root.clientWidth + 1 || left < -1;
    const wide = all('*').filter(
      (element) => !element.closest('.overflow-x-auto') && out(element.getBoundingClientRect()),
    );
    const inner = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)));
    found.add(`wider than its window by ${root.scrollWidth - root.clientWidth} px: ${inner.slice(0, 4).map(call)}`);
  }

  for (const element of all('*')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
    const { overflowX, overflowY, webkitLineClamp, fontSize, textOverflow } = getComputedStyle(element);
    // An ellipsis was meant.
    if (textOverflow === 'ellipsis') continue;
    if (!own || element.closest('.sr-only, [title]') || element.matches('textarea, option')) continue;
    const wide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
    // A font's own height may be more than its line's.
    const tall = overflowY === 'hidden' && element.scrollHeight > element.clientHeight + parseFloat(fontSize) / 2;
    if (wide || (tall && webkitLineClamp === 'none')) found.add(`cut off: ${call(element)}`);
  }

  if (phone) {
    const places = [...document.querySelectorAll('*')]
      .filter((element) => element.scrollLeft !== 0 || element.scrollTop !== 0)
      .map((element) => [element, { left: element.scrollLeft, top: element.scrollTop, behavior: 'instant' }]);
    const small = ({ width, height }) => width < 43.5 || height < 43.5;
    for (const element of all(
      'a, button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=option], [role^=menuitem]',
    )) {
      // A link within a sentence is as tall as its line.
      const beside = element.parentElement?.innerText.trim().length > element.innerText?.trim().length;
      if (element.tagName === 'A' && beside && getComputedStyle(element).display.startsWith('inline')) {
        if (element.closest('p, li, dd, td, label')) continue;
      }
      // A row is chosen by its cell too.
      const target = element.closest('label') ?? (element.matches('.tick') ? element.closest('td, th') : element);
      if (!small(target.getBoundingClientRect())) continue;
      target.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = target.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // Its area may be larger than what is drawn of it.
      const hit = (dx, dy) => target.contains(document.elementFromPoint(x + dx, y + dy));
      const across = width >= 43.5 || (hit(-21, 0) && hit(21, 0));
      const along = height >= 43.5 || (hit(0, -21) && hit(0, 21));
      if (!across || !along) found.add(`${Math.round(width)} x ${Math.round(height)} px to press: ${call(target)}`);
    }
    for (const element of document.querySelectorAll('*')) element.scrollTo({ left: 0, top: 0, behavior: 'instant' });
    for (const [element, place] of places) element.scrollTo(place);
  }

  // Who speaks to the computer says what is seen; and in a list each button says of what it is.
  const words = (text) => text.replace(/\s+/g, ' ').trim().toLowerCase();
  const names = new Map();
  for (const element of all('button, a[href]')) {
    const label = element.getAttribute('aria-label');
    if (label !== null && !words(label).includes(words(element.innerText)))
      found.add(`read otherwise: ${call(element)}`);
    if (!element.closest('li, article, tr, figure') || element.hasAttribute('aria-labelledby')) continue;
    const name = words(label ?? element.textContent);
    const leads = element.getAttribute('href') ?? '';
    names.set(name, (names.get(name) ?? []).concat(leads));
  }
  for (const [name, leads] of names) {
    if (leads.length > 1 && (leads.includes('') || new Set(leads).size > 1))
      found.add(`${leads.length} times "${name}"`);
  }

  // What lies over the page has headings and a primary button of its own.
  const over = document.querySelector('[role=dialog], [role=alertdialog]');
  const within = (element) => !over || over.contains(element);
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .filter((heading) => within(heading) && heading.checkVisibility())
    .map(({ tagName }) => Number(tagName[1]));
  if (!over && levels.filter((level) => level === 1).length !== 1) found.add(`headings: ${levels}`);
  for (const [index, level] of levels.entries()) {
    if (index > 0 && level > levels[index - 1] + 1) found.add(`a level of headings is missing: ${levels}`);
  }
  const primary = all('button, a').filter(
    (element) => within(element) && /(^|\s)bg-action(\s|$)/.test(element.className),
  );
  if (primary.length > 1) found.add(`${primary.length} primary actions: ${primary.slice(0, 4).map(call)}`);
  return [...found];
}
