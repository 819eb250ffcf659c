import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { AdminCommandPalette } from './admin-command-palette';

const SCREENS = [
  { id: 'users', name: 'Users', icon: <i />, to: '/admin/users' },
  { id: 'audit', name: 'النشاط', icon: <i />, to: '/admin/audit' },
];

function show(locale: 'en' | 'ar' = 'en') {
  const go = vi.fn();
  const change = vi.fn();
  const asked: string[] = [];
  server.use(
    http.put('*/api/cm/user/fetch-users', async ({ request }) => {
      const { search } = (await request.json()) as { search: string };
      asked.push(search);
      const result =
        search === 'sa' ? [{ _id: 'l1', fullname: 'Sara', email: 'sara@example.com', phonenumber: '' }] : [];
      return HttpResponse.json({ message: 'ok', result, nextCursor: null, total: result.length });
    }),
    http.post('*/api/cm/course/fetch-courses', () =>
      HttpResponse.json({ message: 'ok', result: [{ _id: 'c1', title: 'Sand and sea' }], nextCursor: null, total: 1 }),
    ),
  );
  const view = renderApp(<AdminCommandPalette isOpen onOpenChange={change} screens={SCREENS} onGo={go} />, { locale });
  return { ...view, go, change, asked };
}

test('without a word it offers the screens, and asks the server nothing', async () => {
  const { user, go, change, asked } = show();
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Users', 'النشاط']);
  expect(await axeProblems()).toEqual([]);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(go).toHaveBeenCalledWith('/admin/users');
  expect(change).toHaveBeenCalledWith(false);
  expect(asked).toEqual([]);
});

test('learners and courses are looked for by the server', async () => {
  const { user, go, asked } = show();
  await user.paste('sa');
  expect(await screen.findByRole('menuitem', { name: /Sara/ })).toHaveTextContent('sara@example.com');
  expect(await screen.findByRole('menuitem', { name: 'Sand and sea' })).toBeInTheDocument();
  expect(asked).toEqual(['sa']);
  await user.click(screen.getByRole('menuitem', { name: /Sara/ }));
  expect(go).toHaveBeenCalledWith('/admin/users/user/l1');
});

test('screens are found however the word is written', async () => {
  const { user } = show('ar');
  await user.keyboard('اَلنشـاط');
  await waitFor(() => expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toContain('النشاط'));
  expect(screen.queryByRole('menuitem', { name: 'Users' })).not.toBeInTheDocument();
});

test('says when the server cannot be asked', async () => {
  const { user } = show();
  server.use(
    http.put('*/api/cm/user/fetch-users', () => HttpResponse.json({ message: 'x', code: 'internal' }, { status: 500 })),
  );
  await user.keyboard('sa');
  expect(await screen.findByRole('alert')).toHaveTextContent('system error');
  await act(() => Promise.resolve());
});
