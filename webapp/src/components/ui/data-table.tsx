import {
  startTransition,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
} from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { DataRow, focusClass, HeadCell, type TableColumn, type TableSort } from './data-table-cells';
import { EmptyState } from './empty-state';
import { CONTROLS, useGridKeys } from './grid-keys';

const messages = defineMessages({
  choose: { id: 'table.choose', defaultMessage: 'Select' },
  chooseAll: { id: 'table.chooseAll', defaultMessage: 'Select all on this page' },
});

export type { TableColumn, TableSort };

export interface DataTableProps<Item> {
  label: string;
  /** Must be stable between renders, so that unchanged rows are not rendered again. */
  columns: readonly TableColumn<Item>[];
  rows: readonly Item[];
  rowId: (item: Item) => string;
  sort?: TableSort;
  onSort?: (sort: TableSort) => void;
  /** Ids of the selected rows; with `onSelect` rows can be selected. */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Ids of hidden columns. */
  hidden?: ReadonlySet<string>;
  /** Said instead of "No data found." if there are no rows. */
  empty?: string;
  /** Keeps the old rows while new ones load. */
  stale?: boolean;
  /** Its columns fit the window, and it does not scroll sideways. */
  fits?: boolean;
  /** The table's frame, for `useListTop`. */
  ref?: Ref<HTMLDivElement>;
}

/** Higher than a screen. */
const FIRST_ROWS = 20;
const NOBODY: ReadonlySet<string> = new Set();

/**
 * A table with sorting, selection and a choice of columns; it scrolls sideways and can be navigated by arrow keys.
 * Event handlers are on the table, so a row is only its cells, rendered again when its item changes.
 */
export function DataTable<Item extends object>(props: DataTableProps<Item>) {
  const {
    label,
    columns,
    rows,
    rowId,
    sort,
    onSort,
    selected = NOBODY,
    onSelect,
    hidden,
    empty,
    stale = false,
    fits = false,
    ref,
  } = props;
  const intl = useIntl();
  const id = useId();
  const { end, onFocus, onKeyDown: onGridKeyDown } = useGridKeys();
  /** The row from which Shift extends the selection. */
  const anchor = useRef<string | null>(null);
  const shown = useMemo(() => columns.filter((column) => !hidden?.has(column.id)), [columns, hidden]);
  const ids = rows.map(rowId);
  // The rows below the screen are drawn after the first paint, which on a phone they would delay.
  const [whole, setWhole] = useState(rows.length <= FIRST_ROWS);
  useEffect(() => startTransition(() => setWhole(true)), []);
  const drawn = whole ? rows : rows.slice(0, FIRST_ROWS);
  const chooseLabel = onSelect && intl.formatMessage(messages.choose);
  const chosenHere = ids.filter((row) => selected.has(row)).length;
  const all = chosenHere === ids.length && ids.length > 0;

  /** Selects or deselects rows of this page; rows selected on other pages stay selected. */
  const choose = (which: readonly string[], on: boolean) => {
    const others = [...selected].filter((row) => !which.includes(row));
    onSelect?.(new Set(on ? [...others, ...which] : others));
  };
  const toggle = (row: number, onwards: boolean) => {
    const here = ids[row];
    if (here === undefined) return;
    const from = onwards && anchor.current !== null ? ids.indexOf(anchor.current) : -1;
    choose(from < 0 ? [here] : ids.slice(Math.min(from, row), Math.max(from, row) + 1), !selected.has(here));
    anchor.current = here;
  };
  const sortBy = (column: string | undefined) =>
    column &&
    onSort?.({
      column,
      direction: sort?.column === column && sort.direction === 'ascending' ? 'descending' : 'ascending',
    });

  const onClick = ({ target, currentTarget, shiftKey }: MouseEvent<HTMLTableElement>) => {
    const clicked = target as HTMLElement;
    const row = clicked.closest('tr');
    if (!row || !currentTarget.contains(row)) return;
    if (row.parentElement === currentTarget.tHead) {
      if (clicked.closest('th')?.querySelector('input')) choose(ids, !all);
      else sortBy(clicked.closest('th')?.dataset.column);
      return;
    }
    const control = clicked.closest(CONTROLS);
    const byControl = control !== null && row.contains(control);
    // Marking text in a row does not select the row.
    if (!onSelect || (byControl ? !clicked.matches('[data-chooses]') : getSelection()?.isCollapsed === false)) return;
    toggle(row.sectionRowIndex, shiftKey);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const on = event.target as HTMLElement;
    if (onSelect && !event.defaultPrevented && event.currentTarget.contains(on)) {
      if (event.key === ' ' && on.matches('tbody td, tbody th')) {
        event.preventDefault();
        toggle(on.closest('tr')?.sectionRowIndex ?? -1, event.shiftKey);
      } else if (event.code === 'KeyA' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        choose(ids, true);
      }
    }
    onGridKeyDown(event);
  };
  return (
    <div
      ref={ref}
      className={cx(
        // Of its opacity only: a change of the look would move a colour that every cell inherits, frame by frame.
        'card overflow-x-auto transition-opacity duration-200',
        rows.length === 0 && '@container',
        // So that a cell with the focus is not left below the column that stays.
        shown.some(({ sticks }) => sticks) && 'scroll-pe-28',
        stale && 'opacity-60',
      )}
      aria-busy={stale}
    >
      <table
        // An interactive table is a grid.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={label}
        aria-multiselectable={onSelect && true}
        tabIndex={0}
        className={cx('w-full border-collapse', focusClass, rows.length > 0 && !fits && 'min-w-2xl')}
        onClick={onClick}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onMouseDown={(event) => {
          // Otherwise Shift+click would mark text.
          if (onSelect && event.shiftKey && event.currentTarget.contains(event.target as Node)) event.preventDefault();
        }}
      >
        <thead className="card-head border-b border-line bg-sunken">
          <tr className="bg-inherit">
            {onSelect && (
              <th scope="col" className="w-12 ps-4 text-start touch:pe-2">
                <input
                  type="checkbox"
                  className="tick"
                  aria-label={intl.formatMessage(messages.chooseAll)}
                  checked={all}
                  readOnly
                  ref={(box) => {
                    if (box) box.indeterminate = chosenHere > 0 && !all;
                  }}
                />
              </th>
            )}
            {shown.map((column) => (
              <HeadCell key={column.id} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {drawn.map((item, index) => {
            const row = ids[index] ?? '';
            return (
              <DataRow
                key={row}
                nameId={`${id}-${row}`}
                item={item}
                columns={shown}
                choose={chooseLabel}
                chosen={selected.has(row)}
              />
            );
          })}
          {rows.length === 0 && (
            <tr>
              <td colSpan={shown.length + (onSelect ? 1 : 0)}>
                {/* In the middle of what is seen of a wide table. */}
                <div className="sticky start-0 w-[100cqw]">
                  <EmptyState text={empty} />
                </div>
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <span ref={end} tabIndex={-1} />
    </div>
  );
}
