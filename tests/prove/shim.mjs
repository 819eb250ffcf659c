// The driver's side of shim/faults.cc: switches its troubles, and takes back what a power cut takes away.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  ftruncateSync,
  linkSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { ROOT } from '../bench/lib/academy.mjs';
import { PROCESSES } from './academy.mjs';

const RECORD = 32;
/** For how long the sabotage `ack-early` is ahead of the disk. */
const AHEAD_NS = 250_000_000n;
const FSYNC_MODES = { 'skip-fsync': 1, 'ack-early': 2 };

export class Shim {
  #control;
  #trouble = {};
  #clockOffsetMs = 0;
  #sabotage;

  constructor(folder, library) {
    Object.assign(this, { library, data: join(folder, 'data'), undo: join(folder, 'undo') });
    mkdirSync(this.undo, { recursive: true });
    this.controlFile = join(folder, 'control');
    writeFileSync(this.controlFile, Buffer.alloc(40));
    this.#control = openSync(this.controlFile, 'r+');
  }

  /** Compiles the library, unless it is newer than its sources. */
  static build(library) {
    const folder = join(ROOT, 'tests/prove/shim');
    const sources = readdirSync(folder).map((name) => statSync(join(folder, name)).mtimeMs);
    if (existsSync(library) && statSync(library).mtimeMs > Math.max(...sources)) return;
    mkdirSync(dirname(library), { recursive: true });
    const words = ['-std=c++20', '-O2', '-Wall', '-Wextra', '-shared', '-fPIC', '-I', ROOT, '-o', library];
    execFileSync('g++', [...words, join(folder, 'faults.cc'), '-ldl'], { stdio: 'inherit' });
  }

  environment() {
    return {
      LD_PRELOAD: this.library,
      ACADEMY_PROVE_DATA: this.data,
      ACADEMY_PROVE_CONTROL: this.controlFile,
      ACADEMY_PROVE_UNDO: this.undo,
      ...(this.#sabotage === 'synchronous=OFF' ? { ACADEMY_PROVE_SYNCHRONOUS_OFF: '1' } : {}),
    };
  }

  /** Sets the trouble of disks; `{}` ends it. */
  set(trouble) {
    this.#trouble = trouble;
    this.#write();
  }

  /** Breaks a promise that the academy relies on; for the academy's next start. */
  sabotage(what) {
    this.#sabotage = what;
    this.#write();
  }

  setClock(offsetMs) {
    this.#clockOffsetMs = offsetMs;
    this.#write();
  }

  #write() {
    const {
      fsyncDelayMs = 0,
      errorsPerMille = 0,
      full = 0,
      shortPerMille = 0,
      seed = 0,
      processes = [],
    } = this.#trouble;
    const mask = processes.reduce((bits, name) => bits | (1 << PROCESSES.indexOf(name)), 0);
    const control = Buffer.alloc(40);
    const words = [fsyncDelayMs, errorsPerMille, full, shortPerMille, seed, mask, FSYNC_MODES[this.#sabotage] ?? 0];
    words.forEach((word, index) => control.writeInt32LE(word, 4 * index));
    control.writeBigInt64LE(BigInt(this.#clockOffsetMs), 32);
    writeSync(this.#control, control, 0, control.length, 0);
  }

  /**
   * Takes back what no fsync has confirmed; nothing of the academy may run. Of a file's unconfirmed writes the disk may
   * have taken some: of every other file a random number of the first ones stays.
   */
  losePower(random) {
    const now = process.hrtime.bigint();
    this.#undoNames();
    for (const [inode, path] of this.#files()) {
      const undo = join(this.undo, `${inode}.file`);
      if (existsSync(undo)) undoWrites(path, unconfirmed(readFileSync(undo), now), random);
      if (path.endsWith('-shm')) rmSync(path);
    }
    rmSync(this.undo, { recursive: true });
    mkdirSync(this.undo);
  }

  #undoNames() {
    const lines = readdirSync(this.undo)
      .filter((name) => name.endsWith('.names'))
      .flatMap((name) => readFileSync(join(this.undo, name), 'utf8').split('\n').slice(0, -1))
      .map((line) => line.split('\t'));
    lines.sort(([one], [other]) => (BigInt(one) < BigInt(other) ? 1 : -1));
    for (const [, what, path, ...more] of lines) {
      if (what === 'create') rmSync(path, { force: true });
      else if (what === 'mkdir') rmSync(path, { recursive: true, force: true });
      else if (what === 'unlink') restore(more[0], path);
      else {
        const [to, saved] = more;
        if (existsSync(to)) {
          if (existsSync(join(path, '..'))) renameSync(to, path);
          else unlinkSync(to);
        }
        if (saved) restore(saved, to);
      }
    }
  }

  /** inode -> path of all files of the data folder. */
  #files() {
    return readdirSync(this.data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .map((path) => [statSync(path).ino, path]);
  }
}

function restore(saved, path) {
  if (!existsSync(saved) || existsSync(path) || !existsSync(join(path, '..'))) return;
  linkSync(saved, path);
}

/** The records of a file, without those that a later fsync had confirmed by then. */
function unconfirmed(bytes, now) {
  const records = [];
  for (let at = 0; at + RECORD <= bytes.length;) {
    const [kind, offset, length, size] = [0, 8, 16, 24].map((field) => bytes.readBigUInt64LE(at + field));
    at += RECORD;
    if (kind === BigInt('S'.charCodeAt(0))) {
      if (offset + AHEAD_NS <= now) records.length = 0;
      continue;
    }
    records.push({ offset: Number(offset), size: Number(size), former: bytes.subarray(at, at + Number(length)) });
    at += Number(length);
  }
  return records;
}

function undoWrites(path, records, random) {
  const stays = random.below(2) === 0 ? 0 : random.below(records.length + 1);
  const file = openSync(path, 'r+');
  for (const { offset, size, former } of records.slice(stays).reverse()) {
    if (former.length > 0) writeSync(file, former, 0, former.length, offset);
    ftruncateSync(file, size);
  }
  closeSync(file);
}
