import { CircleCheck } from 'lucide-react';
import { useIntl } from 'react-intl';
import { LinkButton } from '@/components/ui/link-button';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { Each, When } from '../template';
import { HeroArt } from './hero-art';
import { useSitePages } from './site-context';

const messages = defineMessages({
  start: { id: 'home.hero.start', defaultMessage: 'Create your account' },
  courses: { id: 'home.hero.courses', defaultMessage: 'Browse the courses' },
});

/** `level` is 2 where the page has a heading of its own above. */
export function HomeHero({ level = 1 }: { level?: 1 | 2 }) {
  const Heading = `h${level}` as const;
  const intl = useIntl();
  const { hero, why } = useSitePages().home;
  return (
    <section className="hero overflow-hidden border-b border-line">
      <div className="page grid items-center gap-12 py-14 desk:grid-cols-[1.1fr_1fr] desk:py-20">
        <div className="flex flex-col items-start gap-6">
          <When value={hero.badge}>
            <p className="rounded-full border border-accent-line bg-card px-4 py-1.5 text-sm font-semibold text-accent-ink">
              <bdi>{hero.badge}</bdi>
            </p>
          </When>
          <Heading className="text-4xl leading-tight font-extrabold text-balance desk:text-5xl desk:leading-tight">
            <bdi>{hero.heading}</bdi>
          </Heading>
          <p className="max-w-xl text-lg text-muted">
            <bdi>{hero.text}</bdi>
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to={paths.client.signup} size="large">
              {intl.formatMessage(messages.start)}
            </LinkButton>
            <LinkButton to="/courses" variant="secondary" size="large">
              {intl.formatMessage(messages.courses)}
            </LinkButton>
          </div>
          <When value={why.items}>
            <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm font-medium text-muted">
              <Each of={why.items}>
                {(point) => (
                  <li className="inline-flex items-center gap-2">
                    <CircleCheck aria-hidden size={16} className="shrink-0 text-accent-ink" />
                    <bdi>{point.title}</bdi>
                  </li>
                )}
              </Each>
            </ul>
          </When>
        </div>
        <HeroArt />
      </div>
    </section>
  );
}
