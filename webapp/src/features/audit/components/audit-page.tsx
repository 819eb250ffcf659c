import { useInfiniteQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { z } from 'zod/mini';
import { AcademyZone } from '@/components/ui/academy-zone';
import { Button } from '@/components/ui/button';
import { DatePicker } from '@/components/ui/date-picker';
import { PageTitle } from '@/components/ui/page-title';
import { QueryView } from '@/components/ui/query-view';
import { Select } from '@/components/ui/select';
import { defineMessages } from '@/i18n/define-messages';
import { day, oneOf } from '@/lib/list-url';
import { useListUrl } from '@/lib/use-list-url';
import { auditQueryOptions } from '../api/audit';
import { AuditList } from './audit-list';
import { groupTexts, type AuditGroup } from './audit-texts';

const messages = defineMessages({
  title: { id: 'audit.title', defaultMessage: 'Activity' },
  text: {
    id: 'audit.text',
    defaultMessage: 'Who did what, when and from where. Nothing here can be changed afterwards.',
  },
  none: { id: 'audit.none', defaultMessage: 'What happens in the academy appears here.' },
  group: { id: 'audit.filter.group', defaultMessage: 'Type of event' },
  from: { id: 'audit.filter.from', defaultMessage: 'From' },
  to: { id: 'audit.filter.to', defaultMessage: 'To' },
  clear: { id: 'audit.filter.clear', defaultMessage: 'Show everything' },
  order: { id: 'audit.filter.order', defaultMessage: 'The end must not be before the start.' },
});

const GROUPS = Object.keys(groupTexts) as AuditGroup[];
const auditUrl = z.object({ group: oneOf(GROUPS, ''), from: day(), to: day() });
const UNFILTERED = { group: '', from: '', to: '' } as const;

/** The audit trail, newest first; its filters are held in the address. */
export function AuditPage() {
  const intl = useIntl();
  const url = useListUrl(auditUrl);
  const { group, from, to } = url.values;
  const inOrder = !from || !to || from <= to;
  const events = useInfiniteQuery({
    ...auditQueryOptions({ ...(group && { action: group }), ...(from && { from }), ...(to && { to }) }),
    enabled: inOrder,
  });
  const narrowed = group !== '' || from !== '' || to !== '';
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page py-8">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="mt-1 text-sm text-muted">{intl.formatMessage(messages.text)}</p>
      <AcademyZone className="mt-1">
        <div className="my-6 flex flex-wrap items-start gap-4">
          <Select
            label={intl.formatMessage(messages.group)}
            value={group}
            options={GROUPS.map((key) => [key, intl.formatMessage(groupTexts[key])])}
            onChange={(group) => url.set({ group })}
          />
          <DatePicker label={intl.formatMessage(messages.from)} value={from} onChange={(from) => url.set({ from })} />
          <DatePicker
            label={intl.formatMessage(messages.to)}
            value={to}
            onChange={(to) => url.set({ to })}
            error={inOrder ? undefined : intl.formatMessage(messages.order)}
          />
          {narrowed && (
            <Button variant="secondary" className="max-sm:w-full sm:mt-6.5" onPress={() => url.set(UNFILTERED)}>
              {intl.formatMessage(messages.clear)}
            </Button>
          )}
        </div>
        <section aria-label={title} className="card px-6 py-3">
          <QueryView query={events} empty={narrowed ? undefined : intl.formatMessage(messages.none)}>
            {(items) => <AuditList label={title} events={items} />}
          </QueryView>
        </section>
      </AcademyZone>
    </div>
  );
}
