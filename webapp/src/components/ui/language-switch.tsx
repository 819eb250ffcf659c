import { Languages } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { activeLocale, changeLocale } from '@/i18n/locale';
import { useStore } from '@/lib/store';
import { addToast, SUCCESS_LIFE_MS } from '@/lib/toast';

const messages = defineMessages({
  language: { id: 'language.label', defaultMessage: 'Language' },
  updated: { id: 'language.updated', defaultMessage: 'Updated Successfully' },
});

// Each language is named in itself, so that whoever needs it can read it.
const OTHER = { ar: { locale: 'en', name: 'English' }, en: { locale: 'ar', name: 'العربية' } } as const;

/** Switches between the two languages and says so in the new one. */
export function LanguageSwitch() {
  const intl = useIntl();
  const current = useStore(activeLocale)?.locale ?? 'ar';
  const other = OTHER[current];
  // The toast speaks the new language, so it waits until the page does.
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
  const change = () => {
    asked.current = true;
    void changeLocale(other.locale);
  };
  return (
    <button
      type="button"
      lang={other.locale}
      onClick={change}
      className="inline-flex min-h-10 shrink-0 items-center whitespace-nowrap gap-2 rounded-base px-3 text-sm font-semibold text-muted transition duration-200 hover:bg-sunken hover:text-ink"
    >
      <Languages aria-hidden size={18} />
      <span className="sr-only" lang={current}>
        {intl.formatMessage(messages.language)}
      </span>
      <span className="max-sm:sr-only">{other.name}</span>
    </button>
  );
}
