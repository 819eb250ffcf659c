import { useInfiniteQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { Button } from '@/components/ui/button';
import { DatePicker } from '@/components/ui/date-picker';
import { PageTitle } from '@/components/ui/page-title';
import { QueryView } from '@/components/ui/query-view';
import { Select } from '@/components/ui/select';
import { defineMessages } from '@/i18n/define-messages';
import { auditQueryOptions } from '../api/audit';
import { AuditList } from './audit-list';
import { groupTexts, type AuditGroup } from './audit-texts';

const messages = defineMessages({
  title: { id: 'audit.title', defaultMessage: 'Activity' },
  text: {
    id: 'audit.text',
    defaultMessage: 'Who did what, when and from where. Nothing here can be changed afterwards.',
  },
  group: { id: 'audit.filter.group', defaultMessage: 'What' },
  from: { id: 'audit.filter.from', defaultMessage: 'From' },
  to: { id: 'audit.filter.to', defaultMessage: 'To' },
  clear: { id: 'audit.filter.clear', defaultMessage: 'Show everything' },
  order: { id: 'audit.filter.order', defaultMessage: 'The end must not be before the beginning.' },
});

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The audit trail, newest first; its filters are held in the address. */
export function AuditPage() {
  const intl = useIntl();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('group') ?? '';
  const group = asked in groupTexts ? (asked as AuditGroup) : '';
  const dateOf = (name: string) => (isDate(query.get(name) ?? '') ? (query.get(name) ?? '') : '');
  const [from, to] = [dateOf('from'), dateOf('to')];
  const inOrder = !from || !to || from <= to;
  const change = (name: string, value: string) =>
    setQuery(
      (now) => {
        if (value) now.set(name, value);
        else now.delete(name);
        return now;
      },
      { replace: true },
    );
  const events = useInfiniteQuery({
    ...auditQueryOptions({ ...(group && { action: group }), ...(from && { from }), ...(to && { to }) }),
    enabled: inOrder,
  });
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page py-8">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="mt-1 text-sm text-muted">{intl.formatMessage(messages.text)}</p>
      <div className="my-6 flex flex-wrap items-start gap-4">
        <Select
          label={intl.formatMessage(messages.group)}
          value={group}
          options={(Object.keys(groupTexts) as AuditGroup[]).map((key) => [key, intl.formatMessage(groupTexts[key])])}
          onChange={(value) => change('group', value)}
        />
        <DatePicker
          label={intl.formatMessage(messages.from)}
          value={from}
          onChange={(value) => change('from', value)}
        />
        <DatePicker
          label={intl.formatMessage(messages.to)}
          value={to}
          onChange={(value) => change('to', value)}
          error={inOrder ? undefined : intl.formatMessage(messages.order)}
        />
        {query.size > 0 && (
          <Button variant="secondary" className="sm:mt-6.5" onPress={() => setQuery({}, { replace: true })}>
            {intl.formatMessage(messages.clear)}
          </Button>
        )}
      </div>
      <section aria-label={title} className="card px-6 py-3">
        <QueryView query={events}>{(items) => <AuditList label={title} events={items} />}</QueryView>
      </section>
    </div>
  );
}
