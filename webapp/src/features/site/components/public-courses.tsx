import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { EmptyState } from '@/components/ui/empty-state';
import { LoadingState } from '@/components/ui/loading-state';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { foldText } from '@/lib/fold-text';
import { publicCoursesQueryOptions } from '../api/fetch-public-courses';
import { PublicCourseCard } from './public-course-card';

const messages = defineMessages({
  search: { id: 'public.courses.search', defaultMessage: 'Search the courses' },
  found: { id: 'public.courses.found', defaultMessage: '{count, plural, one {# course} other {# courses}}' },
});

export function PublicCourses() {
  const intl = useIntl();
  const describe = useDescribeError();
  const searchId = useId();
  const [search, setSearch] = useState('');
  const { data, error, isPending } = useQuery(publicCoursesQueryOptions());
  const shown = useMemo(() => {
    const wanted = foldText(search);
    return (data ?? []).filter((course) => foldText(`${course.title} ${course.description}`).includes(wanted));
  }, [data, search]);

  if (isPending) return <LoadingState />;
  if (error) return <Notice severity="error">{describe(error)}</Notice>;
  if (!data.length) return <EmptyState />;
  return (
    <>
      <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
        <div className="w-full max-w-sm">
          <label htmlFor={searchId} className="mb-1.5 block text-sm font-semibold">
            {intl.formatMessage(messages.search)}
          </label>
          <input
            id={searchId}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            className="w-full rounded-base border border-line-strong bg-card px-3 py-2"
          />
        </div>
        <p role="status" className="text-sm text-muted">
          {intl.formatMessage(messages.found, { count: shown.length })}
        </p>
      </div>
      {shown.length === 0 && <EmptyState />}
      <ul className="grid gap-6 sm:grid-cols-2 desk:grid-cols-3">
        {shown.map((course) => (
          <li key={course._id}>
            <PublicCourseCard course={course} />
          </li>
        ))}
      </ul>
    </>
  );
}
