import { useCallback } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { common } from '@/i18n/common-messages';
import { isolated } from '@/lib/directions';
import { addToast, SUCCESS_LIFE_MS } from '@/lib/toast';

interface Details {
  /** Texts among them are isolated. */
  values?: Record<string, string | number>;
  /** Replaces the default title. */
  summary?: string;
}

/** Returns a function that confirms an action in a toast. */
export function useSuccessToast() {
  const intl = useIntl();
  return useCallback(
    (message: MessageDescriptor, { values = {}, summary = intl.formatMessage(common.success) }: Details = {}) => {
      const own = (text: string) => isolated(intl.locale, text);
      const shown = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? own(value) : value,
      ]);
      addToast({
        severity: 'success',
        summary: own(summary),
        detail: intl.formatMessage(message, Object.fromEntries(shown) as typeof values),
        life: SUCCESS_LIFE_MS,
      });
    },
    [intl],
  );
}
