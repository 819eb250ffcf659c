import { useIntl } from 'react-intl';
import { LinkButton } from '@/components/ui/link-button';
import { defineMessages } from '@/i18n/define-messages';
import { HeroArt } from './hero-art';
import { useSiteInfo } from './site-context';

const messages = defineMessages({
  promise: { id: 'home.hero.promise', defaultMessage: 'Learn step by step, at your own pace' },
  text: {
    id: 'home.hero.text',
    defaultMessage:
      'Clear video lessons, prepared by people who know their subject. Stop whenever you like: your place in every lesson is kept, and waits for you.',
  },
  start: { id: 'home.hero.start', defaultMessage: 'Create your account' },
  courses: { id: 'home.hero.courses', defaultMessage: 'See the courses' },
});

export function HomeHero() {
  const intl = useIntl();
  const site = useSiteInfo();
  return (
    <section className="hero overflow-hidden">
      <div className="page grid items-center gap-10 py-14 desk:grid-cols-[1.1fr_1fr] desk:py-20">
        <div className="flex flex-col items-start gap-5">
          <p className="rounded-full bg-accent-soft px-3 py-1 text-sm font-semibold text-accent-ink">
            {intl.formatMessage(messages.promise)}
          </p>
          <h1 className="text-4xl leading-tight font-extrabold desk:text-5xl desk:leading-tight">{site.name}</h1>
          <p className="max-w-xl text-lg text-muted">{intl.formatMessage(messages.text)}</p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/client/auth/signup" size="large">
              {intl.formatMessage(messages.start)}
            </LinkButton>
            <LinkButton to="/courses" variant="secondary" size="large">
              {intl.formatMessage(messages.courses)}
            </LinkButton>
          </div>
        </div>
        <HeroArt />
      </div>
    </section>
  );
}
