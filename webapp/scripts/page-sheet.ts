import postcss, { type AtRule, type Root, type Rule } from 'postcss';

const CLASS = /\.((?:\\[0-9a-f]{1,6}\s?|\\.|[\w-]|\P{ASCII})+)/giu;
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|(.))/gi;

const plain = (name: string) =>
  name.replace(ESCAPE, (_, code: string | undefined, letter: string) =>
    code === undefined ? letter : String.fromCodePoint(parseInt(code, 16)),
  );
/** The classes that what a selector chooses must have. */
const classesIn = (selector: string) =>
  [...selector.replace(/:not\([^()]*\)/g, '').matchAll(CLASS)].map((found) => plain(found[1] ?? ''));

/** Classes that a script gives, and none that stands in a page. */
const GIVEN = ['light', 'dark'];

/**
 * What a sheet says of some pages: without the rules for classes that none of them has, and without the variables,
 * animations and registered properties that then nothing uses.
 */
export function sheetFor(css: string, pages: string[]): string {
  const used = new Set(GIVEN);
  for (const page of pages) {
    for (const [, list = ''] of page.matchAll(/ class="([^"]*)"/g)) list.split(/\s+/).forEach((name) => used.add(name));
  }
  const root = postcss.parse(css);
  root.walkRules((rule) => {
    if (isFrame(rule)) return;
    const kept = rule.selectors.filter((selector) => classesIn(selector).every((name) => used.has(name)));
    if (kept.length === 0) rule.remove();
    else if (kept.length < rule.selectors.length) rule.selectors = kept;
  });
  while (withoutUnused(root));
  return root.toString();
}

const isFrame = (rule: Rule) => rule.parent?.type === 'atrule' && (rule.parent as AtRule).name.endsWith('keyframes');

/** Whether anything was taken away. */
function withoutUnused(root: Root): boolean {
  const text = root.toString();
  const names = new Set([...text.matchAll(/var\(\s*(--[\w-]+)/g)].map((found) => found[1]));
  const animations = [...text.matchAll(/animation(?:-name)?:([^;}]*)/g)].map((found) => found[1]).join(' ');
  let changed = false;
  const drop = (node: { remove: () => unknown }) => {
    node.remove();
    changed = true;
  };
  root.walkDecls(/^--/, (declaration) => {
    if (!names.has(declaration.prop)) drop(declaration);
  });
  root.walkAtRules((rule) => {
    if (rule.name === 'property' && !names.has(rule.params)) drop(rule);
    else if (rule.name === 'keyframes' && !animations.includes(rule.params)) drop(rule);
    else if (rule.nodes?.length === 0) drop(rule);
  });
  root.walkRules((rule) => {
    if (rule.nodes.length === 0) drop(rule);
  });
  return changed;
}
