import { BookmarkCheck, GraduationCap, ShieldCheck, Users } from 'lucide-react';
import { use } from 'react';
import { useIntl } from 'react-intl';
import { LinkButton } from '@/components/ui/link-button';
import { defineMessages } from '@/i18n/define-messages';
import type { PublicCourse } from '@/lib/models';
import { PublicCourseCard } from './public-course-card';

const messages = defineMessages({
  coursesTitle: { id: 'home.courses.title', defaultMessage: 'From our courses' },
  coursesAll: { id: 'home.courses.all', defaultMessage: 'All courses' },
  whyTitle: { id: 'home.why.title', defaultMessage: 'Why learn with us' },
  teachersTitle: { id: 'home.why.teachers', defaultMessage: 'Teachers who practise' },
  teachersText: {
    id: 'home.why.teachers.text',
    defaultMessage: 'Every course is prepared and checked by people who do this work every day.',
  },
  paceTitle: { id: 'home.why.pace', defaultMessage: 'At your own pace' },
  paceText: {
    id: 'home.why.pace.text',
    defaultMessage: 'Leave a lesson in the middle, come back later: you go on exactly where you left off.',
  },
  privacyTitle: { id: 'home.why.privacy', defaultMessage: 'Your account is yours' },
  privacyText: {
    id: 'home.why.privacy.text',
    defaultMessage: 'One device at a time, no advertising, and no selling of what we know about you.',
  },
  peopleTitle: { id: 'home.why.people', defaultMessage: 'People who answer' },
  peopleText: {
    id: 'home.why.people.text',
    defaultMessage: 'A question about a lesson or your account? Someone from the academy answers you.',
  },
  stepsTitle: { id: 'home.steps.title', defaultMessage: 'How it works' },
  step1: { id: 'home.steps.1', defaultMessage: 'Create an account and confirm your e-mail address.' },
  step2: { id: 'home.steps.2', defaultMessage: 'The academy opens your courses for the agreed period.' },
  step3: { id: 'home.steps.3', defaultMessage: 'Watch on any device, and follow your progress lesson by lesson.' },
  ctaTitle: { id: 'home.cta.title', defaultMessage: 'Ready for the first lesson?' },
  ctaText: { id: 'home.cta.text', defaultMessage: 'Create an account, or ask us which course suits you.' },
  ctaSignup: { id: 'home.cta.signup', defaultMessage: 'Sign up' },
  ctaContact: { id: 'home.cta.contact', defaultMessage: 'Contact us' },
});

const WHY = [
  [GraduationCap, messages.teachersTitle, messages.teachersText],
  [BookmarkCheck, messages.paceTitle, messages.paceText],
  [ShieldCheck, messages.privacyTitle, messages.privacyText],
  [Users, messages.peopleTitle, messages.peopleText],
] as const;

const HIGHLIGHTS = 3;

/** The first courses; the section is left out while there is none to show. */
export function HomeCourses({ courses }: { courses: Promise<PublicCourse[]> }) {
  const intl = useIntl();
  const data = use(courses);
  if (data.length === 0) return null;
  return (
    <section className="page py-12">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-3">
        <h2 className="text-2xl font-bold">{intl.formatMessage(messages.coursesTitle)}</h2>
        <LinkButton to="/courses" variant="quiet">
          {intl.formatMessage(messages.coursesAll)}
        </LinkButton>
      </div>
      <ul className="grid gap-6 sm:grid-cols-2 desk:grid-cols-3">
        {data.slice(0, HIGHLIGHTS).map((course) => (
          <li key={course._id}>
            <PublicCourseCard course={course} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function HomeWhy() {
  const intl = useIntl();
  return (
    <section className="page py-12">
      <h2 className="mb-6 text-2xl font-bold">{intl.formatMessage(messages.whyTitle)}</h2>
      <ul className="grid gap-5 sm:grid-cols-2 desk:grid-cols-4">
        {WHY.map(([Icon, title, text]) => (
          <li key={title.id} className="card flex flex-col gap-3 p-5">
            <span
              aria-hidden="true"
              className="grid size-11 place-items-center rounded-full bg-accent-soft text-accent-ink"
            >
              <Icon size={22} />
            </span>
            <h3 className="font-bold">{intl.formatMessage(title)}</h3>
            <p className="text-sm text-muted">{intl.formatMessage(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function HomeSteps() {
  const intl = useIntl();
  return (
    <section className="border-y border-line bg-card">
      <div className="page py-12">
        <h2 className="mb-6 text-2xl font-bold">{intl.formatMessage(messages.stepsTitle)}</h2>
        <ol className="grid gap-6 sm:grid-cols-3">
          {[messages.step1, messages.step2, messages.step3].map((step, index) => (
            <li key={step.id} className="flex items-start gap-4">
              <span
                aria-hidden="true"
                className="grid size-9 shrink-0 place-items-center rounded-full border-2 border-accent font-bold text-accent-ink"
              >
                {intl.formatNumber(index + 1)}
              </span>
              <p className="pt-1">{intl.formatMessage(step)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function HomeCallToAction() {
  const intl = useIntl();
  return (
    <section className="page py-14">
      <div className="flex flex-col items-center gap-4 rounded-card bg-accent-soft px-6 py-12 text-center">
        <h2 className="text-2xl font-bold">{intl.formatMessage(messages.ctaTitle)}</h2>
        <p className="text-muted">{intl.formatMessage(messages.ctaText)}</p>
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton to="/client/auth/signup" size="large">
            {intl.formatMessage(messages.ctaSignup)}
          </LinkButton>
          <LinkButton to="/contact" variant="secondary" size="large">
            {intl.formatMessage(messages.ctaContact)}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
