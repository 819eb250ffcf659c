import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useStore } from '@/lib/store';
import { addToast, clearToasts, LEAVE_MS, removeToastGroup, toasts } from '@/lib/toast';
import { offerUndo } from '@/lib/undo';
import { axeProblems } from '@/testing/axe';
import { elements } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { ConfirmDialog } from './confirm-dialog';
import { Drawer } from './drawer';
import { Toaster } from './toaster';

afterEach(() => vi.useRealTimers());

const gone = (text: string) => waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());

test('a toast leaves on its button, by its group and with all', async () => {
  const { user } = renderApp(<Toaster />);
  act(() => {
    addToast({ summary: 'One' });
    addToast({ summary: 'Two', group: 'g', severity: 'error' });
    addToast({ summary: 'Three', closable: false, severity: 'contrast' });
  });
  const [first] = await screen.findAllByRole('button', { name: 'Close notification' });
  expect(await axeProblems()).toEqual([]);
  for (const [index, text] of ['One', 'Two'].entries())
    expect(screen.getAllByRole('button', { name: 'Close notification' })[index]).toHaveAccessibleDescription(text);
  if (first) await user.click(first);
  await gone('One');
  expect(screen.getAllByRole('button', { name: 'Close notification' })).toHaveLength(1);
  act(() => removeToastGroup('g'));
  await gone('Two');
  act(() => clearToasts());
  await gone('Three');
});

test('a toast with a life leaves by itself, but not while someone reads it', async () => {
  renderApp(<Toaster />);
  act(() => void addToast({ summary: 'Loads the looks' }));
  await screen.findByText('Loads the looks');
  vi.useFakeTimers();
  act(() => void addToast({ summary: 'Soon gone', life: 3000 }));
  const toast = screen.getByText('Soon gone');
  act(() => void vi.advanceTimersByTime(2000));
  fireEvent.pointerEnter(toast);
  act(() => void vi.advanceTimersByTime(10_000));
  expect(screen.getByText('Soon gone')).toBeInTheDocument();
  fireEvent.pointerLeave(toast);
  act(() => void vi.advanceTimersByTime(1000));
  act(() => void vi.advanceTimersByTime(LEAVE_MS));
  expect(screen.queryByText('Soon gone')).not.toBeInTheDocument();
});

test('what may be taken back is done once the time is over, and not when it was taken back', async () => {
  const { user } = renderApp(<Toaster />);
  const first = { commit: vi.fn(), undo: vi.fn() };
  act(() => offerUndo({ summary: 'Removed', undoLabel: 'Undo', ...first }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await gone('Removed');
  expect(first.undo).toHaveBeenCalledOnce();
  expect(first.commit).not.toHaveBeenCalled();

  const second = { commit: vi.fn(), undo: vi.fn() };
  act(() => offerUndo({ summary: 'Removed', undoLabel: 'Undo', ...second }));
  await user.click(await screen.findByRole('button', { name: 'Close notification' }));
  expect(second.commit).toHaveBeenCalledOnce();

  const third = { commit: vi.fn(), undo: vi.fn() };
  act(() => offerUndo({ summary: 'Removed', undoLabel: 'Undo', ...third }));
  act(() => void window.dispatchEvent(new Event('pagehide')));
  act(() => clearToasts());
  expect(third.commit).toHaveBeenCalledOnce();
  expect([second.undo, third.undo].flatMap((undo) => undo.mock.calls)).toEqual([]);
});

const overlays = {
  'a dialog': <ConfirmDialog isOpen onAnswer={() => undefined} />,
  'a drawer': (
    <Drawer title="Menu" isOpen onOpenChange={() => undefined}>
      <a href="#x">Inside</a>
    </Drawer>
  ),
};

/** As in the app: the region comes with the first toast, when the dialog is there already. */
const Late = () => useStore(toasts).length > 0 && <Toaster />;
const withToasts = (overlay: ReactNode) => (
  <>
    {overlay}
    <Late />
  </>
);

test.each(Object.keys(overlays) as (keyof typeof overlays)[])(
  'a change can be taken back while %s is open, which stays open',
  async (over) => {
    const { user } = renderApp(withToasts(overlays[over]));
    const dialog = screen.getByRole(over === 'a dialog' ? 'alertdialog' : 'dialog');
    const undo = vi.fn();
    act(() => offerUndo({ summary: 'Removed', undoLabel: 'Undo', commit: vi.fn(), undo }));
    const button = await screen.findByRole('button', { name: 'Undo' });
    expect(elements('[inert] button, [aria-hidden=true] button')).not.toContain(button);
    expect(elements('body > div > section')).toContain(screen.getByRole('region', { name: 'Notifications' }));
    await user.click(button);
    expect(undo).toHaveBeenCalledOnce();
    await gone('Removed');
    expect(dialog).toBeInTheDocument();
  },
);

test('F6 leads from a dialog to the newest toast and back again, and a toast that leaves gives the focus back', async () => {
  const { user } = renderApp(withToasts(overlays['a dialog']));
  const undo = vi.fn();
  act(() => void addToast({ summary: 'Older' }));
  act(() => offerUndo({ summary: 'Removed', undoLabel: 'Undo', commit: vi.fn(), undo }));
  const button = await screen.findByRole('button', { name: 'Undo' });
  const no = screen.getByRole('button', { name: 'No' });
  act(() => no.focus());
  await user.keyboard('{F6}');
  expect(button).toHaveFocus();
  await user.keyboard('{F6}');
  expect(no).toHaveFocus();
  await user.keyboard('{F6}{Enter}');
  expect(undo).toHaveBeenCalledOnce();
  expect(no).toHaveFocus();
});

test('the region is in the browser’s top layer, and comes over what went to full screen', async () => {
  const calls: string[] = [];
  let open = false;
  const { value: real } = Object.getOwnPropertyDescriptor(Element.prototype, 'matches') as {
    value: (this: Element, selector: string) => boolean;
  };
  const matches = vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
    return selector === ':popover-open' ? open : real.call(this, selector);
  });
  Object.assign(HTMLElement.prototype, {
    showPopover: () => (calls.push('show'), (open = true)),
    hidePopover: () => (calls.push('hide'), (open = false)),
  });
  renderApp(<Toaster />);
  act(() => void addToast({ summary: 'One' }));
  await screen.findByText('One');
  expect(calls).toEqual(['show']);
  Object.defineProperty(document, 'fullscreenElement', { value: document.body, configurable: true });
  act(() => void addToast({ summary: 'Two' }));
  await screen.findByText('Two');
  expect(calls).toEqual(['show', 'hide', 'show']);
  // A toast that is there already comes over a video that goes to full screen.
  fireEvent(document, new Event('fullscreenchange'));
  expect(calls).toEqual(['show', 'hide', 'show', 'hide', 'show']);
  matches.mockRestore();
  Reflect.deleteProperty(document, 'fullscreenElement');
  for (const name of ['showPopover', 'hidePopover']) Reflect.deleteProperty(HTMLElement.prototype, name);
});

test('the region is inside what is in full screen, with its toasts and the focus, and comes back from there', async () => {
  renderApp(
    <>
      <Toaster />
      <div dir="ltr" data-testid="player" />
    </>,
    { locale: 'ar' },
  );
  document.documentElement.dir = 'rtl';
  act(() => void addToast({ summary: 'One' }));
  const toast = await screen.findByText('One');
  const button = screen.getByRole('button');
  act(() => button.focus());
  const player = screen.getByTestId('player');
  const goes = (element: Element | null) => {
    Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true });
    fireEvent(document, new Event('fullscreenchange'));
  };
  goes(player);
  expect(player).toContainElement(toast);
  expect(button).toHaveFocus();
  expect(elements('[data-testid=player] > [dir=rtl]')).toHaveLength(1);
  goes(null);
  expect(player).toBeEmptyDOMElement();
  expect(screen.getByText('One')).toBe(toast);
  expect(button).toHaveFocus();
  // A video alone shows nothing that is inside it.
  goes(document.createElement('video'));
  expect(document.body).toContainElement(toast);
  Reflect.deleteProperty(document, 'fullscreenElement');
  document.documentElement.dir = '';
});
