import { screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { sent, serveSite } from '../testing';
import { SetupSite } from './setup-site';

serveSite();

test('the set-up begins without the shipped example, and publishes at once', async () => {
  const onDone = vi.fn();
  const { user } = renderApp(
    <Suspense>
      <SetupSite onDone={onDone} />
    </Suspense>,
  );
  const name = await screen.findByLabelText('Name of the academy in Arabic');
  expect(name).toHaveValue('');
  expect(screen.getByLabelText('E-mail shown to visitors')).toHaveValue('');
  await user.type(name, 'أكاديمية النور');
  await user.type(screen.getByLabelText('Name of the academy in English'), 'Noor Academy');
  await user.click(screen.getByRole('radio', { name: 'Teal' }));
  await user.click(screen.getByRole('radio', { name: 'English' }));
  expect(await axeProblems()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent.map(([call]) => call)).toEqual(['save', 'publish']);
  expect(sent[0]?.[1].timezone).toBe('Asia/Riyadh');
  expect(sent[0]?.[1].files).toEqual({
    'site.json': expect.objectContaining({
      name: { ar: 'أكاديمية النور', en: 'Noor Academy' },
      email: '',
      palette: 'teal',
      defaultLanguage: 'en',
      placeholders: [],
    }) as object,
  });
});

test('what was filled in of the set-up outlives a reload, which is said, and nothing is left when it is saved', async () => {
  const onDone = vi.fn();
  const open = () =>
    renderApp(
      <Suspense>
        <SetupSite onDone={onDone} />
      </Suspense>,
    );
  const { user, unmount: leave } = open();
  await user.type(await screen.findByLabelText('Name of the academy in English'), 'Noor Academy');
  leave();
  open();
  expect(await screen.findByLabelText('Name of the academy in English')).toHaveValue('Noor Academy');
  expect(screen.getByText('Your unsaved draft was restored.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByLabelText('Name of the academy in English')).toHaveValue('');
  await user.type(screen.getByLabelText('Name of the academy in English'), 'Noor');
  await user.type(screen.getByLabelText('Name of the academy in Arabic'), 'النور');
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect({ ...sessionStorage }).toEqual({});
});
