import { render, screen, within } from '@testing-library/react';
import { useState, type ReactElement } from 'react';
import { IntlProvider } from 'react-intl';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { ColumnChoice, useHiddenColumns } from './column-choice';
import { DataTable, type TableColumn } from './data-table';
import { Pagination } from './pagination';
import { SelectionBar } from './selection-bar';

interface Person {
  id: string;
  name: string;
  hours: number;
}

const PEOPLE: Person[] = [
  { id: 'a', name: 'Sara', hours: 3 },
  { id: 'b', name: 'Omar', hours: 7 },
];
const COLUMNS: TableColumn<Person>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, isRowHeader: true, sortable: true },
  { id: 'hours', header: 'Hours', cell: ({ hours }) => hours, sortable: true, end: true },
];

const onSort = vi.fn();

function List({ rows = PEOPLE, before = [] }: { rows?: Person[]; before?: string[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(before));
  const [hidden, setHidden] = useHiddenColumns('test');
  return (
    <>
      <ColumnChoice columns={COLUMNS} hidden={hidden} onChange={setHidden} />
      <DataTable
        label="People"
        columns={COLUMNS}
        rows={rows}
        rowId={({ id }) => id}
        sort={{ column: 'name', direction: 'ascending' }}
        onSort={onSort}
        selected={selected}
        onSelect={setSelected}
        hidden={hidden}
      />
      <SelectionBar count={selected.size} onClear={() => setSelected(new Set())}>
        <output>{[...selected].sort().join()}</output>
      </SelectionBar>
    </>
  );
}

test('selecting rows renders none of their cells again', async () => {
  const cell = vi.fn(({ name }: Person) => name);
  const columns: TableColumn<Person>[] = [{ id: 'name', header: 'Name', cell, isRowHeader: true }];
  const idOf = ({ id }: Person) => id;
  function Selectable() {
    const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
    return (
      <DataTable
        label="People"
        columns={columns}
        rows={PEOPLE}
        rowId={idOf}
        selected={selected}
        onSelect={setSelected}
      />
    );
  }
  const { user } = renderApp(<Selectable />);
  const before = cell.mock.calls.length;
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  expect(screen.getAllByRole('row', { selected: true })).toHaveLength(2);
  expect(cell).toHaveBeenCalledTimes(before);
});

test('a head sorts, and says how the rows are sorted', async () => {
  const { user } = renderApp(<List />);
  expect(screen.getByRole('columnheader', { name: /Name/ })).toHaveAttribute('aria-sort', 'ascending');
  await user.click(screen.getByRole('columnheader', { name: /Hours/ }));
  expect(onSort).toHaveBeenLastCalledWith({ column: 'hours', direction: 'ascending' });
  await user.click(screen.getByRole('columnheader', { name: /Name/ }));
  expect(onSort).toHaveBeenLastCalledWith({ column: 'name', direction: 'descending' });
  expect(await axeProblems()).toEqual([]);
});

test('rows are selected one by one and all together, and those of other pages stay selected', async () => {
  const { user } = renderApp(<List before={['other-page']} />);
  await user.click(within(screen.getByRole('row', { name: /Sara/ })).getByRole('checkbox'));
  expect(screen.getByText('a,other-page')).toBeInTheDocument();
  await user.click(within(screen.getByRole('row', { name: /Name/ })).getByRole('checkbox'));
  expect(screen.getByText('a,b,other-page')).toBeInTheDocument();
  expect(screen.getByRole('group', { name: '3 selected' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  expect(screen.queryByRole('group', { name: /selected/ })).not.toBeInTheDocument();
});

test('columns are chosen, and the choice is remembered', async () => {
  const { user } = renderApp(<List />);
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  expect(screen.queryByRole('menuitemcheckbox', { name: 'Name' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Hours' }));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('columnheader', { name: /Hours/ })).not.toBeInTheDocument();
  expect(localStorage.getItem('columns:test')).toBe('hours');
});

test('a column that sticks stays in view at the end of the line', () => {
  const columns: TableColumn<Person>[] = [{ id: 'actions', header: 'Actions', sticks: true, cell: () => 'Menu' }];
  renderApp(<DataTable label="People" columns={columns} rows={PEOPLE.slice(0, 1)} rowId={({ id }) => id} />);
  for (const cell of [screen.getByRole('columnheader'), screen.getByText('Menu')])
    expect(cell).toHaveClass('sticky', 'end-0');
});

test('without rows it says so, or what will fill it', () => {
  const { unmount } = renderApp(<List rows={[]} />);
  expect(screen.getByText('No data found.')).toBeInTheDocument();
  unmount();
  renderApp(<DataTable label="People" columns={[]} rows={[]} rowId={String} empty="People appear here." />);
  expect(screen.getByText('People appear here.')).toBeInTheDocument();
  expect(screen.queryByText('No data found.')).not.toBeInTheDocument();
});

test('pages are told and turned', async () => {
  const onNext = vi.fn();
  const { user } = renderApp(<Pagination page={2} pageSize={50} shown={50} total={20_000} onNext={onNext} />);
  expect(screen.getByText('101–150 of 20,000')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Previous page' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(onNext).toHaveBeenCalledOnce();
  expect(await axeProblems()).toEqual([]);
});

test('it is one stop of the keyboard, and its cells are reached by arrows', async () => {
  const actions: TableColumn<Person> = {
    id: 'actions',
    header: 'Actions',
    cell: ({ name }) => (
      <>
        <button type="button">{`Edit ${name}`}</button>
        <button type="button">{`Remove ${name}`}</button>
      </>
    ),
  };
  const { user } = renderApp(
    <>
      <button type="button">Before</button>
      <DataTable
        label="People"
        columns={[...COLUMNS, actions]}
        rows={PEOPLE}
        rowId={({ id }) => id}
        onSort={onSort}
        selected={new Set(['b'])}
        onSelect={onSort}
      />
      <button type="button">After</button>
    </>,
  );
  await user.tab();
  await user.tab();
  expect(screen.getByRole('checkbox', { name: 'Select Sara' })).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('rowheader', { name: 'Sara' })).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('rowheader', { name: 'Omar' })).toHaveFocus();
  await user.keyboard('{End}');
  expect(screen.getByRole('button', { name: 'Remove Omar' })).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowLeft}');
  expect(screen.getByRole('button', { name: 'Edit Sara' })).toHaveFocus();
  await user.keyboard('{ArrowLeft}{ArrowUp}{Enter}');
  expect(screen.getByRole('button', { name: 'Hours' })).toHaveFocus();
  expect(onSort).toHaveBeenLastCalledWith({ column: 'hours', direction: 'ascending' });

  await user.tab();
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus();
  screen.getByRole('button', { name: 'Before' }).focus();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Hours' })).toHaveFocus();
  await user.tab({ shift: true });
  expect(screen.getByRole('button', { name: 'Before' })).toHaveFocus();
});

test('rows are chosen by keyboard and by a click beside their controls, with Shift up to there', async () => {
  const more = ['c', 'd'].map((id, hours) => ({ id, name: id, hours }));
  const { user } = renderApp(<List rows={[...PEOPLE, ...more]} />);
  await user.click(screen.getByRole('rowheader', { name: 'Omar' }));
  expect(screen.getByRole('row', { name: 'Omar' })).toHaveAttribute('aria-selected', 'true');
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('rowheader', { name: 'd' }));
  await user.keyboard('{/Shift}');
  expect(screen.getByText('b,c,d')).toBeInTheDocument();

  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select c' }));
  await user.keyboard('{ArrowRight}{ArrowUp} ');
  expect(screen.getByText('b,c')).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: 'Select all on this page' })).toBePartiallyChecked();
  await user.keyboard('{Control>}a{/Control}');
  expect(screen.getByText('a,b,c,d')).toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
  expect(screen.queryByRole('group', { name: /selected/ })).not.toBeInTheDocument();
});

test('a row is drawn again only when it is another', () => {
  const cell = vi.fn(({ name }: Person) => name);
  const columns = [{ id: 'name', header: 'Name', cell, isRowHeader: true }];
  const table = (rows: Person[], stale: boolean) => (
    <DataTable label="People" columns={columns} rows={rows} rowId={({ id }) => id} stale={stale} />
  );
  const show = (element: ReactElement) => (
    <IntlProvider locale="en" messages={{}} onError={() => {}}>
      {element}
    </IntlProvider>
  );
  const { rerender } = render(show(table(PEOPLE, false)));
  cell.mockClear();
  rerender(show(table(PEOPLE, true)));
  expect(cell).not.toHaveBeenCalled();
  rerender(show(table([...PEOPLE, { id: 'c', name: 'Zaid', hours: 1 }], false)));
  expect(cell).toHaveBeenCalledOnce();
});
