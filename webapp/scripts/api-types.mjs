/**
 * Writes src/lib/api/schema.d.ts from what the edge says of its calls (`edge --print_openapi`). With --check it writes
 * nothing, and fails where the file is not what it would write. ACADEMY_EDGE_BINARY names the edge, out/bin/edge else.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const file = fileURLToPath(new URL('../src/lib/api/schema.d.ts', import.meta.url));
const edge = process.env.ACADEMY_EDGE_BINARY ?? fileURLToPath(new URL('../../out/bin/edge', import.meta.url));
const HEAD = '/** Made by `npm run api:types -w webapp` from what the edge says of its calls; not to be edited. */\n';

const document = JSON.parse(execFileSync(edge, ['--print_openapi'], { encoding: 'utf8', maxBuffer: 1 << 26 }));
const types =
  HEAD + astToString(await openapiTS(document, { rootTypes: true, rootTypesNoSchemaPrefix: true }));

if (!process.argv.includes('--check')) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, types);
} else if (readOr(file, '') !== types) {
  console.error(`${file} is not what the edge says. Fix: npm run api:types -w webapp`);
  process.exitCode = 1;
}

function readOr(path, fallback) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return fallback;
  }
}
