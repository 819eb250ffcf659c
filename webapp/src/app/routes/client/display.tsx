import { useIntl } from 'react-intl';
import { SegmentChoice } from '@/components/layout/choices';
import { ColourChoices, MenuChoices, ReadingChoices } from '@/components/layout/look-choices';
import { Button } from '@/components/ui/button';
import { PageTitle } from '@/components/ui/page-title';
import { useLanguageChange } from '@/components/ui/use-language-change';
import { defineMessages } from '@/i18n/define-messages';
import { activeLocale } from '@/i18n/locale';
import { changeTheme, DEFAULT_THEME, LOCALES } from '@/lib/preferences';
import { useStore } from '@/lib/store';

const messages = defineMessages({
  title: { id: 'client.settings.display', defaultMessage: 'Display' },
  language: { id: 'language.label', defaultMessage: 'Language' },
  reset: { id: 'settings.reset', defaultMessage: 'Reset to defaults' },
});

// Each language is named in that language, so that its readers recognize it.
const NAMES = { ar: 'العربية', en: 'English' } as const;

/** The look and the language, chosen for this person in this browser. */
export function Component() {
  const intl = useIntl();
  const locale = useStore(activeLocale)?.locale ?? 'ar';
  const changeLanguage = useLanguageChange();
  const title = intl.formatMessage(messages.title);
  return (
    <div>
      <PageTitle>{title}</PageTitle>
      <h1 className="mb-6 text-2xl font-bold">{title}</h1>
      <div className="card flex flex-col gap-6 p-6">
        <SegmentChoice
          label={intl.formatMessage(messages.language)}
          options={LOCALES.map((value) => [value, NAMES[value]])}
          value={locale}
          onChange={changeLanguage}
        />
        <ColourChoices />
        <ReadingChoices />
        <MenuChoices own="static" />
        <Button variant="secondary" className="self-start" onPress={() => changeTheme(DEFAULT_THEME)}>
          {intl.formatMessage(messages.reset)}
        </Button>
      </div>
    </div>
  );
}
