// What a screen reader is told: Chromium's accessibility tree as an outline that people can read.
import type { Page } from 'playwright-core';

interface Value {
  value?: unknown;
}
interface Node {
  nodeId: string;
  ignored: boolean;
  role?: Value;
  name?: Value;
  description?: Value;
  value?: Value;
  properties?: { name: string; value: Value }[];
  childIds?: string[];
}

/** Of no meaning by themselves: what is in them counts. */
const SILENT = new Set([
  'none',
  'generic',
  'InlineTextBox',
  'LineBreak',
  'ListMarker',
  'RootWebArea',
  // The element whose text is the name of another.
  'LabelText',
  'LayoutTable',
  'LayoutTableRow',
  'LayoutTableCell',
]);
/** Said with the element, and only if they are not as usual. */
const STATES = [
  'required',
  'invalid',
  'checked',
  'pressed',
  'selected',
  'expanded',
  'disabled',
  'modal',
  'hasPopup',
  'live',
];
/** What they say changes by itself. */
const MOVING = new Set(['time', 'timer']);
/** What can be used. */
const CONTROLS = new Set(['button', 'link', 'textbox', 'searchbox', 'checkbox', 'radio', 'switch']);
/** The name says all that is in them, except what can be used. */
const LEAVES = new Set([
  'button',
  'link',
  'heading',
  'textbox',
  'searchbox',
  'tab',
  'switch',
  'checkbox',
  'radio',
  'image',
  'slider',
  'option',
  'menuitem',
  'columnheader',
  'spinbutton',
]);

/** The outline of a page, one element a line: its role, its name, and its states. Dates and e-mails are left out. */
export async function spoken(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines: string[] = [];
  const walk = (node: Node, depth: number, inside: string, controls = false): void => {
    const role = String(node.role?.value ?? '');
    const line =
      node.ignored || SILENT.has(role) || (controls && !CONTROLS.has(role)) ? '' : lineOf(node, role, inside);
    if (line) lines.push('  '.repeat(depth) + line);
    if (MOVING.has(role)) return;
    const only = controls || LEAVES.has(role) || role === 'LabelText';
    const name = line ? String(node.name?.value ?? '') : inside;
    for (const id of node.childIds ?? []) {
      const child = byId.get(id);
      if (child) walk(child, line ? depth + 1 : depth, name, only);
    }
  };
  const [root] = nodes;
  if (root) walk(root, 0, '');
  return `${lines.join('\n')}\n`;
}

function lineOf(node: Node, role: string, inside: string): string {
  const name = plain(String(node.name?.value ?? ''));
  if (role === 'StaticText') return name && !inside.includes(name) ? name : '';
  const states = (node.properties ?? [])
    .filter(({ name: state, value }) => STATES.includes(state) && value.value !== false && value.value !== 'false')
    .map(({ name: state, value }) =>
      value.value === true || value.value === 'true' ? state : `${state}=${String(value.value)}`,
    );
  const level = node.properties?.find(({ name: property }) => property === 'level')?.value.value;
  const described = plain(String(node.description?.value ?? ''));
  return [
    role + (role === 'heading' ? ` ${String(level)}` : ''),
    ...(name ? [`"${name}"`] : []),
    ...states,
    ...(described ? [`(${described})`] : []),
  ].join(' ');
}

const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/[\w.+-]+@[\w.-]+/g, '<e-mail>')
    .replace(/\d{1,2} \p{L}+ 20\d\d|\d{1,2}\u200f?\/\d{1,2}\u200f?\/20\d\d/gu, '<date>')
    .replace(/\b\d{1,2}:\d\d(?:\s?(?:[AP]M|[صم](?!\p{L})))?/gu, '<time>')
    .replace(/\blocalhost:\d+/g, 'localhost')
    .replace(/\b[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}\b/g, '<id>')
    .trim();
