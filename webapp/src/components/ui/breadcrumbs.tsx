import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({ label: { id: 'breadcrumbs.label', defaultMessage: 'Breadcrumbs' } });

export interface Crumb {
  label: string;
  /** A route of the app; the last crumb is the page itself and no link. */
  to?: string;
}

/** A page's place in the area, separated by slashes. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const intl = useIntl();
  const last = crumbs.length - 1;
  return (
    <nav
      aria-label={intl.formatMessage(messages.label)}
      className="border-b border-line py-2 text-sm touch:py-3 text-muted"
    >
      <ol className="page flex flex-wrap gap-2">
        {crumbs.map(({ label, to }, index) => (
          <li
            key={`${index}-${label}`}
            className="flex gap-2 not-first:before:text-line-strong not-first:before:content-['/'/'']"
          >
            {to && index < last ? (
              <Link to={to} className="tap underline-offset-4 hover:text-ink hover:underline">
                <bdi>{label}</bdi>
              </Link>
            ) : (
              <bdi aria-current={index === last ? 'page' : undefined}>{label}</bdi>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
