import { act, fireEvent, screen, within } from '@testing-library/react';
import { changeTheme, DEFAULT_THEME } from '@/lib/preferences';
import { axeProblems } from '@/testing/axe';
import { around } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { SettingsPanel } from './settings-panel';

afterEach(() => act(() => changeTheme(DEFAULT_THEME)));

const panel = <SettingsPanel isOpen onOpenChange={vi.fn()} />;
// By their texts: to look for roles takes long among so many controls.
function choice(group: string, name: string): HTMLElement {
  return within(around(screen.getByText(group), '[role=radiogroup]')).getByLabelText(name);
}

test('a choice is applied to the page and kept', async () => {
  const { user } = renderApp(panel);
  expect(choice('Primary colour', 'Emerald')).toBeChecked();
  expect(choice('Menu type', 'Horizontal')).toBeChecked();
  fireEvent.click(choice('Primary colour', 'Noir'));
  fireEvent.click(choice('Surface colour', 'Ocean'));
  fireEvent.click(choice('Preset', 'Lara'));
  fireEvent.click(choice('Colour scheme', 'Dark'));
  fireEvent.click(choice('Menu type', 'Slim plus'));
  fireEvent.click(choice('Menu theme', 'Light'));
  fireEvent.click(choice('Text size', '18'));
  const chosen = { primary: 'noir', surface: 'ocean', preset: 'lara', scheme: 'dark', scale: '18' };
  expect(document.documentElement.dataset).toMatchObject(chosen);
  expect(JSON.parse(localStorage.getItem('theme') ?? '')).toMatchObject({
    ...chosen,
    menuMode: 'slim-plus',
    menuTheme: 'light',
  });
  await user.click(screen.getByRole('button', { name: 'Reset to defaults' }));
  expect(JSON.parse(localStorage.getItem('theme') ?? '')).toEqual(DEFAULT_THEME);
  expect(await axeProblems()).toEqual([]);
  // Thirty controls under axe take long on a busy machine.
}, 120_000);

test('without a choice the surface is the scheme’s own', () => {
  renderApp(panel);
  expect(choice('Surface colour', 'Slate')).toBeChecked();
  fireEvent.click(choice('Colour scheme', 'Dark'));
  expect(choice('Surface colour', 'Zinc')).toBeChecked();
});

test('the horizontal menu follows the page: the theme that clashes cannot be chosen', () => {
  renderApp(panel);
  expect(choice('Menu theme', 'Light')).toBeChecked();
  expect(choice('Menu theme', 'Dark')).toBeDisabled();
  fireEvent.click(choice('Colour scheme', 'Dark'));
  expect(choice('Menu theme', 'Dark')).toBeChecked();
  expect(choice('Menu theme', 'Light')).toBeDisabled();
  fireEvent.click(choice('Menu type', 'Static'));
  expect(choice('Menu theme', 'Light')).toBeEnabled();
  fireEvent.click(choice('Menu theme', 'Light'));
  expect(choice('Menu theme', 'Light')).toBeChecked();
});
