// Fails when the messages in the source and the locale files differ: a message missing or unused in either language,
// an English text unlike the default in the source, a placeholder that one language lacks, or a plural without one of
// the language's grammatical numbers (Arabic has six). `--write` brings
// en.json up to date from the source and tells what ar.json still lacks.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from '@formatjs/icu-messageformat-parser';

const root = fileURLToPath(new URL('..', import.meta.url));
const messagesAt = (locale) => join(root, 'src/i18n/messages', `${locale}.json`);
const read = (locale) => JSON.parse(readFileSync(messagesAt(locale), 'utf8'));

const files = readdirSync(join(root, 'src'), { recursive: true })
  .map((name) => join(root, 'src', String(name)))
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name));
const cli = join(createRequire(import.meta.url).resolve('@formatjs/cli/package.json'), '../bin/formatjs');
const extracted = execFileSync(process.execPath, [cli, 'extract', ...files, '--format', 'simple', '--throws'], {
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
const source = Object.fromEntries(Object.entries(JSON.parse(extracted)).sort(([a], [b]) => (a < b ? -1 : 1)));

if (process.argv.includes('--write')) writeFileSync(messagesAt('en'), `${JSON.stringify(source, null, 2)}\n`);

const placeholders = (text) => {
  const found = new Set();
  const walk = (elements) => {
    for (const element of elements) {
      if (element.type >= 1 && element.type <= 6) found.add(element.value);
      if (element.type === 8) found.add(`<${element.value}>`);
      for (const option of Object.values(element.options ?? {})) walk(option.value);
      if (element.children) walk(element.children);
    }
  };
  walk(parse(text));
  return [...found].sort().join(', ');
};

/** Grammatical numbers of the language that a plural of the text does not tell apart; nothing may stand for zero. */
const forgottenPlurals = (locale, text) => {
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const forgotten = new Set();
  const walk = (elements) => {
    for (const element of elements) {
      if (element.type === 6 && element.pluralType === 'cardinal')
        for (const category of categories)
          if (category !== 'zero' && !(category in element.options)) forgotten.add(category);
      for (const option of Object.values(element.options ?? {})) walk(option.value);
      if (element.children) walk(element.children);
    }
  };
  walk(parse(text));
  return [...forgotten].join(', ');
};

const problems = [];
for (const locale of ['en', 'ar']) {
  const messages = read(locale);
  for (const id of Object.keys(source))
    if (!(id in messages)) problems.push(`${locale}: missing ${id} (${source[id]})`);
  for (const [id, text] of Object.entries(messages)) {
    if (!(id in source)) problems.push(`${locale}: unused ${id}`);
    else if (locale === 'en' && text !== source[id]) problems.push(`en: ${id} differs from the source`);
    else if (placeholders(text) !== placeholders(source[id]))
      problems.push(`${locale}: ${id} has other placeholders than the source`);
    const forgotten = forgottenPlurals(locale, text);
    if (forgotten) problems.push(`${locale}: ${id} has no plural for ${forgotten}`);
    if (!String(text).trim()) problems.push(`${locale}: ${id} is empty`);
  }
}
for (const problem of problems) console.error(problem);
console.log(`${Object.keys(source).length} messages, ${problems.length} problems`);
process.exitCode = problems.length ? 1 : 0;
