import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { QueryState, type QueryResult } from '@/components/ui/query-state';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import type { Learner } from '@/lib/models';
import type { OnlineUsers } from '@/lib/online-users';
import { paths } from '@/lib/paths';

const messages = defineMessages({
  title: { id: 'dashboard.online', defaultMessage: 'Online now' },
  nobody: { id: 'dashboard.online.nobody', defaultMessage: 'Nobody is online right now.' },
  waiting: { id: 'dashboard.online.waiting', defaultMessage: 'Waiting for the live connection.' },
  more: { id: 'dashboard.online.more', defaultMessage: '{count, plural, one {# more} other {# more}}' },
});

/** Some of those who are online, by name. */
export function OnlineList({
  online,
  query,
  told,
}: {
  online: OnlineUsers | null;
  query: QueryResult & { data: readonly Learner[] | undefined };
  /** Its failure is told elsewhere. */
  told: boolean;
}) {
  const intl = useIntl();
  const total = online?.total ?? 0;
  const { data } = query;
  const here = (total > 0 && data?.filter(({ _id }) => online?.ids?.has(_id) ?? true)) || [];
  const more = total - here.length;
  return (
    <section aria-labelledby="online-now" className="card p-5">
      <h2 id="online-now" className="font-semibold">
        {intl.formatMessage(messages.title)}
      </h2>
      {total === 0 && (
        <p className="mt-2 text-sm text-muted">{intl.formatMessage(online ? messages.nobody : messages.waiting)}</p>
      )}
      {!told && <QueryState query={query} />}
      {here.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {here.map(({ _id, fullname, email }) => (
            <li key={_id} className="flex items-center gap-3 py-2">
              <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-success" />
              <span className="min-w-0">
                <Link
                  to={paths.admin.user(_id)}
                  className="block truncate font-semibold text-accent-ink touch:py-2 underline-offset-4 hover:underline"
                >
                  <bdi>{fullname}</bdi>
                </Link>
                <bdi dir="ltr" className="block truncate text-xs text-muted">
                  {email}
                </bdi>
              </span>
            </li>
          ))}
        </ul>
      )}
      {here.length > 0 && more > 0 && (
        <p className="mt-2 text-sm">
          <TextLink to={`${paths.admin.users}?online=true`}>
            {intl.formatMessage(messages.more, { count: more })}
          </TextLink>
        </p>
      )}
    </section>
  );
}
