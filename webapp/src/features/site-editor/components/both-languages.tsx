import { useId } from 'react';
import { useIntl } from 'react-intl';
import { TextField } from '@/components/ui/text-field';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  ar: { id: 'site.editor.in.ar', defaultMessage: '{label} in Arabic' },
  en: { id: 'site.editor.in.en', defaultMessage: '{label} in English' },
});

interface BothLanguagesProps {
  label: string;
  value: (language: 'ar' | 'en') => string;
  error: (language: 'ar' | 'en') => string | undefined;
  onChange: (language: 'ar' | 'en', value: string) => void;
  rows?: number;
  isRequired?: boolean;
}

/** One text in both languages, side by side; each is typed in its own direction. */
export function BothLanguages({ label, value, error, onChange, rows, isRequired }: BothLanguagesProps) {
  const intl = useIntl();
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className="flex flex-col gap-2">
      <span id={id} className="sr-only">
        {label}
      </span>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['ar', 'en'] as const).map((language) => (
          <TextField
            key={language}
            label={intl.formatMessage(messages[language], { label })}
            value={value(language)}
            error={error(language)}
            onChange={(text) => onChange(language, text)}
            rows={rows}
            lang={language}
            isRequired={isRequired}
          />
        ))}
      </div>
    </div>
  );
}
