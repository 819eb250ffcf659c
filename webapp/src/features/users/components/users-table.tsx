import { memo } from 'react';
import { DataTable, type TableColumn } from '@/components/ui/data-table';
import type { Learner } from '@/lib/models';

export interface UsersTableProps {
  label: string;
  columns: readonly TableColumn<Learner>[];
  rows: readonly Learner[];
  /** As the address holds it: with `-` before it when turned round. */
  sort: string;
  onSort: (sort: string) => void;
  selected: ReadonlyMap<string, Learner>;
  onSelect: (ids: ReadonlySet<string>) => void;
  hidden: ReadonlySet<string>;
  stale: boolean;
}

/** Drawn anew only when something of it changed: rows are many, keystrokes too. */
export const UsersTable = memo(function UsersTable({ sort, onSort, selected, ...table }: UsersTableProps) {
  const descending = sort.startsWith('-');
  return (
    <DataTable
      {...table}
      rowId={({ _id }) => _id}
      sort={{ column: sort.replace(/^-/, ''), direction: descending ? 'descending' : 'ascending' }}
      onSort={({ column, direction }) => onSort(direction === 'descending' ? `-${column}` : column)}
      selected={new Set(selected.keys())}
    />
  );
});
