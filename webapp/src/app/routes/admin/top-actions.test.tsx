import { screen } from '@testing-library/react';
import { renderApp } from '@/testing/render';
import { TopActions } from './top-actions';

test.each([
  ['en', 'Guide'],
  ['ar', 'الدليل'],
] as const)(
  'the menu of the account opens the guide beside the app, in the language of the page (%s)',
  async (locale, name) => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = renderApp(<TopActions fullname="Mona" onOpen={() => undefined} />, { locale });
    await user.click(screen.getByRole('button', { name: /Mona/ }));
    await user.click(await screen.findByRole('menuitem', { name }));
    expect(open).toHaveBeenCalledWith(`/docs/guide/${locale}/managers`, '_blank', 'noopener');
  },
);
