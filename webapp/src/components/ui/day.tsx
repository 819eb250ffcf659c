import { useIntl } from 'react-intl';
import { theme, type Calendar } from '@/lib/preferences';
import { useStore } from '@/lib/store';

const OTHER: Record<Calendar, Calendar> = { gregory: 'islamic-umalqura', 'islamic-umalqura': 'gregory' };

/** A date in the person's calendar, and where asked in the other one beside it. */
export function Day({ value, both = false }: { value: string; both?: boolean }) {
  const intl = useIntl();
  const { calendar } = useStore(theme);
  const own = intl.formatDate(value, { dateStyle: 'medium' });
  return (
    <time dateTime={value} className="whitespace-nowrap">
      <bdi>{own}</bdi>
      {both && (
        <bdi className="ms-2 text-sm text-muted">
          {new Intl.DateTimeFormat(intl.locale, { dateStyle: 'medium', calendar: OTHER[calendar] }).format(
            new Date(value),
          )}
        </bdi>
      )}
    </time>
  );
}
