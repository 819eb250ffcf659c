import { http, HttpResponse } from 'msw';
import { server } from '@/testing/server';
import { callPath as call } from './api-client';
import { describeCall, keyFor, settle, takesKey } from './idempotency';
import { managerSession } from './session';

/** Answers calls in turn with these, and returns the keys that came. */
function answering(...answers: (() => Response)[]): (string | null)[] {
  const keys: (string | null)[] = [];
  server.use(
    http.all('*/api/*', ({ request }) => {
      keys.push(request.headers.get('Idempotency-Key'));
      const answer = answers[Math.min(keys.length, answers.length) - 1];
      return answer === undefined ? HttpResponse.json({ message: 'done' }) : answer();
    }),
  );
  return keys;
}
const done = () => HttpResponse.json({ message: 'done' });
const failing = (status: number, code: string) => () => HttpResponse.json({ message: 'x', code }, { status });
const create = (body: object | FormData = { email: 'a@example.com' }) => call('POST', '/api/cm/user/create-user', body);

test('a writing call carries a key, and another call another key', async () => {
  const keys = answering(done);
  await create();
  await create();
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).not.toBe(keys[0]);
});

test.each(['/api/cm/course/fetch-courses', '/api/cm/auth/check', '/api/user-course/update-progress'])(
  '%s carries none',
  async (path) => {
    const keys = answering(done);
    await call('POST', path, {});
    expect(keys).toEqual([null]);
  },
);

test.each([
  ['the edge gave up waiting', failing(504, 'timeout')],
  ['the connection broke', () => HttpResponse.error()],
  ['the answer broke off', () => new HttpResponse('{"mess', { status: 200 })],
  ['the first is still at work', failing(409, 'in_progress')],
])('the same call asked again has the same key if %s', async (name, unknown) => {
  const keys = answering(unknown, done, done);
  await expect(create({ name })).rejects.toThrow();
  await create({ name: 'other' });
  await create({ name });
  await create({ name });
  expect(keys[2]).toBe(keys[0]);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[3]).not.toBe(keys[0]);
});

test('a refused call has a new key when it is asked again', async () => {
  const keys = answering(failing(409, 'email_taken'), done);
  await expect(create({ email: 'c@example.com' })).rejects.toThrow();
  await create({ email: 'c@example.com' });
  expect(keys[1]).not.toBe(keys[0]);
});

test('another person does not get the key', async () => {
  const keys = answering(failing(504, 'timeout'), done);
  const send = () => call('PUT', '/api/cm/user/sign-out', { clientId: 'c' }, { as: 'manager' });
  managerSession.start('one', { userId: 'm', fullname: 'M', lastLogin: null });
  await expect(send()).rejects.toThrow();
  managerSession.start('two', { userId: 'n', fullname: 'N', lastLogin: null });
  await send();
  expect(keys[1]).not.toBe(keys[0]);
});

test('forms are told apart by their fields and files', () => {
  const form = (title: string, file: File) => {
    const data = new FormData();
    data.set('title', title);
    data.set('image', file);
    return describeCall('t', 'PUT', '/api/cm/course/create-course', data);
  };
  const file = new File(['abc'], 'a.png', { lastModified: 1 });
  expect(form('A', file)).toBe(form('A', file));
  expect(form('B', file)).not.toBe(form('A', file));
  expect(form('A', new File(['abcd'], 'a.png', { lastModified: 1 }))).not.toBe(form('A', file));
});

test('a key is kept for less than a day, and not more than fifty are', () => {
  settle('old', 'key-1', false, 0);
  expect(keyFor('old', 1000)).toBe('key-1');
  expect(keyFor('old', 24 * 60 * 60 * 1000)).not.toBe('key-1');
  for (let i = 0; i < 50; ++i) settle(`call ${i}`, `key ${i}`, false, 0);
  expect(keyFor('old', 1000)).not.toBe('key-1');
  expect(keyFor('call 49', 1000)).toBe('key 49');
});

test('only what may write takes a key', () => {
  expect(takesKey('GET', '/api/public/site')).toBe(false);
  expect(takesKey('PUT', '/api/cm/user/fetch-users')).toBe(false);
  expect(takesKey('DELETE', '/api/cm/course/delete-course')).toBe(true);
});
