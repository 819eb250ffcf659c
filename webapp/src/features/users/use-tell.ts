import { useCallback } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { common } from '@/i18n/common-messages';
import { addToast, SUCCESS_LIFE_MS } from '@/lib/toast';

/** Says that something was done. */
export function useTell() {
  const intl = useIntl();
  return useCallback(
    (message: MessageDescriptor, values?: Record<string, string | number>) =>
      addToast({
        severity: 'success',
        summary: intl.formatMessage(common.success),
        detail: intl.formatMessage(message, values),
        life: SUCCESS_LIFE_MS,
      }),
    [intl],
  );
}
