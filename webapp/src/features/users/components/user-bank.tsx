import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Moment } from '@/components/ui/moment';
import { QueryView } from '@/components/ui/query-view';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { userBankQueryOptions } from '../api/fetch-bank';

const messages = defineMessages({
  holder: { id: 'bank.holder', defaultMessage: 'Account holder' },
  name: { id: 'bank.name', defaultMessage: 'Bank' },
  iban: { id: 'bank.iban', defaultMessage: 'IBAN' },
  none: { id: 'users.bank.none', defaultMessage: 'The learner has not entered any bank info.' },
  updated: { id: 'bank.updated', defaultMessage: 'Last changed {at}' },
});

/** In groups of four, as it is printed. */
const grouped = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

/** A learner's bank details, for who has to pay something back. */
export function UserBank({ clientId }: { clientId: string }) {
  const intl = useIntl();
  const { data: bank, error, isPending, refetch } = useQuery(userBankQueryOptions(clientId));
  const given = bank && (bank.accountHolder || bank.bankName || bank.iban);
  return (
    <QueryView
      shape="facts"
      query={{ data: bank && (given ? [bank] : []), error, isPending, refetch }}
      empty={intl.formatMessage(messages.none)}
    >
      {([
        { accountHolder, bankName, iban, updatedAt } = { accountHolder: '', bankName: '', iban: '', updatedAt: null },
      ]) => (
        <dl className="grid gap-4 sm:grid-cols-3">
          {(
            [
              [messages.holder, accountHolder],
              [messages.name, bankName],
              [messages.iban, grouped(iban)],
            ] as const
          ).map(([label, value]) => (
            <div key={label.id}>
              <dt className="text-sm text-muted">{intl.formatMessage(label)}</dt>
              <dd>
                <bdi dir={label === messages.iban ? 'ltr' : undefined} className="wrap-anywhere">
                  {value || intl.formatMessage(common.nothing)}
                </bdi>
              </dd>
            </div>
          ))}
          {updatedAt && (
            <p className="text-sm text-muted sm:col-span-3">
              {intl.formatMessage(messages.updated, { at: <Moment key="at" value={updatedAt} /> })}
            </p>
          )}
        </dl>
      )}
    </QueryView>
  );
}
