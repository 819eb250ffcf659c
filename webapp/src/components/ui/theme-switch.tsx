import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { applyTheme, readTheme } from '@/lib/preferences';

const messages = defineMessages({
  dark: { id: 'theme.dark', defaultMessage: 'Dark mode' },
  light: { id: 'theme.light', defaultMessage: 'Light mode' },
});

export function ThemeSwitch({ onChange }: { onChange?: (scheme: 'light' | 'dark') => void }) {
  const intl = useIntl();
  const [scheme, setScheme] = useState(() => readTheme().scheme);
  const toggle = () => {
    const next = scheme === 'dark' ? 'light' : 'dark';
    applyTheme({ ...readTheme(), scheme: next });
    setScheme(next);
    onChange?.(next);
  };
  const Icon = scheme === 'dark' ? Sun : Moon;
  return (
    <button
      type="button"
      onClick={toggle}
      aria-label={intl.formatMessage(scheme === 'dark' ? messages.light : messages.dark)}
      className="grid size-10 place-items-center rounded-base text-muted transition duration-200 hover:bg-sunken hover:text-ink"
    >
      <Icon aria-hidden size={18} />
    </button>
  );
}
