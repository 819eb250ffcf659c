// The commands of docs/guide. A fenced block's first line says what it is: `sh package NAME` is for the root shell of a
// machine with the package, in the folder where packages are; `sh clone NAME` for a clone of the repository; `sh academy
// NAME` for any machine of an academy; `sh tests` runs the tests themselves; `conf` has settings. There are no others.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../../docs/guide');
const FENCE = /^```/;
const KIND = /^(?:sh (package|clone|academy) ([a-z][a-z-]*)|sh (tests)|(conf))$/;

/** The guide's files, `en/owners.md`. */
export const guideFiles = () =>
  readdirSync(FOLDER, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .sort();

export const readGuideFile = (name) => readFileSync(join(FOLDER, name), 'utf8');

/** `[{file, line, kind, name, text}]`, in the order of the files; throws for a block of no kind. */
export function guideBlocks() {
  return guideFiles().flatMap((file) => {
    const blocks = [];
    let open;
    for (const [at, line] of readGuideFile(file).split('\n').entries()) {
      if (open && FENCE.test(line)) {
        blocks.push({ ...open, text: open.lines.join('\n') });
        open = undefined;
      } else if (open) {
        open.lines.push(line);
      } else if (FENCE.test(line)) {
        const [, kind, name, tests, conf] = KIND.exec(line.slice(3)) ?? [];
        if (!(kind ?? tests ?? conf)) throw new Error(`docs/guide/${file}:${at + 1}: no test runs ${line}`);
        open = { file, line: at + 1, kind: kind ?? tests ?? conf, name: name ?? '', lines: [] };
      }
    }
    if (open) throw new Error(`docs/guide/${file}:${open.line}: the block has no end`);
    return blocks;
  });
}

/** The commands of a kind: name -> text, which is the same in every language. */
export function guideCommands(kind) {
  const found = new Map();
  for (const block of guideBlocks()) {
    if (block.kind !== kind) continue;
    const before = found.get(block.name) ?? block.text;
    if (before !== block.text)
      throw new Error(`docs/guide/${block.file}:${block.line}: ${block.name} says something else elsewhere`);
    found.set(block.name, block.text);
  }
  return found;
}
