/**
 * The keys of WAI-ARIA's grid pattern for a native table: the table is one tab stop, and inside it the arrows move from
 * cell to cell. A cell with controls passes the focus to them, one after the other. No state is kept per row, so long
 * tables cost nothing.
 */
import { useRef, type FocusEvent, type KeyboardEvent } from 'react';

/** Elements that handle a click or the focus themselves. */
export const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';
/** Elements that handle the arrow keys themselves. */
const TYPED_IN = 'input:not([type=checkbox]), select, textarea';
/** The number of rows that Page Up and Page Down move. */
const LEAP = 10;

/** The elements in a cell that can have the focus. */
function stopsOf(cell: HTMLTableCellElement): HTMLElement[] {
  const controls = [...cell.querySelectorAll<HTMLElement>(CONTROLS)];
  return controls.length > 0 ? controls : [cell];
}

/** The target in another row below or above `from`: the same column and control. */
function across(from: HTMLElement, row: HTMLTableRowElement | undefined): HTMLElement | undefined {
  const cell = from.closest<HTMLTableCellElement>('td, th');
  const other = row && cell ? row.cells[Math.min(cell.cellIndex, row.cells.length - 1)] : undefined;
  if (!cell || !other) return undefined;
  const stops = stopsOf(other);
  return stops[Math.min(Math.max(stopsOf(cell).indexOf(from), 0), stops.length - 1)];
}

function target(key: string, far: boolean, from: HTMLElement, table: HTMLTableElement): HTMLElement | undefined {
  const row = from.closest('tr');
  if (!row) return undefined;
  const { rows } = table;
  const inRow = (of: HTMLTableRowElement | undefined) => (of ? [...of.cells].flatMap(stopsOf) : []);
  const stops = inRow(row);
  const along = (step: number) => stops[stops.indexOf(from) + step];
  const forward = getComputedStyle(table).direction === 'rtl' ? -1 : 1;
  switch (key) {
    case 'ArrowRight':
      return along(forward);
    case 'ArrowLeft':
      return along(-forward);
    case 'ArrowDown':
      return across(from, rows[row.rowIndex + 1]);
    case 'ArrowUp':
      return across(from, rows[row.rowIndex - 1]);
    case 'PageDown':
      return across(from, rows[Math.min(row.rowIndex + LEAP, rows.length - 1)]);
    case 'PageUp':
      return across(from, rows[Math.max(row.rowIndex - LEAP, 0)]);
    case 'Home':
      return (far ? inRow(rows[0]) : stops)[0];
    case 'End':
      return (far ? inRow(rows[rows.length - 1]) : stops).at(-1);
    default:
      return undefined;
  }
}

/** Handlers of a `<table role="grid" tabIndex={0}>`; `end` is an element behind it that takes the focus only from here. */
export function useGridKeys() {
  const end = useRef<HTMLSpanElement>(null);
  const last = useRef<HTMLElement | null>(null);
  const leaving = useRef(false);
  return {
    end,
    onFocus: ({ target: focused, currentTarget: table }: FocusEvent<HTMLTableElement>) => {
      // Overlays are not in the table, although React's events from them arrive here.
      if (focused !== table) {
        if (table.contains(focused)) last.current = focused;
      } else if (leaving.current) leaving.current = false;
      else {
        const kept = last.current;
        const cell = (table.tBodies[0]?.rows[0] ?? table.rows[0])?.cells[0];
        (kept && table.contains(kept) ? kept : cell && stopsOf(cell)[0])?.focus();
      }
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => {
      const { currentTarget: table, key, shiftKey } = event;
      const from = event.target as HTMLElement;
      if (event.defaultPrevented || event.altKey || !table.contains(from) || from.matches(TYPED_IN)) return;
      const far = event.ctrlKey || event.metaKey;
      if (key === 'Tab' && !far) {
        // The browser continues from there: out of the table, not through all of its controls.
        if (!shiftKey) end.current?.focus({ preventScroll: true });
        else if (from !== table) {
          leaving.current = true;
          table.focus({ preventScroll: true });
        }
        return;
      }
      const to = target(key, far, from, table);
      if (!to) return;
      event.preventDefault();
      to.focus();
    },
  };
}
