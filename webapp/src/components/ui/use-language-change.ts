import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { changeLocale } from '@/i18n/locale';
import type { Locale } from '@/lib/preferences';
import { addToast, SUCCESS_LIFE_MS } from '@/lib/toast';

const messages = defineMessages({
  language: { id: 'language.label', defaultMessage: 'Language' },
  updated: { id: 'language.updated', defaultMessage: 'Updated Successfully' },
  failed: {
    id: 'language.failed',
    defaultMessage: 'The language could not be loaded. Check your connection and try again.',
  },
});

/** Changes the page's language and confirms it in the new one (section 4 of the specification). */
export function useLanguageChange(): (locale: Locale) => void {
  const intl = useIntl();
  // The toast is in the new language, so it waits until the page has changed.
  const asked = useRef(false);
  useEffect(() => {
    if (!asked.current) return;
    asked.current = false;
    addToast({
      severity: 'success',
      summary: intl.formatMessage(messages.language),
      detail: intl.formatMessage(messages.updated),
      life: SUCCESS_LIFE_MS,
    });
  }, [intl]);
  return (locale) => {
    asked.current = true;
    changeLocale(locale).catch(() => {
      asked.current = false;
      addToast({ severity: 'error', detail: intl.formatMessage(messages.failed) });
    });
  };
}
