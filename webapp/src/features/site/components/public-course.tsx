import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { ArrowBack } from '@/components/ui/direction-icons';
import { LinkButton } from '@/components/ui/link-button';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import type { CourseCard } from '../model';
import { Each } from '../template';
import { CourseFacts } from './course-facts';
import { CoursePicture } from './public-course-card';

const messages = defineMessages({
  all: { id: 'public.course.all', defaultMessage: 'All courses' },
  about: { id: 'public.course.about', defaultMessage: 'About this course' },
  signup: { id: 'public.course.signup', defaultMessage: 'Create your account' },
  ask: { id: 'public.course.ask', defaultMessage: 'Ask about this course' },
  how: {
    id: 'public.course.how',
    defaultMessage: 'Sign up, and the academy opens the course to you for the agreed period.',
  },
});

/** One course, with all that visitors may know of it. */
export function PublicCourseDetails({ course, paragraphs }: { course: CourseCard; paragraphs: string[] }) {
  const intl = useIntl();
  return (
    <>
      <div className="hero border-b border-line">
        <div className="page grid items-center gap-10 py-10 desk:grid-cols-[1fr_26rem] desk:py-14">
          <div className="flex flex-col items-start gap-5">
            <Link
              to="/courses"
              className="tap inline-flex items-center gap-2 rounded-base text-sm font-semibold text-accent-ink hover:underline"
            >
              <ArrowBack size={16} />
              {intl.formatMessage(messages.all)}
            </Link>
            <h1 className="text-3xl font-extrabold text-balance desk:text-4xl" dir="auto">
              {course.title}
            </h1>
            <CourseFacts course={course} className="flex flex-wrap gap-x-6 gap-y-1 text-muted" />
            <div className="flex flex-wrap gap-3">
              <LinkButton to={paths.client.signup} size="large">
                {intl.formatMessage(messages.signup)}
              </LinkButton>
              <LinkButton to="/contact" variant="secondary" size="large">
                {intl.formatMessage(messages.ask)}
              </LinkButton>
            </div>
          </div>
          <CoursePicture course={course} first className="rounded-card border border-line" />
        </div>
      </div>
      <div className="page py-12">
        <div className="flex max-w-3xl flex-col gap-4">
          <h2 className="text-xl font-bold">{intl.formatMessage(messages.about)}</h2>
          <Each of={paragraphs}>
            {(paragraph) => (
              <p className="leading-loose text-muted" dir="auto">
                {paragraph}
              </p>
            )}
          </Each>
          <p className="mt-4 rounded-card border border-accent-line bg-accent-soft px-5 py-4 text-accent-ink">
            {intl.formatMessage(messages.how)}
          </p>
        </div>
      </div>
    </>
  );
}
