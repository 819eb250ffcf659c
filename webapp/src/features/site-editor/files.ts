/** The site's files as they are edited: values are found by paths such as `why.items[1].title`. */

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type Files = Record<string, { [key: string]: Json }>;

const LANGUAGES = ['ar', 'en'] as const;
export const FACTS = 'site.json';
export const pageFile = (language: 'ar' | 'en', page: string) => `${language}/${page}.json`;
/** A page's file in each language. */
export const pageFiles = (page: string) => LANGUAGES.map((language) => pageFile(language, page));

const stepsOf = (path: string) => path.split(/[.[\]]+/).filter((step) => step !== '');

function valueAt(file: Json | undefined, path: string): Json | undefined {
  return stepsOf(path).reduce<Json | undefined>(
    (at, step) => (at !== null && typeof at === 'object' ? (at as Record<string, Json>)[step] : undefined),
    file,
  );
}

export function textAt(files: Files, file: string, path: string): string {
  const value = valueAt(files[file], path);
  return typeof value === 'string' ? value : '';
}

export function listAt(files: Files, file: string, path: string): readonly Json[] {
  const value = valueAt(files[file], path);
  return Array.isArray(value) ? value : [];
}

function withValue(at: Json | undefined, [step, ...rest]: readonly string[], value: Json): Json {
  if (step === undefined) return value;
  if (Array.isArray(at)) {
    const index = Number(step);
    // A list may be shorter in one language than in the other.
    const long = [...at, ...Array.from({ length: Math.max(0, index + 1 - at.length) }, () => ({}))];
    return long.with(index, withValue(long[index], rest, value));
  }
  const object = at !== null && typeof at === 'object' ? at : {};
  return { ...object, [step]: withValue(object[step], rest, value) };
}

/** The names of what a file marks as an example. */
export const placeholdersOf = (files: Files, file: string): readonly string[] =>
  listAt(files, file, 'placeholders').map(String);

/** Takes the mark from what is now the academy's own: at `path`, above it or below it. */
function withoutMark(file: { [key: string]: Json }, path: string): { [key: string]: Json } {
  const marks = file['placeholders'];
  if (!Array.isArray(marks)) return file;
  const touches = (mark: Json) =>
    typeof mark === 'string' && (path === mark || [`${mark}.`, `${mark}[`].some((start) => path.startsWith(start)));
  return { ...file, placeholders: marks.filter((mark) => !touches(mark)) };
}

/** Sets a value. What somebody writes is no example any more. */
export function change(files: Files, file: string, path: string, value: Json): Files {
  const changed = withValue(files[file] ?? {}, stepsOf(path), value) as { [key: string]: Json };
  return { ...files, [file]: withoutMark(changed, path) };
}

/** Says that an example may stay: it is the academy's from now on. */
export const adopt = (files: Files, names: readonly string[], path: string): Files =>
  names.reduce((all, name) => ({ ...all, [name]: withoutMark(all[name] ?? {}, path) }), files);

/** Adds an item to a list, or removes one, in every one of the files. */
export const addItem = (files: Files, names: readonly string[], path: string, item: Json): Files =>
  names.reduce((all, name) => change(all, name, path, [...listAt(all, name, path), item]), files);
export const removeItem = (files: Files, names: readonly string[], path: string, index: number): Files =>
  names.reduce((all, name) => change(all, name, path, listAt(all, name, path).toSpliced(index, 1)), files);

/** What is still an example, by file. */
export const allPlaceholders = (files: Files): { file: string; path: string }[] =>
  Object.keys(files).flatMap((file) => placeholdersOf(files, file).map((path) => ({ file, path })));
