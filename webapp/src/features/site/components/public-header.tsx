import { Menu, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { NavLink } from 'react-router';
import { buttonClass } from '@/components/ui/button-styles';
import { LanguageSwitch } from '@/components/ui/language-switch';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { SiteLogo } from './site-logo';

const messages = defineMessages({
  main: { id: 'public.nav', defaultMessage: 'Main' },
  home: { id: 'public.nav.home', defaultMessage: 'Home' },
  about: { id: 'public.nav.about', defaultMessage: 'About us' },
  gallery: { id: 'public.nav.gallery', defaultMessage: 'Photos' },
  courses: { id: 'public.nav.courses', defaultMessage: 'Our courses' },
  contact: { id: 'public.nav.contact', defaultMessage: 'Contact us' },
  login: { id: 'public.nav.login', defaultMessage: 'Sign in' },
  open: { id: 'public.nav.open', defaultMessage: 'Open the menu' },
  close: { id: 'public.nav.close', defaultMessage: 'Close the menu' },
});

const TABS: [string, MessageDescriptor][] = [
  ['/', messages.home],
  ['/about', messages.about],
  ['/gallery', messages.gallery],
  ['/courses', messages.courses],
  ['/contact', messages.contact],
];

export function PublicHeader() {
  const intl = useIntl();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const Icon = open ? X : Menu;
  const closeByKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- for the keys of what is in it
    <header onKeyDown={closeByKey} className="sticky top-0 z-40 border-b border-line bg-card">
      <div className="page flex min-h-16 flex-wrap items-center gap-x-2 desk:gap-x-4">
        <div className="flex min-h-16 min-w-0 flex-1 basis-0 items-center desk:flex-none">
          <SiteLogo />
        </div>
        <div className="flex shrink-0 items-center desk:order-last">
          <LanguageSwitch />
          <ThemeSwitch />
          <button
            ref={button}
            type="button"
            className="grid size-tap place-items-center rounded-base text-ink desk:hidden"
            aria-expanded={open}
            aria-controls="public-nav"
            aria-label={intl.formatMessage(open ? messages.close : messages.open)}
            onClick={() => setOpen(!open)}
          >
            <Icon aria-hidden size={22} />
          </button>
        </div>
        <nav
          id="public-nav"
          aria-label={intl.formatMessage(messages.main)}
          className={cx('w-full pb-4 desk:ms-auto desk:block desk:w-auto desk:pb-0', !open && 'hidden')}
        >
          <ul className="flex flex-col gap-1 desk:flex-row desk:items-center">
            {TABS.map(([to, message]) => (
              <li key={to}>
                <NavLink
                  to={to}
                  end
                  onClick={() => setOpen(false)}
                  className={({ isActive }) =>
                    cx(
                      'flex min-h-tap items-center rounded-base px-3 text-sm font-semibold transition duration-200',
                      isActive ? 'bg-accent-soft text-accent-ink' : 'text-muted hover:bg-sunken hover:text-ink',
                    )
                  }
                >
                  {intl.formatMessage(message)}
                </NavLink>
              </li>
            ))}
            <li className="pt-2 desk:ps-2 desk:pt-0">
              <NavLink to="/client" className={buttonClass('secondary', 'normal', 'w-full desk:w-auto')}>
                {intl.formatMessage(messages.login)}
              </NavLink>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}
