import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { AcademyDay } from '@/components/ui/day';
import { Moment } from '@/components/ui/moment';
import { QueryState } from '@/components/ui/query-state';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { roleNames } from '@/i18n/role-messages';
import { managerSession } from '@/lib/session';
import { useStore } from '@/lib/store';
import { meQueryOptions } from '../api/me';

const messages = defineMessages({
  title: { id: 'admin.profile.title', defaultMessage: 'Profile' },
  role: { id: 'managers.role', defaultMessage: 'Role' },
  before: { id: 'admin.profile.lastLogin', defaultMessage: 'Previous sign-in' },
  first: { id: 'admin.profile.firstLogin', defaultMessage: 'This is your first sign-in' },
  since: { id: 'admin.profile.since', defaultMessage: 'Manager since' },
});

/** Who is signed in, and when before this time. */
export function ManagerProfile() {
  const intl = useIntl();
  const query = useQuery(meQueryOptions());
  const { data } = query;
  // The server's own `lastLogin` is this sign-in by now.
  const before = useStore(managerSession.state)?.identity.lastLogin;
  const facts = [
    [common.fullname, data && <bdi>{data.fullname}</bdi>],
    [
      common.email,
      data && (
        <bdi dir="ltr" className="break-all">
          {data.email}
        </bdi>
      ),
    ],
    [messages.role, data && intl.formatMessage(roleNames[data.role])],
    [messages.before, data && (before ? <Moment value={before} /> : intl.formatMessage(messages.first))],
    [messages.since, data && <AcademyDay value={data.createdAt} />],
  ] as const;
  const list = (
    <dl aria-hidden={!data} className="grid gap-4 sm:grid-cols-2">
      {facts.map(([label, value]) => (
        <div key={label.id}>
          <dt className="text-sm text-muted">{intl.formatMessage(label)}</dt>
          <dd className={data ? undefined : 'skeleton h-lh'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <section aria-labelledby="profile" className="card p-6">
      <h2 id="profile" className="mb-4 text-lg font-bold">
        {intl.formatMessage(messages.title)}
      </h2>
      <QueryState query={query} waiting={list} />
      {data && list}
    </section>
  );
}
