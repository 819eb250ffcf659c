// Runs clang over the project's C++ files with the build's flags: clang.mjs locks|tidy AQUERY_JSON EXECUTION_ROOT CACHE
// locks: checks the lock annotations (-Wthread-safety) of the files that have any. tidy: clang-tidy over all but the
// tests. A file that passed is checked again only when it, a project header that it includes, its flags or the checks
// change.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const [mode, aqueryFile, executionRoot, cache] = process.argv.slice(2);
const root = process.cwd();

/** Maps each source to the arguments of its compilation, adapted to clang and to the project's root. */
function compilations() {
  const found = new Map();
  for (const { arguments: args } of JSON.parse(readFileSync(aqueryFile, 'utf8')).actions ?? []) {
    const source = args[args.indexOf('-c') + 1];
    if (!/^(edge|services)\/.*\.cc$/.test(source) || !existsSync(source)) continue;
    // Most findings in tests are about speed, which is not what they are for, and reading them would double the time;
    // --config=clang reads their locks.
    if (/_(test|fuzz)\.cc$|\/testing\//.test(source)) continue;
    const flags = [];
    for (let i = 1; i < args.length; ++i) {
      // Only gcc knows the first; clang-tidy reports the others, which Bazel sets for reproducible builds.
      if (args[i] === '-fno-canonical-system-headers' || /^-D__(DATE|TIME|TIMESTAMP)__=/.test(args[i])) continue;
      // What gcc has precompiled clang does not read.
      if (['-c', '-o', '-MF', '-include'].includes(args[i])) i += 1;
      else if (args[i] !== '-MD')
        flags.push(args[i].replace(/^((-[IL]|-isystem|-iquote)?)(bazel-out|external)\//, `$1${executionRoot}/$3/`));
    }
    flags.push('-Wthread-safety', '-Wthread-safety-beta', '-Wno-unused-command-line-argument');
    found.set(source, ['clang++', ...flags, '-c', source]);
  }
  return found;
}

const texts = new Map();
const textOf = (path) => {
  if (!texts.has(path)) texts.set(path, existsSync(path) ? readFileSync(path, 'utf8') : '');
  return texts.get(path);
};

/** The file and all project headers that it includes, directly or not. */
function closure(path, seen = new Set()) {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, header] of textOf(path).matchAll(/^#include "([^"]+)"/gm)) {
    const proto = join('proto', header.replace(/(\.grpc)?\.pb\.h$/, '.proto'));
    if (existsSync(header)) closure(header, seen);
    else if (existsSync(proto)) seen.add(proto);
  }
  return seen;
}

function keyOf(source, args) {
  const hash = createHash('sha256').update(JSON.stringify(args.map((arg) => arg.replaceAll(executionRoot, ''))));
  for (const path of ['.clang-tidy', ...[...closure(source)].sort()])
    hash.update(path).update('\0').update(textOf(path));
  return hash.digest('hex');
}

/** Whether the file, or its header, has lock annotations. */
const hasLocks = (source) =>
  [source, source.replace(/\.cc$/, '.h')].some((path) => /ABSL_(GUARDED_BY|EXCLUSIVE_LOCKS)/.test(textOf(path)));

const all = compilations();
const wanted = [...all]
  .filter(([source]) => mode === 'tidy' || hasLocks(source))
  .map(([source, args]) => ({ source, key: join(cache, `${mode}-${keyOf(source, args)}`), args }));
const changed = wanted.filter(({ key }) => !existsSync(key));
mkdirSync(cache, { recursive: true });
const database = mkdtempSync(join(tmpdir(), 'academy-tidy-'));
writeFileSync(
  join(database, 'compile_commands.json'),
  JSON.stringify([...all].map(([file, args]) => ({ directory: root, file, arguments: args }))),
);

let failed = 0;
const queue = changed.values();
async function worker() {
  for (const { source, key, args } of queue) {
    try {
      if (mode === 'tidy') await run('clang-tidy', ['--quiet', '-p', database, source], { maxBuffer: 1 << 26 });
      else await run(args[0], [...args.slice(1), '-fsyntax-only', '-Werror=thread-safety'], { maxBuffer: 1 << 26 });
      writeFileSync(key, '');
    } catch (error) {
      failed += 1;
      process.stdout.write(`${error.stdout || error.stderr || error.message}\n`);
    }
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, worker));
rmSync(database, { recursive: true });
process.stdout.write(`${wanted.length} files, ${changed.length} read, ${failed} with findings\n`);
process.exitCode = failed === 0 && wanted.length > 0 ? 0 : 1;
