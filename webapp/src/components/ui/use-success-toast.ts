import { useCallback } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { common } from '@/i18n/common-messages';
import { addToast, SUCCESS_LIFE_MS } from '@/lib/toast';

interface Details {
  values?: Record<string, string | number>;
  /** Replaces the default title. */
  summary?: string;
}

/** Returns a function that confirms an action in a toast. */
export function useSuccessToast() {
  const intl = useIntl();
  return useCallback(
    (message: MessageDescriptor, { values, summary = intl.formatMessage(common.success) }: Details = {}) => {
      addToast({ severity: 'success', summary, detail: intl.formatMessage(message, values), life: SUCCESS_LIFE_MS });
    },
    [intl],
  );
}
