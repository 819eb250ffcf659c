import { queryOptions } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { queryKeys } from '@/lib/query-keys';

export interface Checklist {
  site: boolean;
  course: boolean;
  learner: boolean;
  mail: boolean;
  backup: boolean;
}

/** What a new academy has already. */
export const checklistQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.checklist.all,
    // Whoever comes back from doing one of them sees it done; the page does not ask what its loader has just asked.
    staleTime: 1000,
    queryFn: async ({ signal }): Promise<Checklist> => {
      const [site, courses, learners, mails, health] = await Promise.all([
        managerCall('POST', '/api/cm/site/fetch', {}, { signal }),
        managerCall('POST', '/api/cm/course/fetch-courses', { limit: 1 }, { signal }),
        managerCall('PUT', '/api/cm/user/fetch-users', { limit: 1 }, { signal }),
        managerCall('POST', '/api/cm/mail/fetch-mails', { limit: 1, state: 'sent' }, { signal }),
        managerCall('POST', '/api/cm/health/fetch', {}, { signal }),
      ]);
      return {
        site: site.result.publishedAt !== null,
        course: courses.result.length > 0,
        learner: learners.result.length > 0,
        mail: mails.result.length > 0,
        backup: health.result.some(({ name, code }) => name === 'backup' && code !== 'backup_none'),
      };
    },
  });
