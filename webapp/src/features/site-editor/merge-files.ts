/** What becomes of the site's files and its time zone when two owners edit them at once. */
import type { Side } from '@/components/conflict/conflict-dialog';
import type { SiteValues } from './api/site';
import type { Files, Json } from './files';

/** A place in the site at which the two versions differ. */
export interface Place {
  file: string;
  /** As the server names it: `why.items[1].title`; empty for a whole file. */
  path: string;
}

interface SiteConflict extends Place {
  mine: Json | undefined;
  theirs: Json | undefined;
}

/** The academy's time zone, which is in none of the files. */
export const ZONE: Place = { file: 'timezone', path: '' };

export const keyOf = ({ file, path }: Place): string => `${file} ${path}`;

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

interface Walk {
  conflicts: SiteConflict[];
  kept: Place[];
  sideOf: (key: string) => Side;
}

/** Marks of examples: what either has taken away is gone, what either has added is there. */
function mergeMarks(base: Json | undefined, mine: Json[], theirs: Json[]): Json[] {
  const before = Array.isArray(base) ? base : [];
  const stays = (mark: Json) => !before.includes(mark) || (mine.includes(mark) && theirs.includes(mark));
  return [...new Set([...theirs, ...mine])].filter(stays);
}

function merge(
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
  at: Place,
  walk: Walk,
): Json | undefined {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
  if (isSame(mine, base)) {
    walk.kept.push(at);
    return theirs;
  }
  if (Array.isArray(mine) && Array.isArray(theirs)) {
    if (at.path === 'placeholders') return mergeMarks(base, mine, theirs);
    // Of lists of other lengths nobody can tell which item is which.
    if (Array.isArray(base) && base.length === mine.length && mine.length === theirs.length) {
      return mine.map(
        (item, index) => merge(base[index], item, theirs[index], { ...at, path: `${at.path}[${index}]` }, walk) ?? null,
      );
    }
  } else if (isObject(mine) && isObject(theirs)) {
    const origin = isObject(base) ? base : {};
    const keys = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
    const merged = [...keys].flatMap((key): [string, Json][] => {
      const path = at.path ? `${at.path}.${key}` : key;
      const value = merge(origin[key], mine[key], theirs[key], { ...at, path }, walk);
      return value === undefined ? [] : [[key, value]];
    });
    return Object.fromEntries(merged);
  }
  walk.conflicts.push({ ...at, mine, theirs });
  return walk.sideOf(keyOf(at)) === 'mine' ? mine : theirs;
}

function mergeFiles(base: Files, mine: Files, theirs: Files, walk: Walk): Files {
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  const files: Files = {};
  for (const file of names) {
    const merged = merge(base[file], mine[file], theirs[file], { file, path: '' }, walk);
    if (isObject(merged)) files[file] = merged;
  }
  return files;
}

/** Merges both versions. `sideOf` chooses where both have changed the same. */
export function mergeSite(
  base: SiteValues,
  mine: SiteValues,
  theirs: SiteValues,
  sideOf: Walk['sideOf'] = () => 'mine',
) {
  const walk: Walk = { conflicts: [], kept: [], sideOf };
  const timezone = merge(base.timezone, mine.timezone, theirs.timezone, ZONE, walk) as string;
  const values: SiteValues = { files: mergeFiles(base.files, mine.files, theirs.files, walk), timezone };
  return { values, conflicts: walk.conflicts, kept: walk.kept };
}
