import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { renderApp } from '@/testing/render';
import { useKeepFocus } from './use-keep-focus';

function Items({ asks = false }: { asks?: boolean }) {
  useKeepFocus();
  const [items, setItems] = useState(['One', 'Two']);
  const [asked, setAsked] = useState<string | null>(null);
  const remove = (item: string) => setItems((now) => now.filter((other) => other !== item));
  return (
    <main>
      <ul aria-label="Items">
        {items.map((item) => (
          <li key={item}>
            <button onClick={() => (asks ? setAsked(item) : remove(item))}>{item}</button>
          </li>
        ))}
      </ul>
      {asked !== null && (
        <ConfirmDialog
          isOpen
          onAnswer={(yes) => {
            setAsked(null);
            if (yes) remove(asked);
          }}
        />
      )}
    </main>
  );
}

function Saved({ tells = false }: { tells?: boolean }) {
  useKeepFocus();
  const [saved, setSaved] = useState(false);
  return (
    <section aria-label="Form">
      <button disabled={saved} onClick={() => setSaved(true)}>
        Save
      </button>
      {saved && tells && <Told />}
    </section>
  );
}

function Told() {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => element.current?.focus(), []);
  return (
    <p ref={element} tabIndex={-1}>
      Saved
    </p>
  );
}

test('who removes a row is then in its list', async () => {
  render(<Items />);
  await userEvent.click(screen.getByRole('button', { name: 'One' }));
  await waitFor(() => expect(screen.getByRole('list', { name: 'Items' })).toHaveFocus());
  await userEvent.tab();
  expect(screen.getByRole('button', { name: 'Two' })).toHaveFocus();
  expect(screen.getByRole('list')).not.toHaveAttribute('tabindex');
});

test('also after a question, whose dialog has nothing to give the focus back to', async () => {
  const { user } = renderApp(<Items asks />);
  await user.click(screen.getByRole('button', { name: 'One' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(screen.getByRole('list', { name: 'Items' })).toHaveFocus());
});

test('a button that disables itself leaves the focus beside it', async () => {
  render(<Saved />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByRole('region', { name: 'Form' })).toHaveFocus());
});

test('what takes the focus by itself keeps it', async () => {
  render(<Saved tells />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByText('Saved')).toHaveFocus());
});
