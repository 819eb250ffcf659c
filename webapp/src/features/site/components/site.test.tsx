import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ReactNode } from 'react';
import { axeProblems } from '@/testing/axe';
import { botCheckSettings } from '@/lib/site-settings';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { setSite } from '../api/fetch-site';
import { testSite } from '../testing';
import { ContactForm } from './contact-form';
import { Gallery } from './gallery';
import { HomeCourses, HomeTestimonials, HomeWhy } from './home-sections';
import { PublicCourses } from './public-courses';
import { SiteProvider } from './site-context';

const course = (id: string, title: string, description = '') => ({
  _id: id,
  title,
  description,
  image: null,
  partsCount: 3,
  duration: 3900,
});
const COURSES = [
  course('1', 'أساسيات التصوير', 'الضوء'),
  course('2', 'Drawing'),
  course('3', 'Music'),
  course('4', 'Maths'),
];

// jsdom knows the dialog element, but not how to show it.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});

const inSite = (element: ReactNode) => renderApp(<SiteProvider>{element}</SiteProvider>);

beforeEach(() => {
  setSite('en', testSite);
  botCheckSettings.set({ policy: 'off', kind: 'off', siteKey: '' });
});
afterEach(() => {
  document.documentElement.dir = '';
});

test('the home page shows the first three courses, each leading to its page', async () => {
  inSite(<HomeCourses courses={COURSES} />);
  expect(await screen.findAllByRole('article')).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'Drawing' })).toHaveAttribute('href', '/courses/2');
  expect(screen.getAllByText('3 lessons')).toHaveLength(3);
  expect(screen.getAllByText('1 hour, 5 minutes')).toHaveLength(3);
});

test('sections that have nothing to show are left out', () => {
  inSite(
    <>
      <HomeCourses courses={[]} />
      <HomeTestimonials />
      <HomeWhy />
    </>,
  );
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual(['Why us']);
});

test('the search folds Arabic letters and says how many it found', async () => {
  const { user } = inSite(<PublicCourses outcome={{ courses: COURSES }} />);
  expect(await screen.findByRole('status')).toHaveTextContent('4 courses');
  await user.type(screen.getByRole('searchbox', { name: 'Search the courses' }), 'اساسيات');
  expect(screen.getByRole('status')).toHaveTextContent('1 course');
  expect(screen.getByRole('article')).toHaveTextContent('أساسيات التصوير');
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'cooking');
  expect(screen.queryByRole('article')).toBeNull();
  expect(screen.getByText('No courses match. Try another word.')).toBeInTheDocument();
});

test('an academy without courses says what its site says, and a failure what failed', () => {
  inSite(<PublicCourses outcome={{ courses: [] }} />);
  expect(screen.getByText('Soon there will be courses.')).toBeInTheDocument();
  inSite(<PublicCourses outcome={{ error: new Error('no') }} />);
  expect(screen.getByRole('alert')).toBeInTheDocument();
});

test('the lightbox opens at the photo and is walked through with the keyboard, round its ends', async () => {
  const { user } = renderApp(<Gallery photos={testSite.photos} />);
  await user.click(screen.getByRole('button', { name: 'Enlarge: At home' }));
  const dialog = screen.getByRole('dialog', { name: 'Photo' });
  const shown = () => within(dialog).getByRole('img').getAttribute('alt');
  expect(shown()).toBe('A desk');
  expect(within(dialog).getByRole('status')).toHaveTextContent('2 of 3');
  within(dialog).getByRole('button', { name: 'Next photo' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(shown()).toBe('Books');
  await user.keyboard('{ArrowRight}');
  expect(shown()).toBe('A board');
  await user.keyboard('{ArrowLeft}');
  expect(shown()).toBe('Books');
  await user.keyboard('{Home}');
  expect(shown()).toBe('A board');
  await user.keyboard('{End}');
  expect(shown()).toBe('Books');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('where people read from the right, the next photo lies to the left', async () => {
  document.documentElement.dir = 'rtl';
  const { user } = renderApp(<Gallery photos={testSite.photos} />);
  await user.click(screen.getByRole('button', { name: 'Enlarge: The studio' }));
  const dialog = screen.getByRole('dialog');
  within(dialog).getByRole('button', { name: 'Close' }).focus();
  await user.keyboard('{ArrowLeft}');
  expect(within(dialog).getByRole('img')).toHaveAttribute('alt', 'A desk');
});

async function writeMessage(user: ReturnType<typeof renderApp>['user']) {
  await user.type(screen.getByLabelText(/Your name/), 'Umm Layan');
  await user.type(screen.getByLabelText(/Your e-mail address/), 'parent@home.test');
  await user.type(screen.getByLabelText(/Your message/), 'Which course?');
  await user.click(screen.getByRole('button', { name: 'Send the message' }));
}

test('a message is said to be sent only when the server has it', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/public/contact', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ message: 'ok' });
    }),
  );
  const { user } = renderApp(<ContactForm />);
  expect(await axeProblems()).toEqual([]);
  await writeMessage(user);
  expect(await screen.findByText('Your message is on its way')).toBeInTheDocument();
  // The button has gone: the focus is where the word of it stands.
  expect(screen.getByRole('status')).toHaveFocus();
  expect(sent).toEqual([
    { fullname: 'Umm Layan', email: 'parent@home.test', phonenumber: '', message: 'Which course?' },
  ]);
});

test('the bot check stands in the form from the start', async () => {
  botCheckSettings.set({ policy: 'adaptive', kind: 'recaptcha-v3', siteKey: 'key' });
  renderApp(<ContactForm />);
  expect(await screen.findByText(/reCAPTCHA/)).toBeInTheDocument();
});

test('a refused message stays in the form, with the reason', async () => {
  server.use(
    http.post('*/api/public/contact', () =>
      HttpResponse.json({ message: 'wait', code: 'too_many_attempts' }, { status: 429 }),
    ),
  );
  const { user } = renderApp(<ContactForm />);
  await writeMessage(user);
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts');
  expect(screen.getByLabelText(/Your message/)).toHaveValue('Which course?');
});

test('a message that was not sent is there again when the page is', async () => {
  const { user, unmount } = renderApp(<ContactForm />);
  await user.type(screen.getByLabelText('Your message'), 'When does it begin?');
  unmount();
  const { user: again } = renderApp(<ContactForm />);
  expect(screen.getByLabelText('Your message')).toHaveValue('When does it begin?');
  expect(screen.getByText('Your unsaved draft was restored.')).toBeInTheDocument();
  await again.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByLabelText('Your message')).toHaveValue('');
  expect(screen.queryByText('Your unsaved draft was restored.')).not.toBeInTheDocument();
});

test('an empty form names what is missing and asks the server nothing', async () => {
  const { user } = renderApp(<ContactForm />);
  await user.click(screen.getByRole('button', { name: 'Send the message' }));
  await waitFor(() => expect(screen.getAllByText('This field is required.')).toHaveLength(3));
});
