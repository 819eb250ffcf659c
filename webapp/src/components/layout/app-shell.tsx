import { Menu as MenuIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Drawer } from '@/components/ui/drawer';
import { IconButton } from '@/components/ui/icon-button';
import { LanguageSwitch } from '@/components/ui/language-switch';
import { Logo } from '@/components/ui/logo';
import { ThemeSwitch } from '@/components/ui/theme-switch';
import { defineMessages } from '@/i18n/define-messages';
import { MenuList } from './menu-list';
import type { MenuItem } from './menu-model';
import { SkipLink } from './skip-link';

const messages = defineMessages({
  menu: { id: 'shell.menu', defaultMessage: 'Menu' },
  open: { id: 'shell.menu.open', defaultMessage: 'Open the menu' },
  close: { id: 'shell.menu.close', defaultMessage: 'Close the menu' },
});

/** Where the menu stands on a desktop; at 991 px and below every mode is a drawer behind a mask. */
export type MenuMode = 'static' | 'horizontal';

export interface AppShellProps {
  name: string;
  home: string;
  menu: readonly MenuItem[];
  mode: MenuMode;
  /** The end of the top bar: menus of the signed-in person. */
  actions: ReactNode;
  /** Stands between the bars and the page (breadcrumbs). */
  below?: ReactNode;
  children: ReactNode;
}

/** The frame of the signed-in areas: top bar, menu, page. */
export function AppShell({ name, home, menu, mode, actions, below, children }: AppShellProps) {
  const intl = useIntl();
  const [drawer, setDrawer] = useState(false);
  const [folded, setFolded] = useState(false);
  const menuLabel = intl.formatMessage(messages.menu);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="sticky top-0 z-40 border-b border-line bg-card">
        <div className="flex min-h-16 items-center gap-3 px-4">
          <IconButton className="desk:hidden" label={intl.formatMessage(messages.open)} onPress={() => setDrawer(true)}>
            <MenuIcon aria-hidden size={22} />
          </IconButton>
          {mode === 'static' && (
            <div className="hidden desk:block">
              <IconButton
                label={intl.formatMessage(folded ? messages.open : messages.close)}
                onPress={() => setFolded(!folded)}
              >
                <MenuIcon aria-hidden size={22} />
              </IconButton>
            </div>
          )}
          <div className="min-w-0 flex-1">
            <Logo to={home} name={name} />
          </div>
          <div className="flex shrink-0 items-center">
            <LanguageSwitch />
            <ThemeSwitch />
            {actions}
          </div>
        </div>
        {mode === 'horizontal' && (
          <nav aria-label={menuLabel} className="hidden border-t border-line px-4 py-1 desk:block">
            <MenuList items={menu} horizontal />
          </nav>
        )}
      </header>
      <Drawer titleHidden title={menuLabel} isOpen={drawer} onOpenChange={setDrawer}>
        <nav aria-label={menuLabel}>
          <MenuList items={menu} onChosen={() => setDrawer(false)} />
        </nav>
      </Drawer>
      <div className="flex flex-1">
        {mode === 'static' && !folded && (
          <nav aria-label={menuLabel} className="hidden w-60 shrink-0 border-e border-line bg-card p-4 desk:block">
            <MenuList items={menu} />
          </nav>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          {below}
          <main id="main" tabIndex={-1} className="flex-1 outline-none">
            {children}
          </main>
        </div>
      </div>
    </div>
  );
}
