// notices.mjs FILE: writes the licences of what others made and the academy's programs and pages hold, with the text of
// each, to FILE, and packed to FILE.gz and FILE.br, which the edge sends. What it is comes from the bill of materials, out/sbom.cdx.json. Libraries that are only linked at run time
// come from the system, with their own texts.
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const LICENCE = /^(?:licen[cs]e|copying|notice)/i;
/** Bytes. Boost's file lists the copyright of each of its thousands of files; programs need no notice of it (BSL-1.0). */
const LONGEST_TEXT = 65_536;
const RULE = '='.repeat(80);

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** `name@version` -> the folder of the npm package. */
function npmFolders() {
  const folders = new Map();
  for (const [path, { name, version, link }] of Object.entries(readJson('package-lock.json').packages)) {
    if (!path.includes('node_modules/') || link) continue;
    const at = `${name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`;
    if (existsSync(path) && !folders.has(at)) folders.set(at, path);
  }
  return folders;
}

function npmTexts(folder) {
  const files = readdirSync(folder).filter((name) => LICENCE.test(name) && statSync(join(folder, name)).isFile());
  return files.sort(byText).map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** Without a text of its own: whose it is. */
function npmAuthor(folder) {
  const { author } = readJson(join(folder, 'package.json'));
  return typeof author === 'string' ? author : author?.name;
}

const licencesOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license.id ?? license.name).join(', ');

function notice(title, component, texts, author) {
  const head = [title, `Licence: ${licencesOf(component) || 'see the text'}`, ...(author ? [`Author: ${author}`] : [])];
  return [RULE, ...head, '', ...texts.map((text) => `${text.replace(/\r/g, '').trimEnd()}\n`)].join('\n');
}

function* notices() {
  const folders = npmFolders();
  const listed = new Set(
    readFileSync('tools/packages/build.txt', 'utf8')
      .split('\n')
      .filter((line) => line.endsWith('-dev')),
  );
  for (const component of readJson('out/sbom.cdx.json').components) {
    if (component.scope !== 'required') continue;
    const name = component.group ? `${component.group}/${component.name}` : component.name;
    const title = `${name} ${component.version ?? ''}`.trim();
    if (component.purl.startsWith('pkg:npm/')) {
      const folder = folders.get(`${name}@${component.version}`);
      // Types are not in the pages.
      if (folder === undefined || name.startsWith('@types/')) continue;
      const texts = npmTexts(folder);
      yield notice(title, component, texts, texts.length > 0 ? undefined : npmAuthor(folder));
    } else if (listed.has(name)) {
      const file = `/usr/share/doc/${name}/copyright`;
      if (!existsSync(file)) continue;
      const text = readFileSync(file, 'utf8');
      const texts = text.length <= LONGEST_TEXT ? [text] : [`The text is ${file} of the Debian package.`];
      yield notice(`${title} (headers)`, component, texts);
    }
  }
}

const file = process.argv[2];
const head =
  'What others made and the academy holds, with its licences. Libraries that are only linked come from the\nsystem.\n';
const all = [...notices()];
if (all.length === 0) throw new Error('the bill of materials names nothing');
const text = Buffer.from(`${head}\n${all.join('\n')}`);
writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
writeFileSync(`${file}.br`, brotliCompressSync(text));
// Last: the others are there then.
writeFileSync(`${file}.new`, text);
renameSync(`${file}.new`, file);
