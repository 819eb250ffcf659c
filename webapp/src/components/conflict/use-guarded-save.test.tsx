import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { ApiError } from '@/lib/api-error';
import { axeProblems } from '@/testing/axe';
import { clearToasts, toasts } from '@/lib/toast';
import { renderApp } from '@/testing/render';
import { mergeFields } from './merge-fields';
import { useGuardedSave, type SaveResult } from './use-guarded-save';

interface Texts {
  title: string;
  description: string;
}
type Stored = Texts & { revision: number };

const OPENED = { title: 'Python', description: 'Loops' };
const LABELS = { title: { label: 'Title' }, description: { label: 'Description' } };

beforeEach(clearToasts);
const told = () => toasts.get().flatMap(({ detail, leaving }) => (leaving ? [] : [detail]));

/** A store that somebody else may change, and a button that saves what was typed. */
function show(typed: Texts, stored: Stored, meanwhile: Stored[] = [], locale: 'ar' | 'en' = 'en') {
  const sent: Stored[] = [];
  const results: SaveResult<Texts>[] = [];
  let now = stored;
  const send = (texts: Texts, revision: number) => {
    sent.push({ ...texts, revision });
    if (revision !== now.revision) {
      const refusal = { status: 409, code: 'changed_meanwhile', message: '', result: now };
      now = meanwhile.shift() ?? now;
      return Promise.reject(new ApiError(refusal));
    }
    now = { ...texts, revision: revision + 1 };
    return Promise.resolve({ result: now });
  };
  function Form() {
    const [failed, setFailed] = useState(false);
    const guarded = useGuardedSave<Texts, Stored>({
      read: ({ title, description }) => ({ title, description }),
      merge: (base, mine, theirs) => mergeFields(base, mine, theirs, LABELS),
      send,
    });
    const save = () =>
      guarded.save({ revision: 1, values: OPENED }, typed).then(
        (result) => void results.push(result),
        () => setFailed(true),
      );
    return (
      <>
        <button onClick={() => void save()}>Save</button>
        {failed && <p>failed</p>}
        {guarded.dialog}
      </>
    );
  }
  const { user } = renderApp(<Form />, { locale });
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { sent, results, press, user };
}

test('an untouched record is saved with the revision that was seen', async () => {
  const { sent, results, press } = show({ ...OPENED, title: 'Mine' }, { ...OPENED, revision: 1 });
  await press('Save');
  await waitFor(() => expect(results).toHaveLength(1));
  expect(sent).toEqual([{ title: 'Mine', description: 'Loops', revision: 1 }]);
  expect(told()).toEqual([]);
  expect(results[0]).toMatchObject({ outcome: 'saved', seen: { revision: 2 } });
});

test('changes of other fields are saved together without a question, and a toast names them', async () => {
  const { sent, results, press } = show(
    { ...OPENED, title: 'Mine' },
    { title: 'Python', description: 'Theirs', revision: 5 },
  );
  await press('Save');
  await waitFor(() => expect(results).toHaveLength(1));
  expect(sent[1]).toEqual({ title: 'Mine', description: 'Theirs', revision: 5 });
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(told()).toEqual(['Changed by someone else in the meantime and kept as it is: Description']);
});

const THEIRS = { title: 'Theirs', description: 'Loops', revision: 5 };

test('both versions of a field are shown side by side, and only of those that differ', async () => {
  const { press } = show({ ...OPENED, title: 'Mine' }, THEIRS);
  await press('Save');
  const dialog = await screen.findByRole('alertdialog', { name: 'Someone else has changed this in the meantime' });
  expect(within(dialog).getByRole('heading', { name: 'Title' })).toBeInTheDocument();
  expect(within(dialog).queryByRole('heading', { name: 'Description' })).not.toBeInTheDocument();
  const [mine, theirs] = within(dialog).getAllByRole('definition');
  expect(mine).toHaveTextContent('Mine');
  expect(theirs).toHaveTextContent('Theirs');
  expect(await axeProblems()).toEqual([]);
});

test('keeping mine sends it again with the newer revision', async () => {
  const { sent, results, press } = show({ ...OPENED, title: 'Mine' }, THEIRS);
  await press('Save');
  await screen.findByRole('alertdialog');
  await press('Keep mine');
  await waitFor(() => expect(results).toHaveLength(1));
  expect(sent[1]).toEqual({ title: 'Mine', description: 'Loops', revision: 5 });
  expect(results[0]?.outcome).toBe('saved');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('taking theirs sends nothing, and the form takes it with its revision', async () => {
  const { sent, results, press } = show({ title: 'Mine', description: 'My text' }, THEIRS);
  await press('Save');
  await screen.findByRole('alertdialog');
  await press('Take theirs');
  await waitFor(() => expect(results).toHaveLength(1));
  expect(sent).toHaveLength(1);
  // What only this person changed stays in the form, to be saved next.
  expect(results[0]).toEqual({
    outcome: 'taken',
    values: { title: 'Theirs', description: 'My text' },
    seen: { revision: 5, values: { title: 'Theirs', description: 'Loops' } },
  });
});

const BOTH = { title: 'Theirs', description: 'Their text', revision: 5 };
const MINE = { title: 'Mine', description: 'My text' };

test.each(['en', 'ar'] as const)(
  'several fields are chosen one by one, by the keyboard alone too (%s)',
  async (locale) => {
    const { sent, results, user } = show(MINE, BOTH, [], locale);
    await user.tab();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('alertdialog');
    expect(await axeProblems()).toEqual([]);
    const save = within(dialog).getAllByRole('button').at(-1);
    expect(save).toBeDisabled();
    expect(within(dialog).getByRole('status')).toHaveTextContent(/Title.+Description/);
    const title = within(dialog).getByRole('radiogroup', { name: 'Title' });
    const [own, other] = within(title).getAllByRole('radio');
    expect(own).toHaveAccessibleDescription('Mine');
    expect(other).toHaveAccessibleDescription('Theirs');
    await user.tab();
    expect(own).toHaveFocus();
    // Forward is the way in which one reads.
    await user.keyboard(locale === 'ar' ? '{ArrowLeft}' : '{ArrowRight}');
    expect(other).toBeChecked();
    expect(within(dialog).getByRole('status')).not.toHaveTextContent('Title');
    await user.tab();
    await user.keyboard(' ');
    expect(save).toBeEnabled();
    expect(await axeProblems()).toEqual([]);
    for (let button = 0; button < 4; ++button) await user.tab();
    expect(save).toHaveFocus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(results).toHaveLength(1));
    expect(sent[1]).toEqual({ title: 'Theirs', description: 'My text', revision: 5 });
    expect(results[0]?.outcome).toBe('saved');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  },
);

test('one press keeps all of mine', async () => {
  const { sent, results, press } = show(MINE, BOTH);
  await press('Save');
  await screen.findByRole('alertdialog');
  await press('Keep all mine');
  await waitFor(() => expect(results).toHaveLength(1));
  expect(sent[1]).toEqual({ ...MINE, revision: 5 });
});

test('one press takes all of theirs, as choosing theirs everywhere does, and nothing is sent', async () => {
  const { sent, results, press, user } = show(MINE, BOTH);
  const taken = { outcome: 'taken', values: { title: 'Theirs', description: 'Their text' } };
  await press('Save');
  await screen.findByRole('alertdialog');
  await press('Take all theirs');
  await waitFor(() => expect(results[0]).toMatchObject(taken));
  await press('Save');
  for (const radio of await screen.findAllByRole('radio', { name: 'Saved by someone else in the meantime' })) {
    await user.click(radio);
  }
  await press('Save what I chose');
  await waitFor(() => expect(results[1]).toMatchObject(taken));
  expect(sent).toHaveLength(2);
});

test('going back leaves everything as it was typed, and the next save asks again', async () => {
  const { sent, results, press, user } = show({ ...OPENED, title: 'Mine' }, THEIRS);
  await press('Save');
  await screen.findByRole('alertdialog');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(results).toHaveLength(1));
  expect(results[0]).toMatchObject({ outcome: 'back', values: { title: 'Mine' }, seen: { revision: 1 } });
  await press('Save');
  await screen.findByRole('alertdialog');
  expect(sent).toHaveLength(2);
});

test('whoever is overtaken once more is asked once more', async () => {
  const { results, press } = show({ ...OPENED, title: 'Mine' }, THEIRS, [
    { title: 'Newest', description: 'Loops', revision: 6 },
  ]);
  await press('Save');
  await screen.findByText('Theirs');
  await press('Keep mine');
  await screen.findByText('Newest');
  expect(results).toHaveLength(0);
  await press('Keep mine');
  await waitFor(() => expect(results[0]?.seen.revision).toBe(7));
});
