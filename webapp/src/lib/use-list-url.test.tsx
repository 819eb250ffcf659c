import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { z } from 'zod/mini';
import { pageSize, sort, text } from './list-url';
import { useListUrl } from './use-list-url';

const schema = z.object({ q: text(), sort: sort(['title'], 'title'), size: pageSize([25, 50], 25) });

let searchLater: () => void;

function List({ name }: { name?: string }) {
  const url = useListUrl(schema, name);
  return (
    <>
      <p>{JSON.stringify({ ...url.values, page: url.page })}</p>
      <button onClick={() => url.set({ q: 'law' })}>Search</button>
      <button onClick={() => url.set({ sort: '-title' }, { replace: false })}>Sort</button>
      <button onClick={() => (searchLater = () => url.set({ q: 'law' }))}>Search later</button>
      <button onClick={() => url.set({ sort: 'title' })}>Sort as at first</button>
      <button onClick={url.next(`after-${url.page}`)}>Next</button>
      <button onClick={url.previous} disabled={!url.previous}>
        Previous
      </button>
    </>
  );
}

function show(path: string, name?: string) {
  const router = createMemoryRouter([{ path: '/', element: <List name={name} /> }], { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  const user = userEvent.setup();
  return {
    router,
    press: (button: string) => user.click(screen.getByRole('button', { name: button })),
    shown: () => JSON.parse(screen.getByText(/^\{/).textContent ?? '') as Record<string, unknown>,
  };
}

test('a list shows what its address says', () => {
  const { shown } = show('/?q=law&sort=-title&size=50&cursor=c&page=3');
  expect(shown()).toEqual({ q: 'law', sort: '-title', size: 50, cursor: 'c', page: 2 });
});

test('a search replaces the address and begins at the first page', async () => {
  const { router, press, shown } = show('/?cursor=c&page=3&tab=learners');
  await press('Search');
  expect(router.state.location.search).toBe('?tab=learners&q=law');
  expect(router.state.historyAction).toBe('REPLACE');
  expect(shown()).toMatchObject({ cursor: '', page: 0 });
});

test('a search that waited for a pause in typing keeps what was chosen meanwhile', async () => {
  const { router, press } = show('/');
  await press('Search later');
  await press('Sort');
  act(() => searchLater());
  expect(router.state.location.search).toBe('?sort=-title&q=law');
});

test('a change that is a step of its own is left by the way back', async () => {
  const { router, press, shown } = show('/');
  await press('Sort');
  expect(router.state.location.search).toBe('?sort=-title');
  await act(() => router.navigate(-1));
  expect(shown()).toMatchObject({ sort: 'title' });
});

test('a value as at first leaves the address', async () => {
  const { router, press } = show('/?sort=-title');
  await press('Sort as at first');
  expect(router.state.location.search).toBe('');
});

test('pages are turned forth and back over the cursors that led there', async () => {
  const { router, press } = show('/');
  await press('Next');
  await press('Next');
  expect(router.state.location.search).toBe('?cursor=after-1&page=3');
  await press('Previous');
  expect(router.state.location.search).toBe('?cursor=after-0&page=2');
  await press('Previous');
  expect(router.state.location.search).toBe('');
  expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
});

test('from a shared address the way back is the first page', async () => {
  const { router, press } = show('/?cursor=c&page=3');
  await press('Previous');
  expect(router.state.location.search).toBe('');
});

test('a second list of the screen keeps to its own names', async () => {
  const { router, press } = show('/?q=one', 'add');
  await press('Search');
  expect(router.state.location.search).toBe('?q=one&add-q=law');
});
