import { screen, waitFor } from '@testing-library/react';
import { Link } from 'react-router';
import { renderApp } from '@/testing/render';
import { LeaveGuard } from './leave-guard';

function show() {
  return renderApp(
    <>
      <LeaveGuard title="Leave the page?" text="The import stops." />
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="/?tab=2">Another tab</Link>
    </>,
    { routes: [{ path: '/elsewhere', element: <h1>Elsewhere</h1> }] },
  );
}

test('a link to another page asks first, and its buttons say what they do', async () => {
  const { user, router } = show();
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  expect(await screen.findByRole('alertdialog', { name: 'Leave the page?' })).toHaveTextContent('The import stops.');
  await user.click(screen.getByRole('button', { name: 'Stay on this page' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(router.state.location.pathname).toBe('/');
});

test('who leaves arrives there', async () => {
  const { user } = show();
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }));
  await user.click(await screen.findByRole('button', { name: 'Leave this page' }));
  expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeInTheDocument();
});

test('another address of the same page is no leaving', async () => {
  const { user, router } = show();
  await user.click(screen.getByRole('link', { name: 'Another tab' }));
  await waitFor(() => expect(router.state.location.search).toBe('?tab=2'));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('the browser asks before it closes the page, while there is something to lose', () => {
  const close = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const { unmount } = show();
  expect(close()).toBe(true);
  unmount();
  expect(close()).toBe(false);
});
