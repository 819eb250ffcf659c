import { useSuspenseQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { EmptyState } from '@/components/ui/empty-state';
import { PageTitle } from '@/components/ui/page-title';
import { defineMessages } from '@/i18n/define-messages';
import { myCoursesQueryOptions, type MyCourse } from '../api/fetch-my-courses';
import { MyCourseCard } from './my-course-card';

const messages = defineMessages({
  title: { id: 'myCourses.title', defaultMessage: 'My courses' },
  none: { id: 'myCourses.none', defaultMessage: 'Courses appear here as soon as the academy opens them to you.' },
});

const RANK = { active: 0, upcoming: 1, expired: 2 } as const;

/** What can be watched now first, then what comes next, then what is over. */
const inOrder = (courses: readonly MyCourse[]): MyCourse[] =>
  courses.toSorted((a, b) => RANK[a.state] - RANK[b.state] || a.startDate.localeCompare(b.startDate));

export function MyCourses() {
  const intl = useIntl();
  // The route's loader has just asked.
  const { data } = useSuspenseQuery({ ...myCoursesQueryOptions(), refetchOnMount: false });
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page page-wide py-8">
      <PageTitle>{title}</PageTitle>
      <h1 className="mb-6 text-2xl font-bold">{title}</h1>
      {data.length === 0 ? (
        <EmptyState text={intl.formatMessage(messages.none)} />
      ) : (
        <ul className="grid gap-6 sm:grid-cols-2 xl:grid-cols-3 wide:grid-cols-4">
          {inOrder(data).map((assignment, index) => (
            <li key={assignment._id}>
              <MyCourseCard assignment={assignment} first={index === 0} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
