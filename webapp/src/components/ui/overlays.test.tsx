import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { Chart } from './chart';
import { CommandPalette } from './command-palette';
import { Drawer, type DrawerProps } from './drawer';
import { Menu } from './menu';
import { Tooltip } from './tooltip';
import { useShortcut } from './use-shortcut';

function Panel(props: Partial<DrawerProps>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <p>Page</p>
      <Drawer {...props} title="Panel" isOpen={open} onOpenChange={setOpen}>
        <a href="#x">Inside</a>
      </Drawer>
    </>
  );
}

async function openPanel(props: Partial<DrawerProps> = {}) {
  const view = renderApp(<Panel {...props} />);
  await view.user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog', { name: 'Panel' });
  return view.user;
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

test('a drawer closes on Escape and on its button', async () => {
  const user = await openPanel();
  expect(await axeProblems()).toEqual([]);
  await user.keyboard('{Escape}');
  await closed();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  await closed();
});

test('a drawer closes on its mask, unless it may not', async () => {
  const user = await openPanel();
  await user.click(document.body);
  await closed();
});

test('a drawer that is not dismissable stays on a click outside', async () => {
  const user = await openPanel({ dismissable: false, closeIcon: false });
  await user.click(document.body);
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
});

test('beside a drawer that is not modal the page stays usable; Escape and a click outside close it', async () => {
  const user = await openPanel({ modal: false, side: 'end' });
  expect(screen.getByRole('dialog')).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Open' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Inside' }));
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  await closed();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('dialog');
  await user.click(screen.getByText('Page'));
  await closed();
});

test('a menu does what its entries say, but not the disabled ones', async () => {
  const edit = vi.fn();
  const remove = vi.fn();
  const { user } = renderApp(
    <Menu
      label="Actions"
      actions={[
        { id: 'e', label: 'Edit', onAction: edit },
        { id: 'r', label: 'Remove', onAction: remove, isDisabled: true },
      ]}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Actions' }));
  const disabled = await screen.findByRole('menuitem', { name: 'Remove' });
  expect(await axeProblems()).toEqual([]);
  await user.click(disabled);
  expect(remove).not.toHaveBeenCalled();
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  expect(edit).toHaveBeenCalledOnce();
});

test('a menu goes by keyboard, and gives the focus back to its button', async () => {
  const remove = vi.fn();
  const actions = () => ['Edit', 'Remove'].map((label) => ({ id: label, label, onAction: remove }));
  const { user } = renderApp(<Menu label="Actions" actions={actions} />);
  const button = screen.getByRole('button', { name: 'Actions' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveFocus());
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button).toHaveFocus());
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await user.keyboard('{ArrowUp}');
  await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Remove' })).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(remove).toHaveBeenCalledOnce();
  await waitFor(() => expect(button).toHaveFocus());
});

test('a tooltip comes when the keyboard reaches what it explains', async () => {
  const { user } = renderApp(
    <Tooltip text="Explains it">
      <a href="#x">Link</a>
    </Tooltip>,
  );
  await user.tab();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Explains it');
  expect(screen.getByRole('link')).toHaveAccessibleDescription('Explains it');
});

function Palette({ onChoose }: { onChoose: (name: string) => void }) {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  useShortcut('KeyK', () => setOpen(true));
  const people = ['Sara', 'Omar'].filter((name) => name.toLowerCase().includes(query));
  return (
    <CommandPalette
      isOpen={open}
      onOpenChange={setOpen}
      query={query}
      onQuery={setQuery}
      groups={[{ id: 'people', title: 'Learners', entries: people.map((name) => ({ id: name, name })) }]}
      onChoose={({ name }, group) => onChoose(`${group}/${name}`)}
    />
  );
}

test('the palette opens by Ctrl+K in any keyboard layout, and goes where arrows and Enter lead', async () => {
  const onChoose = vi.fn();
  const { user } = renderApp(<Palette onChoose={onChoose} />);
  act(() => void fireEvent.keyDown(document.body, { code: 'KeyK', key: 'ن', ctrlKey: true }));
  await screen.findByRole('dialog');
  await user.keyboard('zz');
  expect(await screen.findByText('No data found.')).toBeInTheDocument();
  await user.keyboard('{Backspace}{Backspace}om');
  expect(await axeProblems()).toEqual([]);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(onChoose).toHaveBeenCalledExactlyOnceWith('people/Omar');
  await closed();
});

test('a chart has its table', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  renderApp(
    <Chart
      title="Hours"
      kind="bar"
      pointTitle="Day"
      series={[{ id: 'h', name: 'Watched' }]}
      points={[{ label: 'Monday', values: { h: 1200 } }]}
      format={(value) => `${value} h`}
    />,
  );
  expect(screen.getByRole('figure', { name: 'Hours' })).toBeInTheDocument();
  expect(screen.getByRole('row', { name: 'Monday 1200 h', hidden: true })).toBeInTheDocument();
  expect(await axeProblems()).toEqual([]);
  vi.unstubAllGlobals();
});
