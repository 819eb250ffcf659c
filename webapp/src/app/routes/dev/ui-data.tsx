import { useState } from 'react';
import { Badge } from '@/components/ui/badge';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { Button } from '@/components/ui/button';
import { Chart } from '@/components/ui/chart';
import { ColumnChoice, useHiddenColumns } from '@/components/ui/column-choice';
import { DataTable, type TableColumn, type TableSort } from '@/components/ui/data-table';
import { Day } from '@/components/ui/day';
import { Pagination } from '@/components/ui/pagination';
import { SelectionBar } from '@/components/ui/selection-bar';
import { SortableList } from '@/components/ui/sortable-list';
import { Tabs } from '@/components/ui/tabs';
import { Section } from './ui-section';

interface Person {
  id: string;
  name: string;
  hours: number;
  since: string;
}

const NAMES = ['سارة القحطاني', 'خالد المطيري', 'Mona Adel', 'نورة العتيبي', 'John Park', 'ليلى حسن'];
const PEOPLE: Person[] = NAMES.map((name, index) => ({
  id: `p${index}`,
  name,
  hours: (index * 37) % 23,
  since: `2026-0${index + 1}-11T09:00:00.000Z`,
}));
const COLUMNS: TableColumn<Person>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => <bdi>{name}</bdi>, isRowHeader: true, sortable: true },
  { id: 'hours', header: 'Hours', cell: ({ hours }) => hours, sortable: true, end: true },
  { id: 'since', header: 'Since', cell: ({ since }) => <Day value={since} />, sortable: true },
  { id: 'state', header: 'State', cell: () => <Badge severity="success">Active</Badge> },
];
const PAGE = 4;
const DAYS = ['1', '2', '3', '4', '5', '6', '7'].map((label, index) => ({
  label,
  values: { begun: 5 + ((index * 7) % 11), done: 2 + ((index * 5) % 7) },
}));
const SERIES = [
  { id: 'begun', name: 'Begun' },
  { id: 'done', name: 'Done' },
];

export function DataSection() {
  const [sort, setSort] = useState<TableSort>({ column: 'name', direction: 'ascending' });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['p1']));
  const [hidden, setHidden] = useHiddenColumns('dev-ui');
  const [page, setPage] = useState(0);
  const [parts, setParts] = useState(PEOPLE.slice(0, 3));
  const key = sort.column as 'name' | 'hours' | 'since';
  const sorted = PEOPLE.toSorted((a, b) => (a[key] < b[key] ? -1 : 1) * (sort.direction === 'ascending' ? 1 : -1));
  const rows = sorted.slice(page * PAGE, (page + 1) * PAGE);
  return (
    <>
      <Section title="Table">
        <div className="flex justify-end">
          <ColumnChoice columns={COLUMNS} hidden={hidden} onChange={setHidden} />
        </div>
        <DataTable
          label="Learners"
          columns={COLUMNS}
          rows={rows}
          rowId={({ id }) => id}
          sort={sort}
          onSort={setSort}
          selected={selected}
          onSelect={setSelected}
          hidden={hidden}
        />
        <SelectionBar count={selected.size} onClear={() => setSelected(new Set())}>
          <Button size="small" variant="secondary">
            Extend
          </Button>
        </SelectionBar>
        <Pagination
          page={page}
          pageSize={PAGE}
          shown={rows.length}
          total={PEOPLE.length}
          onPrevious={page > 0 ? () => setPage(page - 1) : undefined}
          onNext={(page + 1) * PAGE < PEOPLE.length ? () => setPage(page + 1) : undefined}
          pageSizes={[PAGE, 50]}
          onPageSize={() => undefined}
        />
        <DataTable label="Nobody" columns={COLUMNS} rows={[]} rowId={({ id }) => id} />
      </Section>
      <Section title="Order">
        <SortableList
          label="Lessons"
          items={parts}
          itemId={({ id }) => id}
          name={({ name }) => name}
          onReorder={setParts}
        >
          {({ name }, index) => (
            <>
              {index + 1}. <bdi>{name}</bdi>
            </>
          )}
        </SortableList>
      </Section>
      <Section title="Charts">
        <div className="grid gap-5 lg:grid-cols-3">
          {(['line', 'area', 'bar'] as const).map((kind) => (
            <Chart key={kind} title={`Hours (${kind})`} kind={kind} series={SERIES} points={DAYS} pointTitle="Day" />
          ))}
        </div>
      </Section>
      <Section title="Ways">
        <Breadcrumbs
          crumbs={[{ label: 'Admin', to: '/admin' }, { label: 'Users', to: '/admin/users' }, { label: 'List' }]}
        />
        <Tabs
          label="Parts of a learner"
          items={[
            { id: 'one', title: 'Courses', content: <p>The first panel</p> },
            { id: 'two', title: 'History', content: <p>The second panel</p> },
          ]}
        />
      </Section>
    </>
  );
}
