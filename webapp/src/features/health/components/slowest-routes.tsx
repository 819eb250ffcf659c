import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Moment } from '@/components/ui/moment';
import { QueryState } from '@/components/ui/query-state';
import { ListSkeleton } from '@/components/ui/skeleton';
import { TableFrame } from '@/components/ui/table-frame';
import { defineMessages } from '@/i18n/define-messages';
import { requestsQueryOptions, type RouteReport } from '../api/requests';

const messages = defineMessages({
  title: { id: 'health.routes.title', defaultMessage: 'The slowest requests' },
  intro: {
    id: 'health.routes.intro',
    defaultMessage:
      '{requests, plural, one {# request} other {# requests}} since {since}, of which {failed, plural, =0 {none} one {#} other {#}} failed.',
  },
  none: {
    id: 'health.routes.none',
    defaultMessage: 'No request has been made twenty times yet. The slowest requests of the last day will appear here.',
  },
  route: { id: 'health.routes.route', defaultMessage: 'Request' },
  count: { id: 'health.routes.count', defaultMessage: 'Requests' },
  failed: { id: 'health.routes.failed', defaultMessage: 'Failed' },
  half: { id: 'health.routes.half', defaultMessage: '50% within' },
  most: { id: 'health.routes.most', defaultMessage: '95% within' },
  longest: { id: 'health.routes.longest', defaultMessage: 'Longest' },
});

/** The requests of the last day: how many failed, and which took longest. */
export function SlowestRoutes() {
  const intl = useIntl();
  const query = useQuery(requestsQueryOptions());
  const { data } = query;
  const title = intl.formatMessage(messages.title);
  return (
    <section aria-label={title} className="card mt-6 px-6 py-5">
      <h2 className="text-lg font-semibold">{title}</h2>
      {!data && (
        <div className="mt-3">
          <QueryState query={query} waiting={<ListSkeleton as="table" bare />} />
        </div>
      )}
      {data && (
        <>
          <p className="mt-1 mb-4 text-sm text-muted">
            {intl.formatMessage(messages.intro, {
              requests: data.requests,
              failed: data.failed,
              since: <Moment key="since" value={data.since} />,
            })}
          </p>
          {data.slowest.length === 0 ? (
            <p className="text-sm">{intl.formatMessage(messages.none)}</p>
          ) : (
            <Routes title={title} routes={data.slowest} />
          )}
        </>
      )}
    </section>
  );
}

function Routes({ title, routes }: { title: string; routes: readonly RouteReport[] }) {
  const intl = useIntl();
  const time = (ms: number) =>
    ms < 1000
      ? intl.formatNumber(ms, { style: 'unit', unit: 'millisecond' })
      : intl.formatNumber(ms / 1000, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
  const columns = [messages.route, messages.count, messages.failed, messages.half, messages.most, messages.longest];
  return (
    <TableFrame label={title}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className="px-3 py-2 text-start text-sm font-semibold">
              {intl.formatMessage(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {routes.map(({ route, requests, failed, halfMs, mostMs, longestMs }) => (
          <tr key={route} className="border-t border-line text-sm">
            <th scope="row" className="px-3 py-2 text-start font-normal">
              <code dir="ltr">{route}</code>
            </th>
            <td className="px-3 py-2">{intl.formatNumber(requests)}</td>
            <td className="px-3 py-2">{intl.formatNumber(failed)}</td>
            <td className="px-3 py-2 whitespace-nowrap">{time(halfMs)}</td>
            <td className="px-3 py-2 whitespace-nowrap">{time(mostMs)}</td>
            <td className="px-3 py-2 whitespace-nowrap">{time(longestMs)}</td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
