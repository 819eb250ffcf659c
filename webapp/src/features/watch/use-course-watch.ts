import { useEffect, useRef } from 'react';
import { isApiError } from '@/lib/api-error';
import { queryClient } from '@/lib/query-client';
import { learnerSession } from '@/lib/session';
import { useStore } from '@/lib/store';
import { fetchMyCourse, myCourseQueryOptions } from './api/fetch-my-course';

const SOON_MS = 1000;
const LATER_MS = 60_000;
/** A timer cannot wait longer. */
const LONGEST_MS = 2 ** 31 - 1;

/**
 * Keeps an open course honest: when its time is over the server is asked, and says so or gives a later end; and who
 * signed in again gets addresses of the new session, since those of the old one are dead.
 */
export function useCourseWatch(courseId: string, expiryDate: string, onRefused: (error: unknown) => void): void {
  const refused = useRef(onRefused);
  useEffect(() => {
    refused.current = onRefused;
  });

  useEffect(() => {
    let timer: number | undefined;
    const wait = (end: string, least: number) => {
      const left = Math.max(Date.parse(end) - Date.now(), 0) + least;
      if (left < LONGEST_MS) timer = window.setTimeout(() => void look(), left);
    };
    const look = async () => {
      try {
        // Apart from the query, whose new addresses would restart the player.
        const { assignment } = await fetchMyCourse(courseId);
        wait(assignment.expiryDate, LATER_MS);
      } catch (error) {
        if (isApiError(error) && (error.status === 403 || error.status === 404)) refused.current(error);
        else wait(expiryDate, LATER_MS);
      }
    };
    wait(expiryDate, SOON_MS);
    return () => window.clearTimeout(timer);
  }, [courseId, expiryDate]);

  const token = useStore(learnerSession.state)?.token;
  const known = useRef(token);
  useEffect(() => {
    if (!token || token === known.current) return;
    known.current = token;
    queryClient
      .fetchQuery({ ...myCourseQueryOptions(courseId), staleTime: 0 })
      .catch((error: unknown) => isApiError(error) && refused.current(error));
  }, [courseId, token]);
}
