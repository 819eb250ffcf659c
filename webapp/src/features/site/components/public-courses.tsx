import { SearchX, X } from 'lucide-react';
import { useId, useMemo, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useRevalidator } from 'react-router';
import { LinkButton } from '@/components/ui/link-button';
import { RetryNotice } from '@/components/ui/retry-notice';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { isTemporary } from '@/lib/api-error';
import { foldText } from '@/lib/fold-text';
import type { PublicCourse } from '@/lib/models';
import { useWhenBack } from '@/lib/use-when-back';
import type { CourseCard } from '../model';
import { Each, When } from '../template';
import { PublicCourseCard } from './public-course-card';
import { useSitePages } from './site-context';

export const publicCoursesMessages = defineMessages({
  search: { id: 'public.courses.search', defaultMessage: 'Search the courses' },
  clear: { id: 'search.clear', defaultMessage: 'Clear the search' },
  found: { id: 'public.courses.found', defaultMessage: '{count, plural, one {# course} other {# courses}}' },
  none: { id: 'public.courses.none', defaultMessage: 'No courses match. Try another word.' },
  ask: { id: 'public.courses.ask', defaultMessage: 'Write to us' },
});

/** While it is shown, the field has the page's direction. */
const BLANK = ' ';

/** The result of fetching the courses; an error is shown in place of the list. */
export type CoursesOutcome = { courses: PublicCourse[]; found?: string } | { error: unknown };

export function PublicCourses({ outcome }: { outcome: CoursesOutcome }) {
  if ('error' in outcome) return <Failure error={outcome.error} />;
  return (
    <When value={outcome.courses} otherwise={<NoCourses />}>
      <CourseSearch courses={outcome.courses} found={outcome.found} />
    </When>
  );
}

function Failure({ error }: { error: unknown }) {
  const describe = useDescribeError();
  const { revalidate } = useRevalidator();
  const temporary = isTemporary(error);
  useWhenBack(
    () => {
      if (temporary) void revalidate();
    },
    { regularly: temporary },
  );
  return <RetryNotice onRetry={revalidate}>{describe(error)}</RetryNotice>;
}

function NoCourses() {
  const intl = useIntl();
  return (
    <div className="card flex flex-col items-center gap-5 px-6 py-16 text-center">
      <p className="max-w-md text-lg text-muted">
        <bdi>{useSitePages().courses.empty}</bdi>
      </p>
      <LinkButton to="/contact">{intl.formatMessage(publicCoursesMessages.ask)}</LinkButton>
    </div>
  );
}

function CourseSearch({ courses, found }: { courses: PublicCourse[]; found?: string }) {
  const intl = useIntl();
  const searchId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [search, setSearch] = useState('');
  const shown = useMemo(() => {
    const wanted = foldText(search);
    if (wanted === '') return courses;
    return courses.filter((course) => foldText(`${course.title} ${course.description}`).includes(wanted));
  }, [courses, search]);

  return (
    <>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div className="w-full max-w-sm">
          <label htmlFor={searchId} className="mb-1.5 block text-sm font-semibold">
            {intl.formatMessage(publicCoursesMessages.search)}
          </label>
          <div className="relative">
            <input
              ref={field}
              id={searchId}
              type="search"
              dir="auto"
              placeholder={BLANK}
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              className="w-full rounded-base border border-line-strong bg-card min-h-11 ps-3 pe-11 py-1.5 rtl:ltr:ps-11 rtl:ltr:pe-3 [&::-webkit-search-cancel-button]:hidden"
            />
            {search !== '' && (
              <button
                type="button"
                aria-label={intl.formatMessage(publicCoursesMessages.clear)}
                onClick={() => {
                  setSearch('');
                  field.current?.focus();
                }}
                className="absolute inset-y-0 end-0 grid w-11 place-items-center text-muted hover:text-ink"
              >
                <X aria-hidden size={16} />
              </button>
            )}
          </div>
        </div>
        <p role="status" className="text-sm text-muted">
          {found ?? intl.formatMessage(publicCoursesMessages.found, { count: shown.length })}
        </p>
      </div>
      {shown.length === 0 && (
        <div className="flex flex-col items-center gap-3 px-6 py-14 text-center text-muted">
          <SearchX aria-hidden size={40} strokeWidth={1.4} />
          <p>{intl.formatMessage(publicCoursesMessages.none)}</p>
        </div>
      )}
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 desk:grid-cols-3">
        <Each of={shown}>
          {(course: CourseCard, index) => (
            <li className="[contain-intrinsic-block-size:auto_24rem] [content-visibility:auto] [overflow-clip-margin:2rem]">
              <PublicCourseCard course={course} level="h2" first={course.words?.first ?? index === 0} />
            </li>
          )}
        </Each>
      </ul>
    </>
  );
}
