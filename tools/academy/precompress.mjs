// Writes a .br and a .gz beside every text file of a folder, so that the edge need not compress: precompress.mjs FOLDER
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = new Set([
  '.css',
  '.html',
  '.js',
  '.json',
  '.map',
  '.mjs',
  '.svg',
  '.txt',
  '.wasm',
  '.webmanifest',
  '.xml',
]);
// Below this, headers weigh more than what is saved.
const SMALLEST = 1024;

async function compress(path) {
  const text = await readFile(path);
  if (text.length < SMALLEST) return;
  const variants = {
    br: await promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
    gz: await promisify(gzip)(text, { level: 9 }),
  };
  for (const [extension, bytes] of Object.entries(variants)) {
    if (bytes.length < text.length) await writeFile(`${path}.${extension}`, bytes);
  }
}

const folder = process.argv[2];
const entries = await readdir(folder, { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)));
await Promise.all(files.map((entry) => compress(join(entry.parentPath ?? entry.path, entry.name))));
