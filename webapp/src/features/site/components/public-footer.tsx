import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { defineMessages } from '@/i18n/define-messages';
import { useSiteInfo } from './site-context';

const messages = defineMessages({
  nav: { id: 'public.footer.nav', defaultMessage: 'Legal' },
  privacy: { id: 'public.footer.privacy', defaultMessage: 'Privacy policy' },
  terms: { id: 'public.footer.terms', defaultMessage: 'Terms and conditions' },
  rights: { id: 'public.footer.rights', defaultMessage: '© {year} {name}. All rights reserved.' },
});

export function PublicFooter() {
  const intl = useIntl();
  const site = useSiteInfo();
  return (
    <footer className="mt-auto border-t border-line bg-card">
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-6 text-sm text-muted">
        <p>{intl.formatMessage(messages.rights, { year: String(new Date().getFullYear()), name: site.name })}</p>
        <nav aria-label={intl.formatMessage(messages.nav)} className="flex flex-wrap gap-x-6 gap-y-2">
          <Link className="underline-offset-4 hover:text-ink hover:underline" to="/privacy-policy">
            {intl.formatMessage(messages.privacy)}
          </Link>
          <Link className="underline-offset-4 hover:text-ink hover:underline" to="/terms-and-conditions">
            {intl.formatMessage(messages.terms)}
          </Link>
        </nav>
      </div>
    </footer>
  );
}
