import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { cx } from '@/lib/cx';

export interface TableColumn<Item> {
  id: string;
  header: string;
  cell: (item: Item) => ReactNode;
  /** Names the row; one column does. */
  isRowHeader?: boolean;
  /** A row header that is no name but a number, and needs no more room. */
  narrow?: boolean;
  sortable?: boolean;
  /** Aligned at the end, for numbers. */
  end?: boolean;
  /** Small and muted, in one line: dates, say. */
  quiet?: boolean;
  /** The last column, narrow: it stays in view where the table scrolls sideways. */
  sticks?: boolean;
}

export interface TableSort {
  column: string;
  direction: 'ascending' | 'descending';
}

export const focusClass =
  'outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-action';
const headClass = 'px-4 py-3 text-sm font-semibold whitespace-nowrap text-muted';
/** The row's colour, over the cells that scroll below it; the line is drawn where most tables scroll. */
const sticksClass =
  'sticky end-0 z-1 bg-inherit not-desk:before:absolute not-desk:before:inset-y-0 not-desk:before:start-0 not-desk:before:w-px not-desk:before:bg-line max-sm:px-1';
const cellClass = `px-4 py-3 align-middle ${focusClass}`;

export function HeadCell<Item>({ column, sort }: { column: TableColumn<Item>; sort?: TableSort }) {
  const { id, header, end, sticks, sortable } = column;
  const direction = sort?.column === id ? sort.direction : undefined;
  const Mark = direction === 'descending' ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      tabIndex={-1}
      data-column={sortable ? id : undefined}
      aria-sort={sortable ? (direction ?? 'none') : undefined}
      className={cx(
        headClass,
        focusClass,
        end ? 'text-end' : 'text-start',
        sticks && sticksClass,
        sortable && 'cursor-pointer hover:text-ink',
      )}
    >
      {sortable ? (
        <button type="button" className="tap inline-flex items-center gap-1.5 font-semibold">
          {header}
          <Mark aria-hidden size={14} className={cx('shrink-0', !direction && 'opacity-0')} />
        </button>
      ) : (
        // A phone has room for the buttons only.
        <span className={cx(sticks && 'max-sm:sr-only')}>{header}</span>
      )}
    </th>
  );
}

interface RowCellsProps<Item> {
  item: Item;
  columns: readonly TableColumn<Item>[];
  /** The id of the cell that names the row. */
  nameId: string;
}

interface DataRowProps<Item> extends RowCellsProps<Item> {
  /** The label of the row's checkbox before the row's name; without it there is no checkbox. */
  choose?: string;
  chosen: boolean;
}

export const DataRow = memo(function DataRow<Item>({ item, columns, nameId, choose, chosen }: DataRowProps<Item>) {
  return (
    <tr
      aria-labelledby={nameId}
      aria-selected={choose === undefined ? undefined : chosen}
      className="border-b border-line bg-card last:border-b-0 hover:bg-sunken aria-selected:bg-accent-soft"
    >
      {choose !== undefined && (
        <td className="ps-4 touch:pe-2">
          <input
            type="checkbox"
            data-chooses
            className="tick"
            id={`${nameId}-choose`}
            aria-label={choose}
            aria-labelledby={`${nameId}-choose ${nameId}`}
            checked={chosen}
            readOnly
          />
        </td>
      )}
      <RowCells item={item} columns={columns} nameId={nameId} />
    </tr>
  );
}) as <Item>(props: DataRowProps<Item>) => ReactNode;

/** Apart from the row, so that selecting a page of rows renders no cell again. */
const RowCells = memo(function RowCells<Item>({ item, columns, nameId }: RowCellsProps<Item>) {
  return columns.map(({ id, isRowHeader, narrow, end, quiet, sticks, cell }) =>
    isRowHeader ? (
      <th
        key={id}
        id={nameId}
        scope="row"
        tabIndex={-1}
        className={cx(cellClass, !narrow && 'min-w-44', 'font-semibold', end ? 'text-end' : 'text-start')}
      >
        {cell(item)}
      </th>
    ) : (
      <td
        key={id}
        tabIndex={-1}
        className={cx(
          cellClass,
          end && 'text-end tabular-nums',
          quiet && 'text-sm whitespace-nowrap text-muted',
          sticks && sticksClass,
        )}
      >
        {cell(item)}
      </td>
    ),
  );
}) as <Item>(props: RowCellsProps<Item>) => ReactNode;
