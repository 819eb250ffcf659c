import { use, useId, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { foldText } from '@/lib/fold-text';
import type { PublicCourse } from '@/lib/models';
import { PublicCourseCard } from './public-course-card';

const messages = defineMessages({
  search: { id: 'public.courses.search', defaultMessage: 'Search the courses' },
  found: { id: 'public.courses.found', defaultMessage: '{count, plural, one {# course} other {# courses}}' },
});

/** What the courses' call came to; a failure is told where the list would stand. */
export type CoursesOutcome = { courses: PublicCourse[] } | { error: unknown };

export function PublicCourses({ outcome }: { outcome: Promise<CoursesOutcome> }) {
  const settled = use(outcome);
  return 'error' in settled ? <Failure error={settled.error} /> : <CourseSearch courses={settled.courses} />;
}

function Failure({ error }: { error: unknown }) {
  const describe = useDescribeError();
  return <Notice severity="error">{describe(error)}</Notice>;
}

function CourseSearch({ courses }: { courses: readonly PublicCourse[] }) {
  const intl = useIntl();
  const searchId = useId();
  const [search, setSearch] = useState('');
  const shown = useMemo(() => {
    const wanted = foldText(search);
    return courses.filter((course) => foldText(`${course.title} ${course.description}`).includes(wanted));
  }, [courses, search]);

  if (courses.length === 0) return <EmptyState />;
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
            className="w-full rounded-base border border-line-strong bg-card min-h-10 px-3 py-1.5"
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
            <PublicCourseCard course={course} level="h2" />
          </li>
        ))}
      </ul>
    </>
  );
}
