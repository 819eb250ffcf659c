/** Applies one change to many learners, call after call. */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isApiError } from '@/lib/api-error';
import type { BulkChangeLearnersRequest } from '@/lib/api/schema';
import { CALL_LIMIT, callChunks } from '@/lib/call-chunks';
import { managerCall } from '@/lib/manager-api';
import type { Learner } from '@/lib/models';
import { queryClient } from '@/lib/query-client';
import { learnersChanged, queryKeys } from '@/lib/query-keys';
import type { UsersPage } from './fetch-users';

export type BulkAction = BulkChangeLearnersRequest['action'];

export interface BulkOutcome {
  done: string[];
  /** The learners that could not be changed, each with the reason. */
  failed: { clientId: string; error: unknown }[];
  /** Why it broke off before it came to all; null where it did not, or was stopped. */
  error: unknown;
}

export interface BulkOptions {
  /** Lets the calls continue after the page is closed. */
  keepalive?: boolean;
  signal?: AbortSignal;
  /** Called after each call with the number of learners done. */
  onProgress?: (count: number) => void;
}

async function changeCall(
  clientIds: string[],
  action: BulkAction,
  { keepalive, signal }: BulkOptions,
  outcome: BulkOutcome,
): Promise<void> {
  try {
    await managerCall('POST', '/api/cm/user/bulk-change', { clientIds, action }, { keepalive, signal });
    outcome.done.push(...clientIds);
  } catch (error) {
    // One of them no longer exists: split the list in halves to find out who.
    if (!isApiError(error) || error.status !== 404) throw error;
    const [first] = clientIds;
    if (clientIds.length === 1 && first) {
      outcome.failed.push({ clientId: first, error });
      return;
    }
    const half = Math.ceil(clientIds.length / 2);
    await changeCall(clientIds.slice(0, half), action, { keepalive, signal }, outcome);
    await changeCall(clientIds.slice(half), action, { keepalive, signal }, outcome);
  }
}

export async function changeMany(
  clientIds: readonly string[],
  action: BulkAction,
  options: BulkOptions = {},
): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], failed: [], error: null };
  for (const some of callChunks(clientIds)) {
    try {
      // A call changes all of them or none.
      await changeCall(some, action, options, outcome);
    } catch (error) {
      if (!options.signal?.aborted) outcome.error = error;
      break;
    }
    options.onProgress?.(outcome.done.length + outcome.failed.length);
  }
  return outcome;
}

/** Shows the learners changed already; the answer is a way back. */
function showChanged(ids: ReadonlySet<string>, change: Partial<Learner>): () => void {
  const inLists = { queryKey: queryKeys.users.pages };
  const alone = { queryKey: queryKeys.users.details };
  const lists = queryClient.getQueriesData<UsersPage>(inLists);
  const ones = queryClient.getQueriesData<Learner>(alone);
  const changed = (user: Learner) => (ids.has(user._id) ? { ...user, ...change } : user);
  queryClient.setQueriesData<UsersPage>(inLists, (page) => page && { ...page, result: page.result.map(changed) });
  queryClient.setQueriesData<Learner>(alone, (user) => user && changed(user));
  return () => {
    for (const [key, data] of [...lists, ...ones]) queryClient.setQueryData(key, data);
  };
}

/** Who is activated by a manager needs no mail any more. */
const SHOWN: Partial<Record<BulkAction, Partial<Learner>>> = {
  activate: { active: true, activated: true },
  deactivate: { active: false },
};

export interface Progress {
  done: number;
  total: number;
}

/** Shows the change at once, and reverts it for learners that could not be changed. */
export function useBulkChange() {
  const [progress, setProgress] = useState<Progress | null>(null);
  const controller = useRef<AbortController | null>(null);
  const mutation = useMutation({
    meta: { tellsProgress: true },
    mutationFn: ({ clientIds, action }: { clientIds: readonly string[]; action: BulkAction }) => {
      const total = clientIds.length;
      controller.current = new AbortController();
      if (total > CALL_LIMIT) setProgress({ done: 0, total });
      return changeMany(clientIds, action, {
        signal: controller.current.signal,
        onProgress: (done) => total > CALL_LIMIT && setProgress({ done, total }),
      });
    },
    onMutate: async ({ clientIds, action }) => {
      await queryClient.cancelQueries({ queryKey: queryKeys.users.all });
      const shown = SHOWN[action];
      return shown && showChanged(new Set(clientIds), shown);
    },
    onSettled: (outcome, _error, _input, rollback) => {
      setProgress(null);
      if (!outcome || outcome.error || outcome.failed.length > 0) rollback?.();
      return learnersChanged();
    },
  });
  return { ...mutation, progress, stop: () => controller.current?.abort() };
}
