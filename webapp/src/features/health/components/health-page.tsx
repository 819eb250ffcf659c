import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Badge, type BadgeSeverity } from '@/components/ui/badge';
import { Moment } from '@/components/ui/moment';
import { PageTitle } from '@/components/ui/page-title';
import { QueryView } from '@/components/ui/query-view';
import { defineMessages } from '@/i18n/define-messages';
import { useMay } from '@/lib/role';
import { healthQueryOptions, type HealthItem } from '../api/health';
import { healthFigure, healthName, healthRemedy, healthText } from './health-texts';
import { MissingData } from './missing-data';
import { SlowestRoutes } from './slowest-routes';

const messages = defineMessages({
  title: { id: 'health.title', defaultMessage: 'Health' },
  text: {
    id: 'health.intro',
    defaultMessage: 'The state of the academy, and what to do when something is wrong. Updated every minute.',
  },
  since: { id: 'health.since', defaultMessage: 'since {at}' },
});

const states = defineMessages({
  ok: { id: 'health.state.ok', defaultMessage: 'OK' },
  warning: { id: 'health.state.warning', defaultMessage: 'Warning' },
  failing: { id: 'health.state.failing', defaultMessage: 'Failing' },
});
const LOOK: Record<keyof typeof states, BadgeSeverity> = { ok: 'success', warning: 'warn', failing: 'danger' };
/** What needs somebody comes first. */
const ORDER = ['failing', 'warning', 'ok'];

/** With these something is missing that an owner can give up. */
const MISSING = ['data_missing', 'list_refused'];

const stateOf = ({ state }: HealthItem) => (state === 'ok' || state === 'failing' ? state : 'warning');

/** How everything is that the academy watches about itself. */
export function HealthPage() {
  const intl = useIntl();
  const query = useQuery({ ...healthQueryOptions(), staleTime: 0 });
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page py-8">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="mt-1 mb-6 text-sm text-muted">{intl.formatMessage(messages.text)}</p>
      <section aria-label={title} className="card px-6 py-3">
        <QueryView query={query}>
          {(items) => (
            <ul aria-label={title} className="divide-y divide-line">
              {items
                .toSorted((a, b) => ORDER.indexOf(stateOf(a)) - ORDER.indexOf(stateOf(b)))
                .map((item) => (
                  <li key={item.name} className="py-4">
                    <Item item={item} />
                  </li>
                ))}
            </ul>
          )}
        </QueryView>
      </section>
      <SlowestRoutes />
    </div>
  );
}

function Item({ item }: { item: HealthItem }) {
  const intl = useIntl();
  const state = stateOf(item);
  const figure = healthFigure(intl, item);
  const remedy = healthRemedy(intl, item);
  const maySeeMissing = useMay('manager');
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-semibold">{healthName(intl, item)}</h2>
        <Badge severity={LOOK[state]}>{intl.formatMessage(states[state])}</Badge>
        <span className="text-sm text-muted">
          {intl.formatMessage(messages.since, { at: <Moment key="at" value={item.since} /> })}
        </span>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-3 text-sm">
        <span>{healthText(intl, item)}</span>
        {figure && <span className="text-muted">{figure}</span>}
      </p>
      {remedy && <p className="mt-1 text-sm font-semibold">{remedy}</p>}
      {maySeeMissing && MISSING.includes(item.code) && <MissingData />}
    </>
  );
}
