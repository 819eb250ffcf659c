import { storageGet, storageSet } from '@/lib/preferences';

/** An upload that this browser began and did not end: enough to ask for the same file again. */
export interface UnfinishedUpload {
  filename: string;
  size: number;
  lastModified: number;
  /** Per cent that the server had. */
  percent: number;
}

const keyOf = (courseId: string) => `uploads:${courseId}`;

/** By part id. */
export function unfinishedUploads(courseId: string): Readonly<Partial<Record<string, UnfinishedUpload>>> {
  try {
    return JSON.parse(storageGet(keyOf(courseId)) ?? '{}') as Partial<Record<string, UnfinishedUpload>>;
  } catch {
    return {};
  }
}

/** Null forgets it. */
export function rememberUpload(courseId: string, partId: string, upload: UnfinishedUpload | null): void {
  const others = Object.entries(unfinishedUploads(courseId)).filter(([other]) => other !== partId);
  const all = Object.fromEntries(upload ? [...others, [partId, upload]] : others);
  storageSet(keyOf(courseId), Object.keys(all).length > 0 ? JSON.stringify(all) : null);
}

export const isSameFile = (upload: UnfinishedUpload, file: File): boolean =>
  upload.filename === file.name && upload.size === file.size && upload.lastModified === file.lastModified;
