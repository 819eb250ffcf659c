import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Suspense } from 'react';
import { queryClient } from '@/lib/query-client';
import { managerSession } from '@/lib/session';
import { academyZone } from '@/lib/site-settings';
import { toasts } from '@/lib/toast';
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
  timezone?: string;
  revision?: number;
}

let files: Files;
let timezone: string;
let revision: number;
let draft: boolean;
let sent: [string, Sent][];

const result = () => ({
  files,
  timezone,
  views: { ar: {}, en: {} },
  revision,
  draft,
  changedAt: null,
  publishedAt: null,
});
const answer = () => HttpResponse.json({ message: 'ok', result: result() });
const refuse = (status: number, code: string, data?: object[]) =>
  HttpResponse.json({ message: 'x', code, data }, { status });

beforeEach(() => {
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Africa/Cairo', 'Asia/Dubai', 'Asia/Riyadh', 'Europe/Kiev']);
  academyZone.set('Asia/Riyadh');
  files = shipped();
  timezone = '';
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
      timezone = body.timezone ?? timezone;
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

afterEach(() => vi.unstubAllEnvs());

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
      locale === 'en' ? '2 parts of the site are still examples' : 'جزءان من الموقع',
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
    await user.click(group().getByRole('button', { name: 'Delete the example' }));
    expect(group().queryByText('Example: hidden from visitors')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    await screen.findByText('There is an unpublished draft.');
    for (const language of ['ar', 'en'])
      expect(sent[0]?.[1].files?.[`${language}/home.json`]).toMatchObject({
        testimonials: { items: [] },
        placeholders: [],
      });
  });

  test('items are added and removed in both languages', async () => {
    const { user } = await open('/?tab=home');
    const group = within(screen.getByRole('region', { name: 'How to start' }));
    await user.click(group.getByRole('button', { name: 'Add' }));
    const item = within(group.getByRole('listitem', { name: 'How to start 1' }));
    await user.type(item.getByLabelText('Title in English'), 'Sign up');
    await user.type(item.getByLabelText('Title in Arabic'), 'سجّل');
    await user.click(group.getByRole('button', { name: 'Add' }));
    await user.click(group.getByRole('button', { name: 'Delete: How to start 2' }));
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

  const zoneField = () => screen.getByRole('combobox', { name: 'Time zone of the academy' });
  const chooseZone = async (user: Awaited<ReturnType<typeof open>>['user'], country: string, zone: RegExp) => {
    await user.clear(zoneField());
    await user.type(zoneField(), country);
    await user.click(await screen.findByRole('option', { name: zone }));
  };

  test('the time zone is found by its country, and published with the rest', async () => {
    const { user } = await open();
    // While nobody has chosen one, that of the server's settings applies.
    expect(zoneField()).toHaveValue('Saudi Arabia Time (Asia/Riyadh)');
    await chooseZone(user, 'egypt', /Africa\/Cairo/);
    expect(await axeProblems()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(sent.map(([call]) => call)).toEqual(['save', 'publish']));
    expect(sent[0]?.[1].timezone).toBe('Africa/Cairo');
    expect(zoneField()).toHaveValue('Egypt Time (Africa/Cairo)');
  });

  test('the time zone of the device is one press away', async () => {
    vi.stubEnv('TZ', 'Europe/Kiev');
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: /Use this device’s time zone/ }));
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    await waitFor(() => expect(sent[0]?.[1].timezone).toBe('Europe/Kyiv'));
    expect(screen.queryByRole('button', { name: /Use this device’s time zone/ })).not.toBeInTheDocument();
  });

  test('a time zone that the server does not know is told at its field', async () => {
    timezone = 'Africa/Cairo';
    server.use(
      http.put('*/api/cm/site/save-draft', () =>
        refuse(422, 'validation_failed', [{ field: 'timezone', code: 'timezone_unknown', message: 'x' }]),
      ),
    );
    const { user } = await open();
    await user.type(screen.getByLabelText('Phone'), '1');
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    expect(await screen.findByText(/does not know this time zone/)).toBeInTheDocument();
    expect(zoneField()).toBeInvalid();
  });

  /** Another owner saves `change` after the page was opened. */
  const meanwhile = (change: (files: Files) => void, theirZone = timezone) => {
    files = structuredClone(files);
    change(files);
    timezone = theirZone;
    revision += 1;
    server.use(
      http.put('*/api/cm/site/save-draft', async ({ request }) => {
        const body = (await request.json()) as Sent;
        sent.push(['save', body]);
        if (body.revision !== revision) return refuse(409, 'changed_meanwhile');
        files = { ...files, ...body.files };
        timezone = body.timezone ?? timezone;
        revision += 1;
        return answer();
      }),
    );
  };

  test('what two owners changed at once is saved together, and told', async () => {
    const { user } = await open();
    meanwhile((all) => (all['site.json'] = { ...all['site.json'], whatsapp: '+966 50' }));
    await user.type(screen.getByLabelText('Phone'), '+966 11');
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    await waitFor(() => expect(files['site.json']).toMatchObject({ phone: '+966 11', whatsapp: '+966 50' }));
    expect(sent.map(([, { revision: seen }]) => seen)).toEqual([0, 1]);
    expect(await screen.findByLabelText('WhatsApp')).toHaveValue('+966 50');
    expect(toasts.get().map(({ detail }) => detail)).toContain(
      'Changed by someone else in the meantime and kept as it is: Academy · WhatsApp',
    );
  });

  test('both versions of the same text are shown side by side, and the chosen one is saved', async () => {
    const { user } = await open('/?tab=home');
    meanwhile((all) => (all['en/home.json'] = home('Their lessons')));
    const english = screen.getByDisplayValue('Clear lessons');
    fireEvent.change(english, { target: { value: 'My lessons' } });
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Someone else has changed this in the meantime' });
    expect(within(dialog).getByRole('heading', { name: 'Home · Top of the page · Heading · English' })).toBeVisible();
    const [mine, theirs] = within(dialog).getAllByRole('definition');
    expect(mine).toHaveTextContent('My lessons');
    expect(theirs).toHaveTextContent('Their lessons');
    await user.click(within(dialog).getByRole('button', { name: 'Back to editing' }));
    expect(screen.getByDisplayValue('My lessons')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(sent.at(-1)?.[0]).toBe('publish'));
    expect(files['en/home.json']).toMatchObject({ hero: { heading: 'My lessons' } });
  });

  test('a time zone that another owner chose is kept, and told', async () => {
    const { user } = await open();
    meanwhile(() => undefined, 'Africa/Cairo');
    await user.type(screen.getByLabelText('Phone'), '1');
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    await waitFor(() => expect(files['site.json']).toMatchObject({ phone: '1' }));
    expect(timezone).toBe('Africa/Cairo');
    expect(zoneField()).toHaveValue('Egypt Time (Africa/Cairo)');
    expect(toasts.get().map(({ detail }) => detail)).toContain(
      'Changed by someone else in the meantime and kept as it is: Academy · Time zone of the academy',
    );
  });

  test('two time zones that two owners chose at once are shown side by side, and nothing else is lost', async () => {
    const { user } = await open();
    meanwhile((all) => (all['site.json'] = { ...all['site.json'], whatsapp: '+966 50' }), 'Asia/Dubai');
    await user.type(screen.getByLabelText('Phone'), '1');
    await chooseZone(user, 'egypt', /Africa\/Cairo/);
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Someone else has changed this in the meantime' });
    expect(within(dialog).getByRole('heading', { name: 'Academy · Time zone of the academy' })).toBeVisible();
    const [mine, theirs] = within(dialog).getAllByRole('definition');
    expect(mine).toHaveTextContent('Egypt Time (Africa/Cairo)');
    expect(theirs).toHaveTextContent('(Asia/Dubai)');
    await user.click(within(dialog).getByRole('button', { name: 'Back to editing' }));
    expect(zoneField()).toHaveValue('Egypt Time (Africa/Cairo)');
    expect(timezone).toBe('Asia/Dubai');
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(timezone).toBe('Africa/Cairo'));
    expect(files['site.json']).toMatchObject({ phone: '1', whatsapp: '+966 50' });
    expect(zoneField()).toHaveValue('Egypt Time (Africa/Cairo)');
  });

  test('a time zone that was chosen is there again when the page is, until somebody starts over', async () => {
    const view = await open();
    await chooseZone(view.user, 'egypt', /Africa\/Cairo/);
    view.unmount();
    queryClient.clear();
    const { user } = await open();
    expect(zoneField()).toHaveValue('Egypt Time (Africa/Cairo)');
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    expect(zoneField()).toHaveValue('Saudi Arabia Time (Asia/Riyadh)');
  });

  test('a draft of another owner is looked at before it is published', async () => {
    draft = true;
    const { user, onPublished } = await open();
    meanwhile((all) => (all['site.json'] = { ...all['site.json'], phone: '+966 12' }));
    server.use(http.put('*/api/cm/site/publish', () => refuse(409, 'changed_meanwhile'), { once: true }));
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/changed/i);
    expect(screen.getByLabelText('Phone')).toHaveValue('+966 12');
    expect(onPublished).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(onPublished).toHaveBeenCalled());
    expect(sent.at(-1)).toEqual(['publish', { revision: 1 }]);
  });

  test('what was typed is there again when the page is, until somebody starts over', async () => {
    const view = await open();
    await view.user.type(screen.getByLabelText('Phone'), '+966 11');
    view.unmount();
    queryClient.clear();
    const { user } = await open();
    expect(screen.getByLabelText('Phone')).toHaveValue('+966 11');
    expect(screen.getByText('Your unsaved draft was restored.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    expect(screen.getByLabelText('Phone')).toHaveValue('');
    expect(screen.queryByText('Your unsaved draft was restored.')).not.toBeInTheDocument();
  });

  test('a picture is uploaded when it is chosen', async () => {
    server.use(
      http.post('*/api/cm/site/upload-picture', () =>
        HttpResponse.json({ message: 'ok', result: { file: 'images/01.webp' } }),
      ),
    );
    const { user } = await open();
    await user.upload(fileInput(), new File(['x'], 'logo.png', { type: 'image/png' }));
    expect(await screen.findByRole('img', { name: 'Logo: current picture' })).toHaveAttribute('src', '/images/01.webp');
    await user.click(screen.getByRole('button', { name: 'Save the draft' }));
    await waitFor(() => expect(sent[0]?.[1].files?.['site.json']?.['logo']).toBe('images/01.webp'));
  });

  test('what is typed while a picture is uploaded stays', async () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    server.use(
      http.post('*/api/cm/site/upload-picture', async () => {
        await arrived;
        return HttpResponse.json({ message: 'ok', result: { file: 'images/01.webp' } });
      }),
    );
    const { user } = await open();
    await user.upload(fileInput(), new File(['x'], 'logo.png', { type: 'image/png' }));
    await user.type(screen.getByLabelText('Phone'), '+966 11');
    arrive();
    await screen.findByRole('img', { name: 'Logo: current picture' });
    expect(screen.getByLabelText('Phone')).toHaveValue('+966 11');
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

test('what another owner filled in during the set-up is kept', async () => {
  const onDone = vi.fn();
  const { user } = renderApp(
    <Suspense>
      <SetupSite onDone={onDone} />
    </Suspense>,
  );
  const name = await screen.findByLabelText('Name of the academy in English');
  files = { ...files, 'site.json': { ...files['site.json'], whatsapp: '+966 50' } };
  timezone = 'Africa/Cairo';
  revision = 1;
  server.use(
    http.put('*/api/cm/site/save-draft', async ({ request }) => {
      const body = (await request.json()) as Sent;
      if (body.revision !== revision) return refuse(409, 'changed_meanwhile');
      files = { ...files, ...body.files };
      timezone = body.timezone ?? timezone;
      revision += 1;
      return answer();
    }),
  );
  fireEvent.change(name, { target: { value: 'Noor Academy' } });
  fireEvent.change(screen.getByLabelText('Name of the academy in Arabic'), { target: { value: 'أكاديمية النور' } });
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(files['site.json']).toMatchObject({ whatsapp: '+966 50', name: { en: 'Noor Academy' } });
  expect(timezone, 'the one that this owner did not choose is not the setting’s').toBe('Africa/Cairo');
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
    await user.click(screen.getByRole('button', { name: 'Send me a test e-mail' }));
  };

  test('says that the mail server took the mail', async () => {
    sending('sent');
    await send();
    expect(await screen.findByText(/accepted the e-mail/)).toHaveTextContent('owner@noor.test');
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
