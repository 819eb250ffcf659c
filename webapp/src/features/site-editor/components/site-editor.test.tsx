import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Suspense } from 'react';
import { queryClient } from '@/lib/query-client';
import { managerSession } from '@/lib/session';
import { axeProblems } from '@/testing/axe';
import { fileInput } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import type { Files } from '../files';
import { MailTest } from './mail-test';
import { SetupSite } from './setup-site';
import { SitePage } from './site-page';

const page = (more: Files[string] = {}) => ({ title: 'T', description: 'D', intro: 'I', ...more });
const home = (heading: string) => ({
  description: 'D',
  hero: { badge: '', heading, text: 'Short videos' },
  courses: { heading: 'Courses', text: '' },
  why: { heading: 'Why', text: '', items: [{ icon: 'shield', title: 'Safe', text: 'No advertising' }] },
  steps: { heading: 'Begin', items: [] },
  testimonials: { heading: 'They say', items: [{ quote: 'Good', name: 'Sara', role: '' }] },
  action: { heading: 'Ready?', text: 'Begin' },
  placeholders: ['testimonials.items'],
});
const shipped = (): Files => ({
  'site.json': {
    name: { ar: 'الأكاديمية', en: 'The Academy' },
    email: 'hello@academy.example',
    phone: '',
    whatsapp: '',
    address: { ar: '', en: '' },
    workingHours: { ar: '', en: '' },
    photos: [],
    logo: '',
    palette: '',
    defaultLanguage: '',
    placeholders: ['email'],
  },
  ...Object.fromEntries(
    ['ar', 'en'].flatMap((language): [string, Files[string]][] => [
      [`${language}/home.json`, home(language === 'ar' ? 'دروس واضحة' : 'Clear lessons')],
      ...['about', 'privacy', 'terms'].map((name): [string, Files[string]] => [
        `${language}/${name}.json`,
        page({ sections: [], values: [] }),
      ]),
      ...['photos', 'courses', 'contact'].map((name): [string, Files[string]] => [
        `${language}/${name}.json`,
        page({ form: {}, empty: '' }),
      ]),
    ]),
  ),
});

interface Sent {
  files?: Files;
  revision?: number;
}

let files: Files;
let revision: number;
let draft: boolean;
let sent: [string, Sent][];

const result = () => ({ files, views: { ar: {}, en: {} }, revision, draft, changedAt: null, publishedAt: null });
const answer = () => HttpResponse.json({ message: 'ok', result: result() });
const refuse = (status: number, code: string, data?: object[]) =>
  HttpResponse.json({ message: 'x', code, data }, { status });

beforeEach(() => {
  files = shipped();
  revision = 0;
  draft = false;
  sent = [];
  queryClient.clear();
  managerSession.start('t', { userId: 'm1', fullname: 'Mona', lastLogin: null });
  server.use(
    http.post('*/api/cm/site/fetch', answer),
    http.put('*/api/cm/site/save-draft', async ({ request }) => {
      const body = (await request.json()) as Sent;
      sent.push(['save', body]);
      files = { ...files, ...body.files };
      draft = true;
      revision += 1;
      return answer();
    }),
    http.put('*/api/cm/site/publish', async ({ request }) => {
      sent.push(['publish', (await request.json()) as Sent]);
      draft = false;
      revision += 1;
      return answer();
    }),
  );
});

describe('the page on which owners edit the site', () => {
  const open = async (path = '/', locale: 'en' | 'ar' = 'en') => {
    const onPublished = vi.fn();
    const view = renderApp(
      <Suspense>
        <SitePage onPublished={onPublished} />
      </Suspense>,
      { path, locale },
    );
    await screen.findByRole('heading', { level: 1 });
    return { ...view, onPublished };
  };

  test.each(['en', 'ar'] as const)('is accessible, and counts the examples (%s)', async (locale) => {
    await open('/', locale);
    expect(screen.getAllByRole('status')[0]).toHaveTextContent(
      locale === 'en' ? '2 parts of the site are still an example' : 'جزءان من الموقع',
    );
    expect(await axeProblems()).toEqual([]);
  });

  test('has each text in both languages, in its own direction, and publishes what was changed', async () => {
    const { user, onPublished } = await open('/?tab=home');
    const english = screen.getByDisplayValue('Clear lessons');
    expect(english).toHaveAttribute('dir', 'auto');
    expect(english).toHaveAttribute('lang', 'en');
    expect(screen.getByDisplayValue('دروس واضحة')).toHaveAttribute('lang', 'ar');
    expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled();
    await user.clear(english);
    await user.type(english, 'Clearer lessons');
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(onPublished).toHaveBeenCalled());
    expect(sent.map(([call, { revision: seen }]) => [call, seen])).toEqual([
      ['save', 0],
      ['publish', 1],
    ]);
    expect(sent[0]?.[1].files?.['en/home.json']?.['hero']).toMatchObject({ heading: 'Clearer lessons' });
    expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled();
  });

  test('an example is told until it is the academy’s, or gone', async () => {
    const { user } = await open('/?tab=home');
    const group = () => within(screen.getByRole('region', { name: 'Testimonials' }));
    expect(group().getByText('Example: hidden from visitors')).toBeInTheDocument();
    await user.click(group().getByRole('button', { name: 'Remove the example' }));
    expect(group().queryByText('Example: hidden from visitors')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    await screen.findByText('There is a draft that is not published.');
    for (const language of ['ar', 'en'])
      expect(sent[0]?.[1].files?.[`${language}/home.json`]).toMatchObject({
        testimonials: { items: [] },
        placeholders: [],
      });
  });

  test('items are added and removed in both languages', async () => {
    const { user } = await open('/?tab=home');
    const group = within(screen.getByRole('region', { name: 'How to begin' }));
    await user.click(group.getByRole('button', { name: 'Add' }));
    const item = within(group.getByRole('listitem', { name: 'How to begin 1' }));
    await user.type(item.getByLabelText('Title in English'), 'Sign up');
    await user.type(item.getByLabelText('Title in Arabic'), 'سجّل');
    await user.click(group.getByRole('button', { name: 'Add' }));
    await user.click(group.getByRole('button', { name: 'Remove: How to begin 2' }));
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.[1].files?.['ar/home.json']?.['steps']).toMatchObject({ items: [{ title: 'سجّل', text: '' }] });
    expect(sent[0]?.[1].files?.['en/home.json']?.['steps']).toMatchObject({ items: [{ title: 'Sign up', text: '' }] });
  });

  test('a refusal stands at its field, and nothing typed is lost', async () => {
    server.use(
      http.put('*/api/cm/site/save-draft', () =>
        refuse(422, 'validation_failed', [
          { field: 'site.json: phone', code: 'invalid', message: 'x' },
          { field: 'site.json: name.ar', code: 'required', message: 'x' },
        ]),
      ),
    );
    const { user } = await open();
    await user.type(screen.getByLabelText('Phone'), 'call us');
    await user.clear(screen.getByLabelText('Name of the academy in Arabic'));
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(screen.getByLabelText('Phone')).toBeInvalid();
    expect(screen.getByLabelText('Name of the academy in Arabic')).toBeInvalid();
    expect(screen.getByLabelText('Phone')).toHaveValue('call us');
  });

  test('says that somebody else was quicker', async () => {
    server.use(http.put('*/api/cm/site/save-draft', () => refuse(409, 'changed_meanwhile')));
    const { user } = await open();
    await user.type(screen.getByLabelText('Phone'), '+966 11 555 0100');
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/changed/i);
  });

  test('a picture is uploaded when it is chosen', async () => {
    server.use(
      http.post('*/api/cm/site/upload-picture', () =>
        HttpResponse.json({ message: 'ok', result: { file: 'images/01.webp' } }),
      ),
    );
    const { user } = await open();
    await user.upload(fileInput(), new File(['x'], 'logo.png', { type: 'image/png' }));
    expect(await screen.findByRole('img', { name: 'Logo: the picture now' })).toHaveAttribute('src', '/images/01.webp');
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    await waitFor(() => expect(sent[0]?.[1].files?.['site.json']?.['logo']).toBe('images/01.webp'));
  });
});

test('the set-up begins without the shipped example, and publishes at once', async () => {
  const onDone = vi.fn();
  const { user } = renderApp(
    <Suspense>
      <SetupSite onDone={onDone} />
    </Suspense>,
  );
  const name = await screen.findByLabelText('Name of the academy in Arabic');
  expect(name).toHaveValue('');
  expect(screen.getByLabelText('E-mail for visitors')).toHaveValue('');
  await user.type(name, 'أكاديمية النور');
  await user.type(screen.getByLabelText('Name of the academy in English'), 'Noor Academy');
  await user.click(screen.getByRole('radio', { name: 'Teal' }));
  await user.click(screen.getByRole('radio', { name: 'English' }));
  expect(await axeProblems()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save and go on' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent.map(([call]) => call)).toEqual(['save', 'publish']);
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

describe('the mail test', () => {
  const mail = (state: string, lastError = '') => ({ _id: 'mail1', to: 'owner@noor.test', state, lastError });
  const sending = (state: string, lastError = '') =>
    server.use(
      http.post('*/api/cm/mail/send-test', () => HttpResponse.json({ message: 'ok', result: mail('waiting') })),
      http.post('*/api/cm/mail/fetch-mails', () =>
        HttpResponse.json({ message: 'ok', result: [mail(state, lastError)], nextCursor: null }),
      ),
    );
  const send = async () => {
    const { user } = renderApp(<MailTest />);
    await user.click(screen.getByRole('button', { name: 'Send me a test mail' }));
  };

  test('says that the mail server took the mail', async () => {
    sending('sent');
    await send();
    expect(await screen.findByText(/took the mail/)).toHaveTextContent('owner@noor.test');
  });

  test('says what failed, in the mail server’s words', async () => {
    sending('failed', '550 no such user');
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('550 no such user');
  });

  test('says what failed while it is tried again', async () => {
    sending('waiting', 'Connection refused');
    await send();
    expect(await screen.findByText('Connection refused')).toBeInTheDocument();
  });

  test('says that no mail server is known', async () => {
    server.use(http.post('*/api/cm/mail/send-test', () => refuse(409, 'mail_not_set_up')));
    await send();
    expect(await screen.findByRole('alert')).toHaveTextContent('--smtp');
  });
});
