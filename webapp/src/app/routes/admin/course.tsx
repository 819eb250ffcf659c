import { useIntl } from 'react-intl';
import { useLoaderData, useParams, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router';
import { managerExit, orErrorPage } from '@/app/guards';
import { Tabs } from '@/components/ui/tabs';
import { courseLearnersPageQueryOptions } from '@/features/assignments/api/course-learners';
import { CourseAssignPanel } from '@/features/assignments/components/course-assign-panel';
import { CourseLearnersPanel } from '@/features/assignments/components/course-learners-panel';
import { assignedFilterOf, assignedUrl } from '@/features/assignments/course-learners-filter';
import { courseQueryOptions } from '@/features/courses/api/courses';
import { CourseHead } from '@/features/courses/components/course-head';
import { CourseProgress } from '@/features/courses/components/course-progress';
import { defineMessages } from '@/i18n/define-messages';
import { readListUrl } from '@/lib/list-url';
import { queryClient } from '@/lib/query-client';

const messages = defineMessages({
  sections: { id: 'course.sections', defaultMessage: 'Sections of this page' },
  learners: { id: 'courses.learners', defaultMessage: 'Learners' },
  assign: { id: 'assign.learners.more', defaultMessage: 'Assign learners' },
  progress: { id: 'course.progress', defaultMessage: 'Progress' },
});

export const loader = ({ params, request }: LoaderFunctionArgs) =>
  orErrorPage(async () => {
    const { courseId = '' } = params;
    const { searchParams } = new URL(request.url);
    const filter = assignedFilterOf(readListUrl(assignedUrl, searchParams));
    const learners = courseLearnersPageQueryOptions(courseId, filter);
    // Fetched together with the course. If the list fails, it says so in its place, where it can be tried again.
    const list = queryClient.prefetchQuery(learners);
    // A cached course is shown at once, and refetched by the screen if it is stale.
    const known = (await queryClient.query({ ...courseQueryOptions(courseId), staleTime: 'static' })) !== null;
    if (known) await list;
    return { known };
  }, managerExit);

/** The lists themselves follow the address. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;

export function Component() {
  const intl = useIntl();
  const { courseId = '' } = useParams();
  const { known } = useLoaderData<typeof loader>();
  return (
    <div key={courseId} className="page page-wide flex flex-col gap-6 py-8">
      <CourseHead courseId={courseId} />
      {known && (
        <Tabs
          label={intl.formatMessage(messages.sections)}
          items={[
            {
              id: 'learners',
              title: intl.formatMessage(messages.learners),
              content: <CourseLearnersPanel courseId={courseId} />,
            },
            {
              id: 'assign',
              title: intl.formatMessage(messages.assign),
              content: <CourseAssignPanel courseId={courseId} />,
            },
            {
              id: 'progress',
              title: intl.formatMessage(messages.progress),
              content: <CourseProgress courseId={courseId} />,
            },
          ]}
        />
      )}
    </div>
  );
}
