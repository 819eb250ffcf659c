import { ArrowDown, ArrowUp, Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox } from 'react-aria-components/Checkbox';
import { Cell, Column, Row, Table, TableBody, TableHeader, type Selection } from 'react-aria-components/Table';
import { cx } from '@/lib/cx';
import { EmptyState } from './empty-state';

export interface TableColumn<Item> {
  id: string;
  header: string;
  cell: (item: Item) => ReactNode;
  /** Names the row; one column at least. */
  isRowHeader?: boolean;
  sortable?: boolean;
  /** Numbers stand at the end. */
  end?: boolean;
}

export interface TableSort {
  column: string;
  direction: 'ascending' | 'descending';
}

export interface DataTableProps<Item> {
  label: string;
  columns: readonly TableColumn<Item>[];
  rows: readonly Item[];
  rowId: (item: Item) => string;
  sort?: TableSort;
  onSort?: (sort: TableSort) => void;
  /** Ids of the chosen rows; with `onSelect` the rows can be chosen. */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** Ids of columns that are not shown. */
  hidden?: ReadonlySet<string>;
  /** Shown without rows, below "No data found.". */
  empty?: ReactNode;
  /** Keeps the rows of before while others are on their way. */
  stale?: boolean;
}

const headClass = 'px-4 py-3 text-sm font-semibold whitespace-nowrap text-muted outline-none';

/** Rows with sorting, choosing and a choice of columns; it scrolls sideways by itself and goes by arrow keys. */
export function DataTable<Item extends object>(props: DataTableProps<Item>) {
  const { label, columns, rows, rowId, sort, onSort, selected, onSelect, hidden, empty, stale = false } = props;
  const shown = columns.filter(({ id }) => !hidden?.has(id));
  const select = (chosen: Selection) =>
    // Rows of other pages that were chosen before stay so.
    onSelect?.(
      chosen === 'all' ? new Set([...(selected ?? []), ...rows.map(rowId)]) : new Set([...chosen].map(String)),
    );
  return (
    <div className={cx('card overflow-x-auto transition duration-200', stale && 'opacity-60')} aria-busy={stale}>
      <Table
        aria-label={label}
        className={cx('w-full border-collapse', rows.length > 0 && 'min-w-2xl')}
        selectionMode={onSelect ? 'multiple' : 'none'}
        selectedKeys={selected}
        onSelectionChange={select}
        sortDescriptor={sort}
        onSortChange={({ column, direction }) => onSort?.({ column: String(column), direction })}
      >
        <TableHeader className="card-head border-b border-line bg-sunken">
          {onSelect && (
            <Column width={48} minWidth={48} className="w-12 ps-4">
              <RowCheckbox />
            </Column>
          )}
          {shown.map((column) => (
            <Column
              key={column.id}
              id={column.id}
              isRowHeader={column.isRowHeader}
              allowsSorting={column.sortable}
              className={cx(
                headClass,
                column.end ? 'text-end' : 'text-start',
                column.sortable && 'cursor-pointer hover:text-ink',
              )}
            >
              {({ sortDirection }) => (
                <span className="inline-flex items-center gap-1.5">
                  {column.header}
                  {column.sortable && <SortMark direction={sortDirection} />}
                </span>
              )}
            </Column>
          ))}
        </TableHeader>
        <TableBody renderEmptyState={() => <EmptyState>{empty}</EmptyState>}>
          {rows.map((item) => (
            <Row
              key={rowId(item)}
              id={rowId(item)}
              className="border-b border-line outline-none last:border-b-0 hover:bg-sunken data-[focus-visible]:outline-2 data-[focus-visible]:-outline-offset-2 data-[focus-visible]:outline-action data-[selected]:bg-accent-soft"
            >
              {onSelect && (
                <Cell className="ps-4">
                  <RowCheckbox />
                </Cell>
              )}
              {shown.map((column) => (
                <Cell
                  key={column.id}
                  className={cx(
                    'px-4 py-3 align-middle outline-none data-[focus-visible]:outline-2 data-[focus-visible]:-outline-offset-2 data-[focus-visible]:outline-action',
                    column.isRowHeader && 'font-semibold',
                    column.end && 'text-end tabular-nums',
                  )}
                >
                  {column.cell(item)}
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

function SortMark({ direction }: { direction?: 'ascending' | 'descending' }) {
  const Icon = direction === 'descending' ? ArrowDown : ArrowUp;
  return <Icon aria-hidden size={14} className={cx('shrink-0', !direction && 'opacity-0')} />;
}

function RowCheckbox() {
  return (
    <Checkbox slot="selection" className="group grid size-8 cursor-pointer place-items-center">
      {({ isIndeterminate }) => (
        <span
          aria-hidden="true"
          className="grid size-5 place-items-center rounded border-2 border-line-strong bg-card transition duration-200 group-data-[focus-visible]:outline-2 group-data-[focus-visible]:outline-offset-2 group-data-[focus-visible]:outline-action group-data-[indeterminate]:border-action group-data-[indeterminate]:bg-action group-data-[selected]:border-action group-data-[selected]:bg-action"
        >
          {isIndeterminate ? (
            <Minus size={14} strokeWidth={3} className="text-on-action" />
          ) : (
            <Check size={14} strokeWidth={3} className="text-on-action opacity-0 group-data-[selected]:opacity-100" />
          )}
        </span>
      )}
    </Checkbox>
  );
}
