// Unit files as systemd reads them: the file, its drop-ins, what an empty assignment forgets, specifiers, and the words of
// a command line (systemd.unit(5), systemd.exec(5), systemd.service(5)).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

export const OWN_UNITS = '/etc/systemd/system';
const FOLDERS = [OWN_UNITS, '/run/systemd/system', '/lib/systemd/system'];

/** `academy@auth.service` is made of the file of its template. */
const templateOf = (name) => name.replace(/@[^.]+\./, '@.');
const instanceOf = (name) => /@([^.]*)\./.exec(name)?.[1] ?? '';

function findFile(name) {
  for (const file of new Set([name, templateOf(name)])) {
    const found = FOLDERS.map((folder) => join(folder, file)).find((path) => existsSync(path));
    if (found) return found;
  }
  return undefined;
}

/** The drop-ins of a unit, by the name of the file: one in /etc hides one of the same name elsewhere. */
function dropInsOf(name) {
  const found = new Map();
  for (const folder of [...FOLDERS].reverse()) {
    for (const unit of new Set([templateOf(name), name])) {
      const drops = join(folder, `${unit}.d`);
      if (!existsSync(drops)) continue;
      for (const file of readdirSync(drops)) if (file.endsWith('.conf')) found.set(file, join(drops, file));
    }
  }
  return [...found.keys()].sort().map((file) => found.get(file));
}

export class UnitFile {
  /** `section.key` -> its assignments. */
  #settings = new Map();

  constructor(name, path) {
    this.name = name;
    this.path = path;
    this.instance = instanceOf(name);
    for (const file of [path, ...dropInsOf(name)]) this.#read(readFileSync(file, 'utf8'));
  }

  /** undefined if there is no such unit. */
  static find(name) {
    const path = findFile(name);
    return path && new UnitFile(name, path);
  }

  #read(text) {
    let section = '';
    // A line that goes on may have comments in between.
    const joined = text.replaceAll(/^[#;].*\n/gm, '').replaceAll(/\\\n\s*/g, ' ');
    for (const line of joined.split('\n')) {
      const heading = /^\[(\w+)\]\s*$/.exec(line);
      if (heading) section = heading[1];
      const [, key, value] = /^(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      if (!key) continue;
      const full = `${section}.${key}`;
      this.#settings.set(full, value === '' ? [] : [...(this.#settings.get(full) ?? []), value]);
    }
  }

  /** All assignments that count, with the specifiers replaced. */
  all(key) {
    return (this.#settings.get(key) ?? []).map((value) => this.#specify(value));
  }

  one(key, otherwise) {
    return this.all(key).at(-1) ?? otherwise;
  }

  /** The words of all assignments. */
  words(key) {
    return this.all(key).flatMap((value) => value.split(/\s+/));
  }

  #specify(value) {
    const [prefix] = this.name.split(/[@.]/);
    const known = {
      ...{ i: this.instance, I: this.instance, n: this.name, N: this.name.replace(/\.\w+$/, ''), p: prefix },
      ...{ d: this.credentials, t: '/run', S: '/var/lib', L: '/var/log', E: '/etc', H: hostname(), '%': '%' },
    };
    return value.replaceAll(/%(.)/g, (all, letter) => known[letter] ?? all);
  }

  get credentials() {
    return `/run/credentials/${this.name}`;
  }
}

/** The unit that is meant: without a suffix it is a service. */
export const fullName = (name) => (/\.(service|target|socket|timer|path)$/.test(name) ? name : `${name}.service`);

/** Splits as systemd does: spaces separate, quotes keep together. */
export function splitWords(text) {
  const words = [];
  for (const [word] of text.matchAll(/(?:"(?:\\.|[^"])*"|'(?:\\.|[^'])*'|\\.|[^\s"'\\])+/g)) {
    words.push(word.replaceAll(/"((?:\\.|[^"])*)"|'((?:\\.|[^'])*)'/g, (all, double, single) => double ?? single));
  }
  return words;
}

/** A command line: its words with variables put in, and whether its failure counts. `$NAME` alone may be many words. */
export function commandOf(line, environment) {
  const [, prefix, rest] = /^([-@:+!]*)(.*)$/.exec(line);
  const words = splitWords(rest).flatMap((word) => {
    const whole = /^\$(\w+)$/.exec(word);
    if (whole) return splitWords(environment[whole[1]] ?? '');
    return [word.replaceAll(/\$\{(\w+)\}/g, (all, name) => environment[name] ?? '')];
  });
  return { words, mayFail: prefix.includes('-') };
}

/** The variables of Environment= and EnvironmentFile=, later ones over earlier ones. */
export function environmentOf(unit) {
  const found = {};
  const assign = (text) => {
    const [, name, value] = /^(\w+)=([^]*)$/.exec(text) ?? [];
    if (name) found[name] = value;
  };
  for (const line of unit.all('Service.Environment')) splitWords(line).forEach(assign);
  for (const line of unit.all('Service.EnvironmentFile')) {
    const path = line.replace(/^-/, '');
    if (line.startsWith('-') && !existsSync(path)) continue;
    const text = readFileSync(path, 'utf8')
      .replaceAll(/^\s*[#;].*\n/gm, '')
      .replaceAll(/\\\n\s*/g, ' ');
    for (const each of text.split('\n')) {
      const [, name, value] = /^\s*(?:export\s+)?(\w+)\s*=\s*(.*?)\s*$/.exec(each) ?? [];
      if (name) found[name] = value.replace(/^(["'])([^]*)\1$/, '$2');
    }
  }
  return found;
}

/** Seconds of `2s`, `150`, `1min 30s`, `500ms`; infinity is a day. */
export function secondsOf(text) {
  const sizes = { ms: 0.001, s: 1, sec: 1, '': 1, m: 60, min: 60, h: 3600 };
  if (text === 'infinity') return 86_400;
  return [...text.matchAll(/([\d.]+)\s*([a-z]*)/g)].reduce((sum, [, n, unit]) => sum + Number(n) * sizes[unit], 0);
}

/** The units in a target's folders of links. */
export function wantedBy(target) {
  const links = FOLDERS.flatMap((folder) => ['wants', 'requires'].map((kind) => join(folder, `${target}.${kind}`)));
  return links.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder));
}
