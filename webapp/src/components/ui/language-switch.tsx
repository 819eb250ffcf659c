import { Languages } from 'lucide-react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { activeLocale } from '@/i18n/locale';
import { useStore } from '@/lib/store';
import { useLanguageChange } from './use-language-change';

const messages = defineMessages({ language: { id: 'language.label', defaultMessage: 'Language' } });

// Each language is named in that language, so that its readers recognize it.
const OTHER = { ar: { locale: 'en', name: 'English' }, en: { locale: 'ar', name: 'العربية' } } as const;

/** Switches between the two languages and says so in the new one. */
export function LanguageSwitch() {
  const intl = useIntl();
  const current = useStore(activeLocale)?.locale ?? 'ar';
  const other = OTHER[current];
  const change = useLanguageChange();
  return (
    <button
      type="button"
      lang={other.locale}
      onClick={() => change(other.locale)}
      className="inline-flex min-h-tap min-w-tap shrink-0 items-center justify-center whitespace-nowrap gap-2 rounded-base px-3 text-sm font-semibold text-muted transition duration-200 hover:bg-sunken hover:text-ink"
    >
      <Languages aria-hidden size={18} />
      <span className="sr-only" lang={current}>
        {intl.formatMessage(messages.language)}
      </span>
      <span className="max-sm:sr-only">{other.name}</span>
    </button>
  );
}
