import { Check, Columns3 } from 'lucide-react';
import { memo, useCallback, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { storageGet, storageSet } from '@/lib/preferences';
import { buttonClass } from './button-styles';
import { menuItemClass } from './menu-model';

const messages = defineMessages({ columns: { id: 'table.columns', defaultMessage: 'Columns' } });

interface Named {
  id: string;
  header: string;
  isRowHeader?: boolean;
}

/** The hidden columns of a table, stored in this browser under `columns:NAME`. */
export function useHiddenColumns(name: string, initially: readonly string[] = []) {
  const key = `columns:${name}`;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => {
    const kept = storageGet(key);
    return new Set(kept === null ? initially : kept.split(' ').filter(Boolean));
  });
  const keep = useCallback(
    (next: ReadonlySet<string>) => {
      storageSet(key, [...next].join(' '));
      setHidden(next);
    },
    [key],
  );
  return [hidden, keep] as const;
}

/** Chooses the columns of a table; the one that names the rows is always shown. */
export const ColumnChoice = memo(function ColumnChoice({
  columns,
  hidden,
  onChange,
}: {
  columns: readonly Named[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}) {
  const intl = useIntl();
  const label = intl.formatMessage(messages.columns);
  const choosable = columns.filter(({ isRowHeader }) => !isRowHeader);
  return (
    <MenuTrigger>
      <Button className={buttonClass('secondary', 'normal')}>
        <Columns3 aria-hidden size={18} />
        {label}
      </Button>
      <Popover placement="bottom end" className="fade-in card min-w-52 overflow-y-auto p-1.5 shadow-pop">
        <Menu
          aria-label={label}
          className="outline-none"
          selectionMode="multiple"
          selectedKeys={choosable.filter(({ id }) => !hidden.has(id)).map(({ id }) => id)}
          onSelectionChange={(chosen) =>
            onChange(new Set(choosable.filter(({ id }) => chosen !== 'all' && !chosen.has(id)).map(({ id }) => id)))
          }
        >
          {choosable.map(({ id, header }) => (
            <MenuItem key={id} id={id} textValue={header} className={`group ${menuItemClass}`}>
              <Check aria-hidden size={16} className="invisible group-data-[selected]:visible" />
              {header}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
});
