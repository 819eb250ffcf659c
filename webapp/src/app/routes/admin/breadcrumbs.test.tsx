import { screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { render } from '@testing-library/react';
import { I18nProvider } from '@/i18n/i18n-provider';
import { activeLocale } from '@/i18n/locale';
import en from '@/i18n/messages/en.json';
import { axeProblems } from '@/testing/axe';
import { Breadcrumbs } from './breadcrumbs';
import { handle } from './auth-layout';

function open(path: string, handleOfRoute?: object) {
  activeLocale.set({ locale: 'en', messages: en });
  const router = createMemoryRouter([{ path: '*', element: <Breadcrumbs />, handle: handleOfRoute }], {
    initialEntries: [path],
  });
  render(
    <I18nProvider>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  return screen.getAllByRole('listitem').map((item) => item.textContent);
}

test('a path is told by its segments, without empty and numeric ones, each with a capital', async () => {
  expect(open('/admin//reports/2026/q3')).toEqual(['Admin', 'Reports', 'Q3']);
  expect(await axeProblems()).toEqual([]);
});

test('known segments are told in the page’s language, and lead to where there is a page', () => {
  expect(open('/admin/users/user/0b0e7a3c-1111-4222-8333-444455556666')).toEqual(['Admin', 'Users', 'User']);
  expect(screen.getByRole('link', { name: 'Users' })).toHaveAttribute('href', '/admin/users');
  expect(screen.queryByRole('link', { name: 'User' })).not.toBeInTheDocument();
});

test('a route’s own list comes before its path', () => {
  expect(open('/admin/auth/login', handle)).toEqual(['Authentication']);
});
