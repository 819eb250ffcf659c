import { act, screen } from '@testing-library/react';
import { changeTheme } from '@/lib/preferences';
import { renderApp } from '@/testing/render';
import { SettingsPanel } from './settings-panel';

afterEach(() => act(() => changeTheme({ scheme: 'light', preset: 'aura', primary: 'emerald', surface: null })));

test('a choice is applied to the page and kept', async () => {
  const { user } = renderApp(<SettingsPanel isOpen onOpenChange={vi.fn()} />);
  expect(screen.getByRole('radio', { name: 'Emerald' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Noir' }));
  await user.click(screen.getByRole('radio', { name: 'Ocean' }));
  await user.click(screen.getByRole('radio', { name: 'Lara' }));
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset).toMatchObject({
    primary: 'noir',
    surface: 'ocean',
    preset: 'lara',
    scheme: 'dark',
  });
  expect(JSON.parse(localStorage.getItem('theme') ?? '')).toEqual({
    primary: 'noir',
    surface: 'ocean',
    preset: 'lara',
    scheme: 'dark',
  });
});

test('without a choice the surface is the scheme’s own', async () => {
  const { user } = renderApp(<SettingsPanel isOpen onOpenChange={vi.fn()} />);
  expect(screen.getByRole('radio', { name: 'Slate' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(screen.getByRole('radio', { name: 'Zinc' })).toBeChecked();
});
