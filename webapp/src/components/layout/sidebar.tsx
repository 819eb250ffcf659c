import { Pin, PinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { IconButton } from '@/components/ui/icon-button';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { changeTheme, theme, type MenuMode, type Scheme } from '@/lib/preferences';
import { useStore } from '@/lib/store';
import { MenuList } from './menu-list';
import type { MenuItem } from './menu-model';
import { MenuRail } from './menu-rail';
import { useHoverOpen } from './use-hover-open';

const messages = defineMessages({
  pin: { id: 'shell.menu.pin', defaultMessage: 'Keep the menu open' },
  unpin: { id: 'shell.menu.unpin', defaultMessage: 'Let the menu close' },
});

export interface SidebarProps {
  mode: Exclude<MenuMode, 'horizontal' | 'overlay'>;
  items: readonly MenuItem[];
  label: string;
  scheme: Scheme;
}

const columnClass = 'sticky top-16 z-30 h-[calc(100dvh-4rem)] shrink-0 self-start';
const faceClass = 'border-e border-line bg-card text-ink';
const railWidth = { slim: 'w-18', 'slim-plus': 'w-26' };

/** The menu beside the page on a desktop. */
export function Sidebar(props: SidebarProps) {
  const { mode, items, label, scheme } = props;
  if (mode === 'reveal' || mode === 'drawer') return <HoverSidebar {...props} />;
  const rail = mode === 'static' ? null : mode;
  return (
    <nav
      aria-label={label}
      data-scheme={scheme}
      className={cx(columnClass, faceClass, 'overflow-y-auto', rail ? cx(railWidth[rail], 'p-2') : 'w-64 p-4')}
    >
      {rail ? <MenuRail items={items} look={rail} scheme={scheme} /> : <MenuList items={items} />}
    </nav>
  );
}

/** Opens over the page while pointed at, or beside it once pinned. */
function HoverSidebar({ mode, items, label, scheme }: SidebarProps) {
  const intl = useIntl();
  const { anchored } = useStore(theme);
  const hover = useHoverOpen();
  const open = anchored || hover.open;
  const closedWidth = mode === 'drawer' ? 'w-18' : 'w-3';
  return (
    <div className={cx(columnClass, 'transition-[width] duration-200', anchored ? 'w-64' : closedWidth)}>
      <nav
        {...hover.handlers}
        aria-label={label}
        data-scheme={scheme}
        data-narrow={open || mode === 'reveal' ? undefined : ''}
        data-open={open || undefined}
        className={cx(
          faceClass,
          'group/menu absolute inset-y-0 flex flex-col gap-1 overflow-x-hidden overflow-y-auto p-3 transition-[width,inset-inline-start] duration-200',
          open && !anchored && 'shadow-pop',
          mode === 'drawer' ? cx('start-0', open ? 'w-64' : 'w-18') : cx('w-64', open ? 'start-0' : '-start-61'),
        )}
      >
        <IconButton
          label={intl.formatMessage(anchored ? messages.unpin : messages.pin)}
          className="self-end group-data-[narrow]/menu:self-center"
          onPress={() => changeTheme({ anchored: !anchored })}
        >
          {anchored ? <PinOff aria-hidden size={18} /> : <Pin aria-hidden size={18} />}
        </IconButton>
        <MenuList items={items} />
      </nav>
    </div>
  );
}

/** Around what a bar shows in its own scheme. */
export function MenuBar({ label, items }: { label: string; items: readonly MenuItem[] }): ReactNode {
  return (
    <nav aria-label={label} className="border-t border-line px-4 py-1">
      <MenuRail items={items} look="bar" />
    </nav>
  );
}
