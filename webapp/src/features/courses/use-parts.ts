import { useReducer } from 'react';
import type { Part, PartVideo } from '@/lib/models';
import type { PartInput } from './api/courses';

/** A part while it is edited. `key` stays the same through renames, moves and the first save. */
export interface DraftPart {
  key: string;
  _id?: string;
  title: string;
  description: string;
  video: PartVideo | null;
  /** That of the stored lesson when it was read. */
  revision?: number;
}

export type PartsAction =
  | { type: 'add'; key: string }
  | { type: 'change'; key: string; change: Partial<Pick<DraftPart, 'title' | 'description' | 'video'>> }
  /** The whole list, with what somebody else changed. */
  | { type: 'replace'; drafts: readonly DraftPart[] }
  /** All keys, in their new order. */
  | { type: 'order'; keys: readonly string[] }
  | { type: 'remove'; key: string }
  /** Takes back a removal. */
  | { type: 'restore'; part: DraftPart; index: number }
  /** The server's list after a save; `sentKeys` says which draft each of its parts came from. */
  | { type: 'saved'; parts: readonly Pick<DraftPart, '_id' | 'video'>[]; sentKeys: readonly string[] };

export const newKey = (): string => crypto.randomUUID?.() ?? `new-${performance.now()}`;

export const toDrafts = (parts: readonly Part[]): DraftPart[] =>
  parts.map(({ _id, title, description, video, revision }) => ({
    key: _id,
    _id,
    title,
    description,
    video,
    revision,
  }));

export const toInput = (drafts: readonly DraftPart[]): PartInput[] =>
  drafts.map(({ _id, title, description, video }) => ({
    ...(_id ? { _id } : {}),
    title: title.trim(),
    description,
    video: video && { assetId: video.assetId },
  }));

/** Whether two lists would be saved alike. */
export const isSavedAs = (drafts: readonly DraftPart[], saved: readonly PartInput[]): boolean =>
  JSON.stringify(toInput(drafts)) === JSON.stringify(saved);

export function partsReducer(drafts: DraftPart[], action: PartsAction): DraftPart[] {
  switch (action.type) {
    case 'add':
      return [...drafts, { key: action.key, title: '', description: '', video: null }];
    case 'change':
      return drafts.map((draft) => (draft.key === action.key ? { ...draft, ...action.change } : draft));
    case 'remove':
      return drafts.filter(({ key }) => key !== action.key);
    case 'restore':
      return drafts.some(({ key }) => key === action.part.key)
        ? drafts
        : drafts.toSpliced(Math.min(action.index, drafts.length), 0, action.part);
    case 'replace':
      return [...action.drafts];
    case 'order': {
      const place = new Map(action.keys.map((key, index) => [key, index]));
      // What came meanwhile stays at the end.
      return drafts.toSorted((a, b) => (place.get(a.key) ?? Infinity) - (place.get(b.key) ?? Infinity) || 0);
    }
    case 'saved': {
      // Only ids are taken over: what was typed while the save was under way stays.
      const index = new Map(action.sentKeys.map((key, place) => [key, place]));
      return drafts.map((draft) => {
        const saved = action.parts[index.get(draft.key) ?? -1];
        return saved
          ? {
              ...draft,
              _id: saved._id,
              video: draft.video ? (saved.video?.assetId === draft.video.assetId ? saved.video : draft.video) : null,
            }
          : draft;
      });
    }
  }
}

export const useParts = (drafts: readonly DraftPart[]) => useReducer(partsReducer, [...drafts]);
