import { Menu as MenuIcon } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { IconButton } from '@/components/ui/icon-button';
import { LanguageSwitch } from '@/components/ui/language-switch';
import { lateOverlay, useWhenIdle } from '@/components/ui/late';
import { Logo } from '@/components/ui/logo';
import { OfflineSaid } from '@/components/ui/offline-said';
import { PopoverPanel } from '@/components/ui/popover-panel';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { defineMessages } from '@/i18n/define-messages';
import { inertAfterPaint } from '@/lib/late-inert';
import { followPerson, theme, type MenuMode } from '@/lib/preferences';
import { useStore } from '@/lib/store';
import { MenuList } from './menu-list';
import type { MenuItem } from './menu-model';
import { OfflineNotice } from './offline-notice';
import { MenuBar, Sidebar } from './sidebar';
import { SkipLink } from './skip-link';
import { useDesktop } from './use-desktop';
import { useHandedFocus } from './use-handed-focus';

const loadDrawer = async () => (await import('@/components/ui/drawer')).Drawer;
const Drawer = lateOverlay(loadDrawer);

const messages = defineMessages({
  menu: { id: 'shell.menu', defaultMessage: 'Menu' },
  open: { id: 'shell.menu.open', defaultMessage: 'Open the menu' },
  close: { id: 'shell.menu.close', defaultMessage: 'Close the menu' },
});

export interface AppShellProps {
  name: string;
  home: string;
  menu: readonly MenuItem[];
  /** The menu's mode on a desktop unless the person has chosen another. */
  mode: MenuMode;
  /** The owner of the look: `manager:ID` or `learner:ID`. */
  person?: string;
  /** The end of the top bar: menus of the signed-in person. */
  actions: ReactNode;
  /** Placed between the bars and the page (breadcrumbs). */
  below?: ReactNode;
  children: ReactNode;
}

/** The frame of the signed-in areas: top bar, menu, page. At 991 px and below every mode is a drawer behind a mask. */
export function AppShell({ name, home, menu, mode: own, person, actions, below, children }: AppShellProps) {
  const intl = useIntl();
  const desktop = useDesktop();
  useLayoutEffect(() => {
    if (!person) return;
    followPerson(person);
    // A look chosen on the public pages belongs to no person.
    return () => followPerson(null);
  }, [person]);
  useWhenIdle(loadDrawer);
  const frame = useRef<HTMLDivElement>(null);
  useHandedFocus(frame);
  useLayoutEffect(() => (frame.current ? inertAfterPaint(frame.current) : undefined), []);
  const look = useStore(theme);
  const mode = look.menuMode ?? own;
  const scheme = mode === 'horizontal' ? look.scheme : (look.menuTheme ?? look.scheme);
  const { pathname } = useLocation();
  const [folded, setFolded] = useState(false);
  // The drawer is open for one screen and width: close it when either changes.
  const [opened, setOpened] = useState<string | null>(null);
  const over = `${desktop ? 'overlay' : 'drawer'} ${pathname}`;
  const lies = !desktop || mode === 'overlay';
  const close = () => setOpened(null);

  const menuLabel = intl.formatMessage(messages.menu);
  // Above 991 px the button acts on the menu beside the page, or on the one that floats over it, else on the drawer.
  const shown = lies ? opened === over : !folded;
  const toggle = () => (lies ? setOpened(shown ? null : over) : setFolded(!folded));
  return (
    <div ref={frame} className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-40 border-b border-line bg-card">
        <div className="flex h-16 items-center gap-3 px-4">
          {(!desktop || mode === 'static' || mode === 'overlay') && (
            <IconButton
              label={intl.formatMessage(shown ? messages.close : messages.open)}
              aria-expanded={shown}
              onPress={toggle}
            >
              <MenuIcon aria-hidden size={22} />
            </IconButton>
          )}
          <div className="min-w-0 flex-1">
            <Logo to={home} name={name} />
          </div>
          <div className="flex shrink-0 items-center">
            <Switches className="max-sm:hidden" />
            {actions}
          </div>
        </div>
        {desktop && mode === 'horizontal' && <MenuBar label={menuLabel} items={menu} />}
      </header>
      <Drawer titleHidden scheme={scheme} title={menuLabel} isOpen={!desktop && shown} onOpenChange={close}>
        <nav aria-label={menuLabel}>
          <MenuList items={menu} onChosen={close} />
        </nav>
        <Switches className="mt-auto border-t border-line pt-3 sm:hidden" />
      </Drawer>
      {desktop && mode === 'overlay' && shown && (
        <PopoverPanel
          dismissable
          label={menuLabel}
          scheme={scheme}
          onClose={close}
          className="slide-in-start fixed start-0 top-16 bottom-0 z-30 w-64 overflow-y-auto border-e border-line bg-card p-4 text-ink shadow-pop outline-none"
        >
          <nav aria-label={menuLabel}>
            <MenuList items={menu} onChosen={close} />
          </nav>
        </PopoverPanel>
      )}
      <div className="flex flex-1">
        {desktop && mode !== 'horizontal' && mode !== 'overlay' && (mode !== 'static' || shown) && (
          <Sidebar mode={mode} items={menu} label={menuLabel} scheme={scheme} />
        )}
        <div className="shell flex min-w-0 flex-1 flex-col">
          {below}
          <OfflineNotice />
          <main id="main" tabIndex={-1} className="flex-1 outline-none">
            <OfflineSaid value>{children}</OfflineSaid>
          </main>
        </div>
      </div>
    </div>
  );
}

function Switches({ className }: { className: string }) {
  return (
    <div className={`flex items-center ${className}`}>
      <LanguageSwitch />
      <ThemeSwitch />
    </div>
  );
}
