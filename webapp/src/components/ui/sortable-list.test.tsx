import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { moveBeside } from './move-item';
import { SortableList } from './sortable-list';

function Lessons() {
  const [items, setItems] = useState(['One', 'Two', 'Three'].map((name) => ({ name })));
  return (
    <SortableList
      label="Lessons"
      items={items}
      itemId={({ name }) => name}
      name={({ name }) => name}
      onReorder={setItems}
    >
      {({ name }) => <span>{name}</span>}
    </SortableList>
  );
}
const order = () => screen.getAllByRole('row').map((row) => row.textContent);

test('items move by their buttons', async () => {
  const { user } = renderApp(<Lessons />);
  expect(order()).toEqual(['One', 'Two', 'Three']);
  await user.click(screen.getByRole('button', { name: 'Move down: One' }));
  expect(order()).toEqual(['Two', 'One', 'Three']);
  expect(screen.getByRole('button', { name: 'Move up: Two' })).toBeDisabled();
  expect(await axeProblems()).toEqual([]);
});

test('a move by a button is said, and the focus stays with the item at the end of the list', async () => {
  const { user } = renderApp(<Lessons />);
  screen.getByRole('button', { name: 'Move down: One' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Move down: One' })).toHaveFocus();
  expect(screen.getByRole('status')).toHaveTextContent('One is now number 2 of 3.');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Move up: One' })).toHaveFocus());
  expect(screen.getByRole('status')).toHaveTextContent('One is now number 3 of 3.');
});

test('items move by keyboard: Enter on the handle, arrows, Enter', async () => {
  const { user } = renderApp(<Lessons />);
  await user.tab();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Drag: One' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(order()).not.toEqual(['One', 'Two', 'Three']));
});

test.each([
  [['a'], 'c', 'after', 'bca'],
  [['c'], 'a', 'before', 'cab'],
  [['a', 'b'], 'c', 'after', 'cab'],
  [['b'], 'b', 'before', 'abc'],
  [['c'], 'c', 'after', 'abc'],
] as const)('%j beside %s (%s) gives %s', (ids, target, position, expected) => {
  expect(moveBeside([...'abc'], (id) => id, new Set(ids), target, position).join('')).toBe(expected);
});
