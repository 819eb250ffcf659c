// The commands of docs/cluster.md. A block of code whose first line is `# On PLACE` (more may follow after a comma, a
// semicolon or a colon) is for a shell there; all others are samples.
import { readFileSync } from 'node:fs';

/** The headings from empty hosts to a running academy, in order. */
export const STEPS = {
  programs: '1. Programs',
  certificates: '2. Passwords and certificates',
  database: '3. PostgreSQL',
  academy: '4. The academy',
};
export const EVERY = 'every';
const PLACE =
  /^# On (every host|the building machine|the authority's machine|h\d(?:(?:, h\d)* and h\d)?)(?:[,;:](.*))?$/;

/** Where a block is run: names of hosts, EVERY, or undefined for the machine that has the clone. */
function hostsOf(place) {
  if (place === 'every host') return EVERY;
  return place.startsWith('h') ? place.match(/h\d/g) : undefined;
}

export class Document {
  /** title -> `[{hosts, inTurn, text, line}]`, in order. A title is a heading, or the bold words at a paragraph's beginning. */
  #parts = new Map();

  constructor(path) {
    this.path = path;
    let title = '';
    let block = [];
    const end = () => {
      const [first = ''] = block;
      const [, place, more = ''] = PLACE.exec(first.text?.slice(4) ?? '') ?? [];
      if (place) {
        const text = block
          .map((line) => line.text.slice(4))
          .join('\n')
          .trimEnd();
        this.#parts
          .get(title)
          .push({ hosts: hostsOf(place), inTurn: more.includes('one after the other'), text, line: first.line });
      }
      block = [];
    };
    for (const [at, text] of readFileSync(path, 'utf8').split('\n').entries()) {
      const [, heading] = /^(?:#+ |\*\*)([^*\n]+?)(?:\*\*.*)?$/.exec(text) ?? [];
      if (text.startsWith('    ') || (block.length > 0 && text === '')) {
        // A blank line may be in a block, which goes on only if its shell's word does.
        if (text === '' || PLACE.test(text.slice(4))) end();
        if (text !== '') block.push({ text, line: at + 1 });
        continue;
      }
      end();
      if (heading) {
        title = heading.replace(/[.:]$/, '');
        this.#parts.set(title, []);
      }
    }
    end();
  }

  /** The blocks under a title, which must be there. */
  blocks(title) {
    const found = this.#parts.get(title);
    if (!found?.length) throw new Error(`${this.path} has no commands under "${title}"`);
    return found;
  }
}
