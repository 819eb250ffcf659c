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
}

export type PartsAction =
  | { type: 'add' }
  | { type: 'change'; key: string; change: Partial<Pick<DraftPart, 'title' | 'description' | 'video'>> }
  | { type: 'move'; key: string; by: 1 | -1 }
  | { type: 'remove'; key: string }
  /** The server's list after a save; `sentKeys` says which draft each of its parts came from. */
  | { type: 'saved'; parts: readonly Part[]; sentKeys: readonly string[] };

export const toDrafts = (parts: readonly Part[]): DraftPart[] =>
  parts.map(({ _id, title, description, video }) => ({ key: _id, _id, title, description, video }));

export const toInput = (drafts: readonly DraftPart[]): PartInput[] =>
  drafts.map(({ _id, title, description, video }) => ({
    ...(_id ? { _id } : {}),
    title: title.trim(),
    description,
    video: video && { assetId: video.assetId },
  }));

export function partsReducer(drafts: DraftPart[], action: PartsAction): DraftPart[] {
  switch (action.type) {
    case 'add':
      return [
        ...drafts,
        {
          key: crypto.randomUUID?.() ?? `new-${drafts.length}-${performance.now()}`,
          title: '',
          description: '',
          video: null,
        },
      ];
    case 'change':
      return drafts.map((draft) => (draft.key === action.key ? { ...draft, ...action.change } : draft));
    case 'remove':
      return drafts.filter(({ key }) => key !== action.key);
    case 'move': {
      const from = drafts.findIndex(({ key }) => key === action.key);
      const to = from + action.by;
      const moved = drafts[from];
      if (!moved || to < 0 || to >= drafts.length) return drafts;
      const rest = drafts.toSpliced(from, 1);
      return rest.toSpliced(to, 0, moved);
    }
    case 'saved':
      // Only ids are taken over: what was typed while the save was under way stays.
      return drafts.map((draft) => {
        const saved = action.parts[action.sentKeys.indexOf(draft.key)];
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

export const useParts = (parts: readonly Part[]) => useReducer(partsReducer, parts, toDrafts);
