import { fireEvent, screen } from '@testing-library/react';
import { Toaster } from '@/components/ui/toaster';
import { renderApp } from '@/testing/render';
import { CopyGuard } from './copy-guard';

const page = (
  <>
    <CopyGuard />
    <Toaster />
    <p>Text</p>
    <input aria-label="Field" />
  </>
);

test('refuses the mouse’s menu, saving and F12 with a notice', async () => {
  renderApp(page);
  expect(fireEvent.contextMenu(screen.getByText('Text'), { button: 2 })).toBe(false);
  expect(await screen.findByText('Right-click is switched off here.')).toBeInTheDocument();
  expect(fireEvent.keyDown(document.body, { code: 'KeyS', key: 'س', ctrlKey: true })).toBe(false);
  expect(await screen.findByText('Saving the page is switched off here.')).toBeInTheDocument();
  expect(fireEvent.keyDown(document.body, { key: 'F12', code: 'F12' })).toBe(false);
  expect(await screen.findByText('The developer tools are switched off here.')).toBeInTheDocument();
});

test('refuses a long press, and the click with Control that a Mac takes for the other button', () => {
  renderApp(page);
  const text = screen.getByText('Text');
  fireEvent.pointerDown(text, { pointerType: 'touch' });
  expect(fireEvent.contextMenu(text, { button: 0 })).toBe(false);
  fireEvent.keyDown(document.body, { key: 'Control', ctrlKey: true });
  fireEvent.pointerDown(text, { ctrlKey: true });
  expect(fireEvent.contextMenu(text, { button: 0, ctrlKey: true })).toBe(false);
  fireEvent.keyDown(text, { key: 'ContextMenu' });
  expect(fireEvent.contextMenu(text, { button: 0 })).toBe(true);
});

test('leaves the menu of the keyboard and of fields alone', () => {
  renderApp(page);
  expect(fireEvent.contextMenu(screen.getByText('Text'), { button: 0 })).toBe(true);
  expect(fireEvent.contextMenu(screen.getByLabelText('Field'), { button: 2 })).toBe(true);
  expect(fireEvent.keyDown(document.body, { code: 'KeyS', key: 's' })).toBe(true);
});
