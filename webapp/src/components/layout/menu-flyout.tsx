import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { useLocation } from 'react-router';
import { Tooltip } from '@/components/ui/tooltip';
import { cx } from '@/lib/cx';
import type { Scheme } from '@/lib/preferences';
import { activeClass, idleClass } from './menu-entry';
import { MenuList } from './menu-list';
import { leadsTo, type MenuItem } from './menu-model';
import { RailFace, RAIL_SHAPES, type RailLook } from './rail-face';

/** An entry with children, which fly out or drop down. */
export function MenuFlyout({ item, look, scheme }: { item: MenuItem; look: RailLook; scheme?: Scheme }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const trigger = (
    <Button
      isDisabled={item.disabled}
      className={cx(
        RAIL_SHAPES[look],
        'disabled:opacity-60',
        leadsTo(item, pathname) ? activeClass : idleClass,
        item.className,
      )}
    >
      <RailFace item={item} look={look} />
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
