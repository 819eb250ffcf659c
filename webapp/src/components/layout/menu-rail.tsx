import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useLocation } from 'react-router';
import { Tooltip } from '@/components/ui/tooltip';
import { cx } from '@/lib/cx';
import type { Scheme } from '@/lib/preferences';
import { activeClass, idleClass, MenuEntry } from './menu-entry';
import { MenuList } from './menu-list';
import { leadsTo, visibleItems, type MenuItem } from './menu-model';

export type RailLook = 'slim' | 'slim-plus' | 'bar';

const SHAPES: Record<RailLook, string> = {
  slim: 'grid size-12 place-items-center rounded-base transition duration-200',
  'slim-plus':
    'flex w-full min-h-14 flex-col items-center justify-center gap-1 rounded-base px-1 py-2 text-center text-xs font-semibold transition duration-200',
  bar: 'flex min-h-11 items-center gap-2.5 rounded-base px-3 py-2 text-sm font-semibold transition duration-200',
};

/** The entries of a menu as icons, as icons with small labels, or as a bar; children fly out or drop down. */
export function MenuRail({ items, look, scheme }: { items: readonly MenuItem[]; look: RailLook; scheme?: Scheme }) {
  return (
    <ul className={cx('flex gap-1', look === 'bar' ? 'flex-row flex-wrap' : 'w-full flex-col items-center')}>
      {visibleItems(items).map((item) => (
        <li key={item.label} className={cx(look === 'slim-plus' && 'w-full')}>
          {item.items ? <Flyout item={item} look={look} scheme={scheme} /> : <Single item={item} look={look} />}
        </li>
      ))}
    </ul>
  );
}

function Single({ item, look }: { item: MenuItem; look: RailLook }) {
  const entry = <MenuEntry item={item} shape={SHAPES[look]} face={<Face item={item} look={look} />} />;
  if (look !== 'slim' || item.disabled) return entry;
  return (
    <Tooltip text={item.label} placement="end">
      {entry}
    </Tooltip>
  );
}

function Face({ item, look }: { item: MenuItem; look: RailLook }) {
  return (
    <>
      {item.icon}
      <span className={cx(look === 'slim' && 'sr-only')}>{item.label}</span>
    </>
  );
}

function Flyout({ item, look, scheme }: { item: MenuItem; look: RailLook; scheme?: Scheme }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const trigger = (
    <Button
      isDisabled={item.disabled}
      className={cx(
        SHAPES[look],
        'disabled:opacity-60',
        leadsTo(item, pathname) ? activeClass : idleClass,
        item.className,
      )}
    >
      <Face item={item} look={look} />
      {look === 'bar' && <ChevronDown aria-hidden size={16} />}
    </Button>
  );
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      {look === 'slim' ? (
        <Tooltip aria text={item.label} placement="end">
          {trigger}
        </Tooltip>
      ) : (
        trigger
      )}
      <Popover
        data-scheme={scheme}
        placement={look === 'bar' ? 'bottom start' : 'end top'}
        className="fade-in card min-w-56 overflow-y-auto p-1.5 shadow-pop"
      >
        <Dialog aria-label={item.label} className="outline-none">
          {item.items && <MenuList items={item.items} onChosen={() => setOpen(false)} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
