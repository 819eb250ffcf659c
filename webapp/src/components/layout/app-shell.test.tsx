import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { changeTheme, DEFAULT_THEME, MENU_MODES, type MenuMode } from '@/lib/preferences';
import { axeProblems } from '@/testing/axe';
import { around } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { AppShell } from './app-shell';
import type { MenuItem } from './menu-model';
import { HIDE_DELAY_MS } from './use-hover-open';

const command = vi.fn();
const menu: MenuItem[] = [
  { label: 'Users', icon: <i />, to: '/users' },
  {
    label: 'More',
    icon: <i />,
    items: [
      { label: 'Deep', items: [{ label: 'Deeper', to: '/deep' }] },
      { label: 'Outside', url: 'https://academy.example/', target: '_blank' },
      { label: 'Do it', command },
    ],
  },
  { label: 'Asleep', to: '/asleep', disabled: true },
  { label: 'Hidden', to: '/hidden', visible: false },
];

const shell = (
  <AppShell name="Al Noor" home="/" menu={menu} mode="horizontal" person="manager:1" actions={null}>
    <p>Page</p>
  </AppShell>
);

let narrow = false;
beforeEach(() => {
  narrow = false;
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('reduced-motion') || !narrow,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }));
});
afterEach(() => {
  act(() => changeTheme(DEFAULT_THEME));
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const open = (menuMode: MenuMode, locale: 'en' | 'ar' = 'en') => {
  const view = renderApp(shell, { locale, path: '/users' });
  act(() => changeTheme({ menuMode }));
  return view;
};
const nav = () => screen.getByRole('navigation', { name: 'Menu' });
const noNav = () => expect(screen.queryByRole('navigation', { name: 'Menu' })).not.toBeInTheDocument();

test.each(MENU_MODES)('in the mode %s the menu has its entries, and none that is hidden or asleep', async (mode) => {
  const { user } = open(mode);
  if (mode === 'overlay') {
    noNav();
    await user.click(screen.getByRole('button', { name: 'Open the menu' }));
  }
  const list = within(await screen.findByRole('navigation', { name: 'Menu' }));
  expect(list.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page');
  expect(list.queryByText('Hidden')).not.toBeInTheDocument();
  expect(list.queryByRole('link', { name: 'Asleep' })).not.toBeInTheDocument();
  await user.click(await list.findByRole('button', { name: 'More' }));
  expect(await screen.findByRole('link', { name: 'Outside' })).toHaveAttribute('target', '_blank');
  await user.click(screen.getByRole('button', { name: 'Deep' }));
  expect(screen.getByRole('link', { name: 'Deeper' })).toHaveAttribute('href', '/deep');
  expect(await axeProblems()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Do it' }));
  expect(command).toHaveBeenCalledOnce();
  command.mockClear();
});

test('the static menu folds away', async () => {
  const { user } = open('static');
  expect(nav()).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close the menu' }));
  noNav();
  await user.click(screen.getByRole('button', { name: 'Open the menu' }));
  expect(nav()).toBeInTheDocument();
});

test('the overlay menu closes on Escape, on a click outside and with the next screen', async () => {
  const { user, router } = open('overlay');
  const toggle = () => user.click(screen.getByRole('button', { name: 'Open the menu' }));
  await toggle();
  await screen.findByRole('dialog', { name: 'Menu' });
  await user.keyboard('{Escape}');
  noNav();
  expect(screen.getByRole('button', { name: 'Open the menu' })).toHaveFocus();
  await toggle();
  await user.click(screen.getByText('Page'));
  noNav();
  await toggle();
  await user.click(within(nav()).getByRole('link', { name: 'Users' }));
  noNav();
  expect(router.state.location.pathname).toBe('/users');
});

test.each(['reveal', 'drawer'] as const)(
  'the mode %s opens on hover, hides 300 ms after it, and can be pinned',
  (mode) => {
    open(mode);
    vi.useFakeTimers();
    expect(nav()).not.toHaveAttribute('data-open');
    fireEvent.pointerEnter(nav());
    expect(nav()).toHaveAttribute('data-open');
    fireEvent.pointerLeave(nav());
    act(() => void vi.advanceTimersByTime(HIDE_DELAY_MS - 1));
    expect(nav()).toHaveAttribute('data-open');
    act(() => void vi.advanceTimersByTime(1));
    expect(nav()).not.toHaveAttribute('data-open');
    fireEvent.click(screen.getByRole('button', { name: 'Keep the menu open' }));
    expect(nav()).toHaveAttribute('data-open');
    fireEvent.click(screen.getByRole('button', { name: 'Let the menu close' }));
    fireEvent.pointerLeave(nav());
    act(() => void vi.advanceTimersByTime(HIDE_DELAY_MS));
    expect(nav()).not.toHaveAttribute('data-open');
  },
);

test('the pointer’s return within 300 ms keeps the menu', () => {
  open('drawer');
  vi.useFakeTimers();
  fireEvent.pointerEnter(nav());
  fireEvent.pointerLeave(nav());
  act(() => void vi.advanceTimersByTime(HIDE_DELAY_MS - 1));
  fireEvent.pointerEnter(nav());
  act(() => void vi.advanceTimersByTime(HIDE_DELAY_MS * 2));
  expect(nav()).toHaveAttribute('data-open');
});

test('what a finger has opened stays until it touches something else; Escape closes it too', () => {
  open('reveal');
  const isOpen = () => nav().hasAttribute('data-open');
  fireEvent.pointerEnter(nav(), { pointerType: 'touch' });
  fireEvent.pointerLeave(nav(), { pointerType: 'touch' });
  vi.useFakeTimers();
  act(() => void vi.advanceTimersByTime(HIDE_DELAY_MS * 2));
  expect(isOpen()).toBe(true);
  fireEvent.pointerDown(within(nav()).getByText('Users'));
  expect(isOpen()).toBe(true);
  fireEvent.pointerDown(screen.getByText('Page'));
  expect(isOpen()).toBe(false);
  fireEvent.pointerEnter(nav());
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(isOpen()).toBe(false);
});

test.each(MENU_MODES)('at 991 px and below the mode %s is a drawer behind a mask', async (mode) => {
  narrow = true;
  const { user } = open(mode);
  noNav();
  await user.click(screen.getByRole('button', { name: 'Open the menu' }));
  await screen.findByRole('dialog', { name: 'Menu' });
  await user.keyboard('{Escape}');
  await waitFor(noNav);
});

test('the menu has its own theme beside the page, but not as a bar', () => {
  open('static');
  expect(nav()).toHaveAttribute('data-scheme', 'light');
  act(() => changeTheme({ menuTheme: 'dark' }));
  expect(nav()).toHaveAttribute('data-scheme', 'dark');
  act(() => changeTheme({ menuMode: 'horizontal' }));
  expect(nav()).not.toHaveAttribute('data-scheme');
});

test('what flies out of a menu has the menu’s theme', async () => {
  const { user } = open('slim');
  act(() => changeTheme({ menuTheme: 'dark' }));
  await user.click(await screen.findByRole('button', { name: 'More' }));
  expect(around(await screen.findByRole('dialog', { name: 'More' }), '[data-scheme]')).toHaveAttribute(
    'data-scheme',
    'dark',
  );
});

test('the drawer of a narrow window has the menu’s theme', async () => {
  narrow = true;
  const { user } = open('static');
  act(() => changeTheme({ menuTheme: 'dark' }));
  await user.click(screen.getByRole('button', { name: 'Open the menu' }));
  expect(around(await screen.findByRole('dialog', { name: 'Menu' }), '[data-scheme]')).toHaveAttribute(
    'data-scheme',
    'dark',
  );
});

test('the look is the person’s while the shell is there, and nobody’s own afterwards', () => {
  const view = open('slim');
  expect(localStorage.getItem('theme:manager:1')).toContain('slim');
  view.unmount();
  changeTheme({ menuMode: 'overlay' });
  expect(localStorage.getItem('theme:manager:1')).not.toContain('overlay');
});

test('that there is no network is said once, until it is back', () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  open('static');
  const said = () => screen.queryAllByText(/You are offline/);
  expect(said()).toHaveLength(1);
  network.mockReturnValue(true);
  fireEvent(window, new Event('online'));
  expect(said()).toHaveLength(0);
});

test('a frame that comes later takes no focus', async () => {
  const { unmount } = open('horizontal');
  act(() => screen.getByRole('link', { name: 'Users' }).focus());
  unmount();
  await Promise.resolve();
  open('horizontal');
  expect(document.body).toHaveFocus();
});
