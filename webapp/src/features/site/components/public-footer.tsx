import { useIntl, type MessageDescriptor } from 'react-intl';
import { Link } from 'react-router';
import { defineMessages } from '@/i18n/define-messages';
import { Each, When } from '../template';
import { SiteLogo } from './site-logo';
import { useSiteInfo, useSitePages } from './site-context';

const messages = defineMessages({
  pages: { id: 'public.footer.pages', defaultMessage: 'The academy' },
  legal: { id: 'public.footer.nav', defaultMessage: 'Legal' },
  contact: { id: 'public.footer.contact', defaultMessage: 'Contact us' },
  about: { id: 'public.footer.about', defaultMessage: 'About us' },
  photos: { id: 'public.footer.photos', defaultMessage: 'Photos' },
  courses: { id: 'public.footer.courses', defaultMessage: 'Our courses' },
  write: { id: 'public.footer.write', defaultMessage: 'Write to us' },
  privacy: { id: 'public.footer.privacy', defaultMessage: 'Privacy policy' },
  terms: { id: 'public.footer.terms', defaultMessage: 'Terms and conditions' },
  rights: { id: 'public.footer.rights', defaultMessage: '© {year} {name}. All rights reserved.' },
});

type Links = readonly (readonly [to: string, message: MessageDescriptor])[];
const PAGES: Links = [
  ['/about', messages.about],
  ['/gallery', messages.photos],
  ['/courses', messages.courses],
];
const LEGAL: Links = [
  ['/privacy-policy', messages.privacy],
  ['/terms-and-conditions', messages.terms],
];

const linkClass =
  'inline-block py-1 touch:min-w-tap touch:py-3 text-muted underline-offset-4 hover:text-ink hover:underline';

/** `year` is for prerendered pages; by default the current year. */
export function PublicFooter({ year = String(new Date().getFullYear()) }: { year?: string }) {
  const intl = useIntl();
  const site = useSiteInfo();
  const { hero } = useSitePages().home;
  return (
    <footer className="mt-auto border-t border-line bg-card">
      <div className="page grid gap-10 py-12 sm:grid-cols-2 desk:grid-cols-[2fr_1fr_1fr_1.3fr]">
        <div className="flex max-w-sm flex-col gap-4">
          <SiteLogo />
          <p className="text-sm text-muted">
            <bdi>{hero.text}</bdi>
          </p>
        </div>
        <LinkList title={intl.formatMessage(messages.pages)} links={PAGES} />
        <LinkList title={intl.formatMessage(messages.legal)} links={LEGAL} />
        <div>
          <h2 className="mb-3 text-sm font-bold">{intl.formatMessage(messages.contact)}</h2>
          <ul className="flex flex-col gap-1 text-sm">
            <li>
              <Link className={linkClass} to="/contact">
                {intl.formatMessage(messages.write)}
              </Link>
            </li>
            <When value={site.phone}>
              <li>
                <a dir="ltr" className={linkClass} href={site.links.phone}>
                  {site.phone}
                </a>
              </li>
            </When>
            <When value={site.email}>
              <li>
                <a dir="ltr" className={linkClass} href={site.links.email}>
                  {site.email}
                </a>
              </li>
            </When>
            <Each of={site.social}>
              {(profile) => (
                <li>
                  <a className={linkClass} rel="noreferrer" href={profile.url}>
                    <bdi>{profile.name}</bdi>
                  </a>
                </li>
              )}
            </Each>
          </ul>
        </div>
      </div>
      <div className="border-t border-line">
        <p className="page py-5 text-sm text-muted">
          {intl.formatMessage(messages.rights, { year, name: <bdi key="name">{site.name}</bdi> })}
        </p>
      </div>
    </footer>
  );
}

function LinkList({ title, links }: { title: string; links: Links }) {
  const intl = useIntl();
  return (
    <nav aria-label={title}>
      <h2 className="mb-3 text-sm font-bold">{title}</h2>
      <ul className="flex flex-col gap-1 text-sm">
        {links.map(([to, message]) => (
          <li key={to}>
            <Link className={linkClass} to={to}>
              {intl.formatMessage(message)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
