import { useInfiniteQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { PageTitle } from '@/components/ui/page-title';
import { QueryView } from '@/components/ui/query-view';
import { defineMessages } from '@/i18n/define-messages';
import { binDays } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { binQueryOptions } from '../api/bin';
import { BinRow } from './bin-row';

const messages = defineMessages({
  title: { id: 'bin.title', defaultMessage: 'Bin' },
  none: { id: 'bin.none', defaultMessage: 'What is deleted appears here and can be restored.' },
  text: {
    id: 'bin.text',
    defaultMessage:
      'Deleted courses and learners, with their assignments and progress. They are deleted for good after {days, plural, one {# day} other {# days}}.',
  },
});

/** Deleted courses and learners, which can be restored. */
export function BinPage() {
  const intl = useIntl();
  const days = useStore(binDays);
  const query = useInfiniteQuery({ ...binQueryOptions(), staleTime: 0 });
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page py-8">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="mt-1 mb-6 text-sm text-muted">{intl.formatMessage(messages.text, { days })}</p>
      <section aria-label={title} className="card px-6 py-3">
        <QueryView query={query} empty={intl.formatMessage(messages.none)}>
          {(items) => (
            <ul aria-label={title} className="divide-y divide-line">
              {items.map((item) => (
                <BinRow key={item._id} item={item} />
              ))}
            </ul>
          )}
        </QueryView>
      </section>
    </div>
  );
}
