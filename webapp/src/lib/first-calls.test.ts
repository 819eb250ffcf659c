import { beginCall, firstCalls, forgetFirstCalls, takeFirstCall } from './first-calls';

const LIST = '/api/user-course/fetch-courses';

beforeEach(() => vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockResolvedValue(new Response('{}'))));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  delete window.academyFirstCalls;
});

const begin = (token: string) =>
  firstCalls('client', { pathname: '/client', search: '' }).forEach((call) => beginCall(call, token));

test('an answer is taken over once', async () => {
  begin('L');
  const answer = await takeFirstCall('POST', LIST, '{}', 'L');
  expect(await answer?.text()).toBe('{}');
  expect(takeFirstCall('POST', LIST, '{}', 'L')).toBeUndefined();
});

test('an answer for another session, or to another question, is not taken over', () => {
  begin('L');
  expect(takeFirstCall('POST', LIST, '{}', 'other')).toBeUndefined();
  expect(takeFirstCall('POST', LIST, '{}', undefined)).toBeUndefined();
  expect(takeFirstCall('POST', LIST, '{"limit":1}', 'L')).toBeUndefined();
  expect(takeFirstCall('PUT', LIST, '{}', 'L')).toBeUndefined();
  expect(takeFirstCall('POST', '/api/user-course/other', '{}', 'L')).toBeUndefined();
});

test('an old answer is not taken over', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  begin('L');
  await window.academyFirstCalls?.[0]?.answer;
  await Promise.resolve();
  vi.advanceTimersByTime(15_000);
  expect(takeFirstCall('POST', '/api/auth/trylogin', '{}', 'L')).toBeUndefined();
});

test('answers from before a second factor was set up are not taken over after it', () => {
  begin('L');
  forgetFirstCalls();
  expect(takeFirstCall('POST', LIST, '{}', 'L')).toBeUndefined();
});
