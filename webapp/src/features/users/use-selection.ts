import { useMutation } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { Learner } from '@/lib/models';
import type { Progress } from './api/bulk-change';
import { fetchAllUsers } from './api/fetch-users';
import type { UsersQuery } from './users-query';

type Chosen = ReadonlyMap<string, Learner>;

const NOBODY: Chosen = new Map();

/** The learners that are chosen: one by one, a page at a time, or all that a query finds. */
export function useSelection(rows: readonly Learner[]) {
  const [users, setUsers] = useState(NOBODY);
  const [progress, setProgress] = useState<Progress | null>(null);
  const controller = useRef<AbortController | null>(null);
  const all = useMutation({
    mutationFn: async (query: UsersQuery) => {
      const { signal } = (controller.current = new AbortController());
      const found = await fetchAllUsers(query, {
        signal,
        onProgress: (done, total) => setProgress({ done, total }),
      }).catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (found) setUsers((before) => new Map([...before, ...found.map((user) => [user._id, user] as const)]));
      return found !== null;
    },
    onSettled: () => setProgress(null),
  });
  const { reset } = all;
  return {
    users,
    ids: useMemo(() => new Set(users.keys()), [users]),
    select: (ids: ReadonlySet<string>) => {
      reset();
      setUsers((before) => {
        const known = new Map([...before, ...rows.map((user) => [user._id, user] as const)]);
        return new Map([...ids].flatMap((id) => (known.has(id) ? [[id, known.get(id) as Learner]] : [])));
      });
    },
    clear: useCallback(() => {
      reset();
      setUsers(NOBODY);
    }, [reset]),
    /** Chooses whoever the query finds, on whichever page. */
    selectAll: all.mutate,
    /** The query whose learners are all chosen, while none of them was taken out again. */
    allOf: all.data ? all.variables : null,
    /** While all are asked for. */
    progress,
    stop: () => controller.current?.abort(),
    error: all.error,
  };
}
