import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

/** KiB, gzipped. */
interface Budget {
  /** With all that comes at once: `start` of the server's pages, `main` of the app, `index` of the page of the API. */
  entries: Readonly<Record<string, number>>;
  styles: Readonly<Record<string, number>>;
  /** By a lazy chunk's name; of chunks with one name each has it. */
  chunks: Readonly<Record<string, number>>;
  /** Of each chunk that is not listed. */
  otherChunk: number;
}

export interface Measured {
  kind: 'entries' | 'styles' | 'chunks';
  name: string;
  /** KiB, gzipped. */
  size: number;
}

const FILE = new URL('../size-budget.json', import.meta.url);
const kib = (bytes: number) => bytes / 1024;
const sizeOf = (content: string | Uint8Array) => kib(gzipSync(content, { level: 9 }).length);
/** Vidstack's own files have its hash in their names; a style sheet has the build's. */
const nameOf = (name: string) => name.replace(/^(vidstack)-.*/, '$1').replace(/\.css$/, '');

function measure(bundle: Rollup.OutputBundle): Measured[] {
  const files = Object.values(bundle);
  const chunks = files.filter((file) => file.type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  /** A chunk with what it imports at once, each file once. */
  const whole = (fileName: string, seen = new Set<string>()): Set<string> => {
    const chunk = byFile.get(fileName);
    if (!chunk || seen.has(fileName)) return seen;
    seen.add(fileName);
    for (const imported of chunk.imports) whole(imported, seen);
    return seen;
  };
  return files.flatMap((file): Measured[] => {
    // Its page is nothing but `main`, which the script of the server's pages brings later.
    if (file.type === 'chunk' && (file.isEntry || file.name === 'main')) {
      const codes = [...whole(file.fileName)].map((name) => sizeOf(byFile.get(name)?.code ?? ''));
      return [{ kind: 'entries', name: file.name, size: codes.reduce((sum, size) => sum + size, 0) }];
    }
    if (file.type === 'chunk') return [{ kind: 'chunks', name: nameOf(file.name), size: sizeOf(file.code) }];
    if (!file.fileName.endsWith('.css')) return [];
    return [{ kind: 'styles', name: nameOf(file.names[0] ?? file.fileName), size: sizeOf(file.source) }];
  });
}

/** What is larger than it may be, each in a sentence. */
export function overBudget(measured: readonly Measured[], budget: Budget): string[] {
  return measured.flatMap(({ kind, name, size }) => {
    const allowed = budget[kind][name] ?? budget.otherChunk;
    if (size <= allowed) return [];
    const what = { entries: 'The entry', styles: 'The style sheet', chunks: 'The chunk' }[kind];
    return [`${what} ${name} has ${size.toFixed(1)} KiB gzipped; its budget is ${allowed} KiB.`];
  });
}

/** Fails a build whose files grew over their budgets (size-budget.json). */
export function sizeBudget(): Plugin {
  return {
    name: 'academy:size-budget',
    enforce: 'post',
    // Once all is written: the steps that follow read it even after a failure, and would hide this one.
    writeBundle: {
      order: 'post',
      handler(_, bundle) {
        const budget = JSON.parse(readFileSync(FILE, 'utf8')) as Budget;
        const measured = measure(bundle);
        if (process.env.ACADEMY_SIZES) console.table(measured.toSorted((a, b) => b.size - a.size));
        const over = overBudget(measured, budget);
        if (over.length > 0) {
          this.error([...over, 'Make them smaller, or raise the budget in size-budget.json and say why.'].join('\n'));
        }
      },
    },
  };
}
