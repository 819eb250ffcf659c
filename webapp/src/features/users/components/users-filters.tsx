import { memo } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { FilterChip } from '@/components/ui/filter-chip';
import { defineMessages } from '@/i18n/define-messages';
import { EXPIRING_DAYS } from '../api/fetch-users';
import { FLAGS, type Flag, type UsersChange, type UsersQuery } from '../users-query';

const messages = defineMessages({
  label: { id: 'users.filters', defaultMessage: 'Filters' },
  online: { id: 'users.filter.online', defaultMessage: 'Online' },
  active: { id: 'users.filter.active', defaultMessage: 'Active' },
  inactive: { id: 'users.filter.inactive', defaultMessage: 'Deactivated' },
  activated: { id: 'users.filter.activated', defaultMessage: 'E-mail confirmed' },
  unactivated: { id: 'users.filter.unactivated', defaultMessage: 'E-mail not confirmed' },
  expiring: {
    id: 'users.filter.expiring',
    defaultMessage: '{days, plural, one {Expiring within # day} other {Expiring within # days}}',
  },
  clear: { id: 'users.filter.clear', defaultMessage: 'Clear the filters' },
});

const CHIPS = [
  ['online', true, messages.online],
  ['active', true, messages.active],
  ['active', false, messages.inactive],
  ['activated', true, messages.activated],
  ['activated', false, messages.unactivated],
  ['expiring', true, messages.expiring],
] as const;

const NONE: Partial<Record<Flag, undefined>> = Object.fromEntries(FLAGS.map((flag) => [flag, undefined]));

/** Narrows the list by what learners are; of two opposites the later choice holds. */
export const UsersFilters = memo(function UsersFilters({
  query,
  onChange,
}: {
  query: UsersQuery;
  onChange: (flags: UsersChange) => void;
}) {
  const intl = useIntl();
  return (
    <div role="group" aria-label={intl.formatMessage(messages.label)} className="flex flex-wrap items-center gap-2">
      {CHIPS.map(([flag, value, message]) => (
        <FilterChip
          key={message.id}
          label={intl.formatMessage(message, { days: EXPIRING_DAYS })}
          isSelected={query[flag] === value}
          onChange={(chosen) => onChange({ [flag]: chosen ? value : undefined })}
        />
      ))}
      {FLAGS.some((flag) => query[flag] !== undefined) && (
        <Button variant="quiet" size="small" onPress={() => onChange(NONE)}>
          {intl.formatMessage(messages.clear)}
        </Button>
      )}
    </div>
  );
});
