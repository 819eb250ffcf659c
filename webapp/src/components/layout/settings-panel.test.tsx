import { act, screen, within } from '@testing-library/react';
import { changeTheme, DEFAULT_THEME } from '@/lib/preferences';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { SettingsPanel } from './settings-panel';

afterEach(() => act(() => changeTheme(DEFAULT_THEME)));

const panel = <SettingsPanel isOpen onOpenChange={vi.fn()} />;
// Not looking for what is hidden: that takes seconds among so many controls.
const choice = (group: string, name: string) =>
  within(screen.getByRole('radiogroup', { name: group, hidden: true })).getByRole('radio', { name, hidden: true });

test('a choice is applied to the page and kept', async () => {
  const { user } = renderApp(panel);
  expect(choice('Primary colour', 'Emerald')).toBeChecked();
  expect(choice('Menu type', 'Horizontal')).toBeChecked();
  await user.click(choice('Primary colour', 'Noir'));
  await user.click(choice('Surface colour', 'Ocean'));
  await user.click(choice('Preset', 'Lara'));
  await user.click(choice('Colour scheme', 'Dark'));
  await user.click(choice('Menu type', 'Slim plus'));
  await user.click(choice('Menu theme', 'Light'));
  await user.click(choice('Text size', '18'));
  const chosen = { primary: 'noir', surface: 'ocean', preset: 'lara', scheme: 'dark', scale: '18' };
  expect(document.documentElement.dataset).toMatchObject(chosen);
  expect(JSON.parse(localStorage.getItem('theme') ?? '')).toMatchObject({
    ...chosen,
    menuMode: 'slim-plus',
    menuTheme: 'light',
  });
  await user.click(screen.getByRole('button', { name: 'Back to the defaults' }));
  expect(JSON.parse(localStorage.getItem('theme') ?? '')).toEqual(DEFAULT_THEME);
  expect(await axeProblems()).toEqual([]);
});

test('without a choice the surface is the scheme’s own', async () => {
  const { user } = renderApp(panel);
  expect(choice('Surface colour', 'Slate')).toBeChecked();
  await user.click(choice('Colour scheme', 'Dark'));
  expect(choice('Surface colour', 'Zinc')).toBeChecked();
});

test('the horizontal menu follows the page: the theme that clashes cannot be chosen', async () => {
  const { user } = renderApp(panel);
  expect(choice('Menu theme', 'Light')).toBeChecked();
  expect(choice('Menu theme', 'Dark')).toBeDisabled();
  await user.click(choice('Colour scheme', 'Dark'));
  expect(choice('Menu theme', 'Dark')).toBeChecked();
  expect(choice('Menu theme', 'Light')).toBeDisabled();
  await user.click(choice('Menu type', 'Static'));
  expect(choice('Menu theme', 'Light')).toBeEnabled();
  await user.click(choice('Menu theme', 'Light'));
  expect(choice('Menu theme', 'Light')).toBeChecked();
});
