import { Moon, Sun } from 'lucide-react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { changeTheme, theme } from '@/lib/preferences';
import { useStoreField } from '@/lib/store';

const messages = defineMessages({
  dark: { id: 'theme.dark', defaultMessage: 'Dark mode' },
  light: { id: 'theme.light', defaultMessage: 'Light mode' },
});

export function ThemeSwitch() {
  const intl = useIntl();
  const scheme = useStoreField(theme, 'scheme');
  const toggle = () => changeTheme({ scheme: scheme === 'dark' ? 'light' : 'dark' });
  const look =
    'grid size-tap place-items-center rounded-base text-muted transition duration-200 hover:bg-sunken hover:text-ink';
  // The server does not know the scheme, so its page contains both icons and CSS shows one.
  if (import.meta.env.SSR) {
    return (
      <button type="button" className={look}>
        <span className="dark:hidden">
          <Moon aria-hidden size={18} />
          <span className="sr-only">{intl.formatMessage(messages.dark)}</span>
        </span>
        <span className="hidden dark:inline">
          <Sun aria-hidden size={18} />
          <span className="sr-only">{intl.formatMessage(messages.light)}</span>
        </span>
      </button>
    );
  }
  const Icon = scheme === 'dark' ? Sun : Moon;
  return (
    <button
      type="button"
      onClick={toggle}
      aria-label={intl.formatMessage(scheme === 'dark' ? messages.light : messages.dark)}
      className={look}
    >
      <Icon aria-hidden size={18} />
    </button>
  );
}
