import { Moon, Sun } from 'lucide-react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { changeTheme, theme } from '@/lib/preferences';
import { useStore } from '@/lib/store';

const messages = defineMessages({
  dark: { id: 'theme.dark', defaultMessage: 'Dark mode' },
  light: { id: 'theme.light', defaultMessage: 'Light mode' },
});

export function ThemeSwitch() {
  const intl = useIntl();
  const { scheme } = useStore(theme);
  const toggle = () => changeTheme({ scheme: scheme === 'dark' ? 'light' : 'dark' });
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
