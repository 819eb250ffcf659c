import { Suspense } from 'react';
import { useIntl } from 'react-intl';
import { useLoaderData } from 'react-router';
import { LoadingState } from '@/components/ui/loading-state';
import { PageTitle } from '@/components/ui/page-title';
import { fetchPublicCourses } from '@/features/site/api/fetch-public-courses';
import { PageIntro } from '@/features/site/components/page-intro';
import { PublicCourses, type CoursesOutcome } from '@/features/site/components/public-courses';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  title: { id: 'courses.title', defaultMessage: 'Our courses' },
  intro: {
    id: 'courses.intro',
    defaultMessage: 'What you can learn with us. Sign up, and the academy opens your courses to you.',
  },
});

export const loader = (): { outcome: Promise<CoursesOutcome> } => ({
  outcome: fetchPublicCourses().then(
    (courses) => ({ courses }),
    (error: unknown) => ({ error }),
  ),
});

export function Component() {
  const intl = useIntl();
  const { outcome } = useLoaderData<typeof loader>();
  const title = intl.formatMessage(messages.title);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageIntro title={title} text={intl.formatMessage(messages.intro)} />
      <div className="page py-10">
        <Suspense fallback={<LoadingState />}>
          <PublicCourses outcome={outcome} />
        </Suspense>
      </div>
    </>
  );
}
