import { Quote } from 'lucide-react';
import { useIntl } from 'react-intl';
import { buttonClass } from '@/components/ui/button-styles';
import { LinkButton } from '@/components/ui/link-button';
import { defineMessages } from '@/i18n/define-messages';
import type { PublicCourse } from '@/lib/models';
import { paths } from '@/lib/paths';
import { Link } from 'react-router';
import { Each, When } from '../template';
import { Points } from './points';
import { PublicCourseCard } from './public-course-card';
import { SectionHeading } from './section-heading';
import { useSitePages } from './site-context';

const messages = defineMessages({
  coursesAll: { id: 'home.courses.all', defaultMessage: 'All courses' },
  signup: { id: 'home.cta.signup', defaultMessage: 'Sign up' },
  contact: { id: 'home.cta.contact', defaultMessage: 'Contact us' },
});

const HIGHLIGHTS = 3;

/** The first courses; the section is omitted if there are none. */
export function HomeCourses({ courses }: { courses: PublicCourse[] }) {
  const intl = useIntl();
  const texts = useSitePages().home.courses;
  const shown = courses.length > HIGHLIGHTS ? courses.slice(0, HIGHLIGHTS) : courses;
  return (
    <When value={shown}>
      <section className="page py-14">
        <SectionHeading title={texts.heading} text={texts.text}>
          <LinkButton to="/courses" variant="secondary">
            {intl.formatMessage(messages.coursesAll)}
          </LinkButton>
        </SectionHeading>
        <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 md:grid-cols-3 desk:grid-cols-3">
          <Each of={shown}>
            {(course) => (
              <li>
                <PublicCourseCard course={course} />
              </li>
            )}
          </Each>
        </ul>
      </section>
    </When>
  );
}

export function HomeWhy() {
  const { why } = useSitePages().home;
  return (
    <When value={why.items}>
      <section className="page py-14">
        <SectionHeading title={why.heading} text={why.text} />
        <Points points={why.items} />
      </section>
    </When>
  );
}

export function HomeSteps() {
  const { steps } = useSitePages().home;
  return (
    <section className="border-y border-line bg-card">
      <div className="page py-14">
        <SectionHeading title={steps.heading} />
        <ol className="steps even-rows gap-8">
          <Each of={steps.items}>
            {(step) => (
              <li className="flex flex-col gap-3">
                <span
                  aria-hidden="true"
                  className="step-number grid size-11 shrink-0 place-items-center rounded-full bg-action text-lg font-bold text-on-action"
                />
                <h3 className="text-lg font-bold">
                  <bdi>{step.title}</bdi>
                </h3>
                <p className="text-muted">
                  <bdi>{step.text}</bdi>
                </p>
              </li>
            )}
          </Each>
        </ol>
      </div>
    </section>
  );
}

export function HomeTestimonials() {
  const { testimonials } = useSitePages().home;
  return (
    <When value={testimonials.items}>
      <section className="page py-14">
        <SectionHeading title={testimonials.heading} />
        <ul className="grid gap-6 desk:grid-cols-3 desk:has-[>:nth-child(3n+4):last-child]:grid-cols-2">
          <Each of={testimonials.items}>
            {(said) => (
              <li>
                <figure className="card flex h-full flex-col gap-4 p-6">
                  <Quote aria-hidden size={28} className="text-accent rtl:-scale-x-100" />
                  <blockquote className="flex-1">
                    <bdi>{said.quote}</bdi>
                  </blockquote>
                  <figcaption className="border-t border-line pt-4 text-sm">
                    <span className="font-bold">
                      <bdi>{said.name}</bdi>
                    </span>
                    <When value={said.role}>
                      <span className="block text-muted">
                        <bdi>{said.role}</bdi>
                      </span>
                    </When>
                  </figcaption>
                </figure>
              </li>
            )}
          </Each>
        </ul>
      </section>
    </When>
  );
}

export function CallToAction() {
  const intl = useIntl();
  const { action } = useSitePages().home;
  return (
    <section className="page pt-4 pb-16">
      <div className="flex flex-col items-center gap-4 rounded-card bg-action px-6 py-14 text-center text-on-action">
        <h2 className="text-2xl font-bold desk:text-3xl">
          <bdi>{action.heading}</bdi>
        </h2>
        <p className="max-w-xl">
          <bdi>{action.text}</bdi>
        </p>
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          <Link to={paths.client.signup} className={buttonClass('secondary', 'large', 'border-transparent')}>
            {intl.formatMessage(messages.signup)}
          </Link>
          <Link
            to="/contact"
            className="inline-flex min-h-12 items-center rounded-base border border-on-action px-6 font-semibold transition duration-200 hover:bg-on-action hover:text-action"
          >
            {intl.formatMessage(messages.contact)}
          </Link>
        </div>
      </div>
    </section>
  );
}
