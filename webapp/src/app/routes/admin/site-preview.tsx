import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useIntl } from 'react-intl';
import { LinkButton } from '@/components/ui/link-button';
import { PageSkeleton } from '@/components/ui/skeleton';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/page-title';
import { Tabs } from '@/components/ui/tabs';
import { siteQueryOptions } from '@/features/site-editor/api/site';
import { ContactDetails } from '@/features/site/components/contact-details';
import { Gallery } from '@/features/site/components/gallery';
import { HomeHero } from '@/features/site/components/home-hero';
import { CallToAction, HomeSteps, HomeTestimonials, HomeWhy } from '@/features/site/components/home-sections';
import { NotYet } from '@/features/site/components/not-yet';
import { PageIntro } from '@/features/site/components/page-intro';
import { Points } from '@/features/site/components/points';
import { Prose } from '@/features/site/components/prose';
import { SitePreview } from '@/features/site/components/site-context';
import type { SiteView } from '@/features/site/model';
import { defineMessages } from '@/i18n/define-messages';
import { activeLocale } from '@/i18n/locale';
import { paths } from '@/lib/paths';
import { useStore } from '@/lib/store';

const messages = defineMessages({
  title: { id: 'site.preview.title', defaultMessage: 'Preview of the site' },
  text: {
    id: 'site.preview.text',
    defaultMessage:
      'The draft, in the language of this page. Examples are shown here and hidden from visitors until you confirm that they are yours.',
  },
  back: { id: 'site.preview.back', defaultMessage: 'Back to the site' },
  home: { id: 'site.tab.home', defaultMessage: 'Home' },
  about: { id: 'site.tab.about', defaultMessage: 'About us' },
  photos: { id: 'site.tab.photos', defaultMessage: 'Photos' },
  contact: { id: 'site.tab.contact', defaultMessage: 'Contact us' },
  privacy: { id: 'site.tab.privacy', defaultMessage: 'Privacy policy' },
  terms: { id: 'site.tab.terms', defaultMessage: 'Terms and conditions' },
});

export function Component() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Preview />
    </Suspense>
  );
}

function Preview() {
  const intl = useIntl();
  const locale = useStore(activeLocale)?.locale ?? 'ar';
  const { data } = useSuspenseQuery(siteQueryOptions());
  const view = data.views[locale] as SiteView;
  const { about, photos, contact, privacy, terms } = view.pages;
  const title = intl.formatMessage(messages.title);
  const page = (id: 'about' | 'photos' | 'contact' | 'privacy' | 'terms', content: React.ReactNode) => ({
    id,
    title: intl.formatMessage(messages[id]),
    content: (
      <div className="card overflow-hidden">
        <PageIntro title={view.pages[id].title} text={view.pages[id].intro} level={2} />
        <div className="page py-10">{content}</div>
      </div>
    ),
  });
  const prose = (sections: typeof privacy.sections) =>
    sections.length > 0 ? <Prose sections={sections} /> : <NotYet />;
  return (
    <div className="page flex flex-col gap-5 py-8">
      <PageTitle>{title}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl font-bold">{title}</h1>
        <LinkButton variant="secondary" to={paths.admin.site}>
          {intl.formatMessage(messages.back)}
        </LinkButton>
      </div>
      <Notice>{intl.formatMessage(messages.text)}</Notice>
      <SitePreview view={view}>
        <Tabs
          label={title}
          items={[
            {
              id: 'home',
              title: intl.formatMessage(messages.home),
              content: (
                <div className="card overflow-hidden">
                  <HomeHero level={2} />
                  <HomeWhy />
                  <HomeSteps />
                  <HomeTestimonials />
                  <CallToAction />
                </div>
              ),
            },
            page(
              'about',
              <div className="flex flex-col gap-10">
                {prose(about.sections)}
                <Points points={about.values} />
              </div>,
            ),
            page('photos', photos && view.photos.length > 0 ? <Gallery photos={view.photos} /> : <NotYet />),
            page('contact', contact && <ContactDetails />),
            page('privacy', prose(privacy.sections)),
            page('terms', prose(terms.sections)),
          ]}
        />
      </SitePreview>
    </div>
  );
}
