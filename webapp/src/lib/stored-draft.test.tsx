import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { learnerSession, managerSession } from './session';
import { forgetDraftsOf, forgetOldDrafts } from './draft-storage';
import { forgetDraft, useStoreDraft, useStoreFormDraft, useStoredDraft } from './stored-draft';

const BEGIN = { fullname: 'Sara', password: '' };

function Form() {
  const kept = useStoredDraft<Partial<typeof BEGIN>>('form');
  const { control, register } = useForm({ defaultValues: { ...BEGIN, ...kept } });
  useStoreFormDraft('form', control, BEGIN);
  return (
    <>
      <input aria-label="Name" {...register('fullname')} />
      <input aria-label="Password" {...register('password')} />
    </>
  );
}

const keptNow = () => renderHook(() => useStoredDraft('form')).result.current;
const typeInto = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);

test('what differs from the beginning outlives the form, though it was closed at once; passwords do not', async () => {
  const { unmount } = render(<Form />);
  await typeInto('Name', 'h');
  await typeInto('Password', 'Secret1');
  unmount();
  expect(keptNow()).toEqual({ fullname: 'Sarah' });
  render(<Form />);
  expect(screen.getByLabelText('Name')).toHaveValue('Sarah');
});

test('what was typed back to how it was is forgotten, an older draft too', async () => {
  const { unmount: leave } = render(<Form />);
  await typeInto('Name', 'h');
  leave();
  const { unmount: leaveAgain } = render(<Form />);
  await typeInto('Name', '{Backspace}');
  leaveAgain();
  expect(keptNow()).toBeNull();
});

test('what was saved and forgotten does not come back when its form goes', async () => {
  const { unmount } = render(<Form />);
  await typeInto('Name', 'h');
  act(() => forgetDraft('form'));
  unmount();
  expect(keptNow()).toBeNull();
});

test('the newest value is kept when the page is left', () => {
  const { rerender } = renderHook(({ value }) => useStoreDraft('form', value), { initialProps: { value: 'a' } });
  rerender({ value: 'ab' });
  window.dispatchEvent(new Event('pagehide'));
  expect(keptNow()).toBe('ab');
});

test('a learner’s drafts are the learner’s own, and go with the sign-out', () => {
  const mine = () => renderHook(() => useStoredDraft('my:info')).result.current;
  act(() => learnerSession.start('t', { clientId: 'l1', fullname: 'Sara' }));
  const { unmount } = renderHook(() => useStoreDraft('my:info', { phonenumber: '5' }));
  unmount();
  expect(mine()).toEqual({ phonenumber: '5' });
  act(() => learnerSession.start('t2', { clientId: 'l2', fullname: 'Ali' }));
  expect(mine()).toBeNull();
  forgetDraftsOf('l1');
  act(() => learnerSession.start('t3', { clientId: 'l1', fullname: 'Sara' }));
  expect(mine()).toBeNull();
});

test('a manager’s drafts are the manager’s own, and wait for them where the session has only expired', () => {
  const signIn = (userId: string) =>
    act(() => managerSession.start(`t ${userId}`, { userId, fullname: userId, lastLogin: null }));
  signIn('m1');
  const { unmount } = renderHook(() => useStoreDraft('form', 'typed'));
  unmount();
  act(() => managerSession.end('automatic'));
  expect(keptNow()).toBeNull();
  signIn('m2');
  expect(keptNow()).toBeNull();
  signIn('m1');
  expect(keptNow()).toBe('typed');
});

test('a draft goes seven days after its last change, whether or not its form is opened again', () => {
  const day = (number: number) => vi.setSystemTime(new Date(2026, 0, 1 + number));
  vi.useFakeTimers({ toFake: ['Date'] });
  day(0);
  for (const name of ['form', 'other']) renderHook(() => useStoreDraft(name, 'typed')).unmount();
  day(6);
  forgetOldDrafts();
  expect(keptNow()).toBe('typed');
  renderHook(() => useStoreDraft('form', 'typed on')).unmount();
  day(8);
  forgetOldDrafts();
  expect(Object.keys(sessionStorage)).toEqual(['draft::form']);
  expect(keptNow()).toBe('typed on');
  day(13);
  expect(keptNow()).toBeNull();
  expect({ ...sessionStorage }).toEqual({});
  vi.useRealTimers();
});

test('a visitor’s drafts are nobody’s to drop', () => {
  const { unmount } = renderHook(() => useStoreDraft('visitor:message', 'typed'));
  unmount();
  forgetDraftsOf(undefined);
  expect(renderHook(() => useStoredDraft('visitor:message')).result.current).toBe('typed');
});
