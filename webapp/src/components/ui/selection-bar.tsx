import { memo, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { Button } from './button';

const messages = defineMessages({
  chosen: {
    id: 'table.chosen',
    defaultMessage: '{count, plural, one {# selected} other {# selected}}',
  },
  none: { id: 'table.chosen.none', defaultMessage: 'Clear selection' },
});

/** The actions for the selected rows of a table; hidden without a selection. */
export function SelectionBar({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children: ReactNode;
}) {
  const intl = useIntl();
  if (count === 0) return null;
  return (
    <div
      role="group"
      aria-label={intl.formatMessage(messages.chosen, { count })}
      className="fade-in card sticky bottom-4 z-20 flex flex-wrap items-center gap-2 px-4 py-2.5 shadow-pop"
    >
      <span aria-live="polite" className="me-auto text-sm font-semibold">
        {intl.formatMessage(messages.chosen, { count })}
      </span>
      {children}
      <Clear onPress={onClear} />
    </div>
  );
}

const Clear = memo(function Clear({ onPress }: { onPress: () => void }) {
  const intl = useIntl();
  return (
    <Button variant="quiet" size="small" onPress={onPress}>
      {intl.formatMessage(messages.none)}
    </Button>
  );
});
