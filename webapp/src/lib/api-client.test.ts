import { http, HttpResponse } from 'msw';
import { server } from '@/testing/server';
import { call as typedCall, callPath as call } from './api-client';
import { ApiError } from './api-error';
import { learnerSession, managerSession } from './session';

const learner = { clientId: 'c1', fullname: 'Sara' };
const refuse = (status: number, body: object) =>
  server.use(http.post('*/api/x', () => HttpResponse.json(body, { status })));

test('sends the token of the asked session and gives the answer', async () => {
  learnerSession.start('learner-token', learner);
  server.use(
    http.post('*/api/x', ({ request }) => HttpResponse.json({ message: request.headers.get('Authorization') })),
  );
  expect(await call('POST', '/api/x', {}, { as: 'learner' })).toEqual({ message: 'Bearer learner-token' });
});

test.each(['ar', 'en'])('says that its page is in %s, whatever the browser prefers', async (language) => {
  localStorage.setItem('lang', language);
  server.use(
    http.post('*/api/x', ({ request }) => HttpResponse.json({ message: request.headers.get('Accept-Language') })),
  );
  expect(await call('POST', '/api/x', {})).toEqual({ message: language });
});

test('a refusal carries the code, the fields and the request id', async () => {
  const data = [{ field: 'email', code: 'email_taken', message: 'E-Mail address already exists!' }];
  refuse(409, { message: 'E-Mail address already exists!', code: 'email_taken', data, requestId: 'r1' });
  await expect(call('POST', '/api/x', {})).rejects.toMatchObject({
    status: 409,
    code: 'email_taken',
    fields: data,
    requestId: 'r1',
  });
});

test('a 401 because of another device ends the learner session with that reason', async () => {
  learnerSession.start('t', learner);
  refuse(401, { message: 'x', code: 'signed_in_elsewhere' });
  await expect(call('POST', '/api/x', {}, { as: 'learner' })).rejects.toBeInstanceOf(ApiError);
  expect(learnerSession.token()).toBeNull();
  expect(learnerSession.endReason.get()).toBe('another-device');
  expect(localStorage.getItem('clientToken')).toBeNull();
});

test('a wrong current password does not end the session', async () => {
  managerSession.start('t', { userId: 'm', fullname: 'M', lastLogin: null });
  refuse(401, { message: 'You have entered a wrong password', code: 'wrong_password' });
  await expect(call('POST', '/api/x', {}, { as: 'manager' })).rejects.toMatchObject({ code: 'wrong_password' });
  expect(managerSession.token()).toBe('t');
});

test('an answer that breaks off is no answer: neither its status nor its absence says anything', async () => {
  const cut = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"mess'));
      controller.error(new TypeError('cut'));
    },
  });
  server.use(http.post('*/api/x', () => new HttpResponse(cut, { status: 200 })));
  await expect(call('POST', '/api/x', {})).rejects.toMatchObject({ status: 0, code: 'network' });
});

test('a refusal that is not the academy’s own ends no session', async () => {
  learnerSession.start('t', learner);
  server.use(http.post('*/api/x', () => new HttpResponse('<h1>Sign in to this network</h1>', { status: 401 })));
  await expect(call('POST', '/api/x', {}, { as: 'learner' })).rejects.toMatchObject({ status: 0, code: 'bad_answer' });
  expect(learnerSession.token()).toBe('t');
});

test('an answer that is no JSON is a failure of its own', async () => {
  server.use(http.post('*/api/x', () => new HttpResponse('<html>', { status: 502 })));
  await expect(call('POST', '/api/x', {})).rejects.toMatchObject({ status: 502, code: 'unavailable' });
  server.use(http.post('*/api/x', () => HttpResponse.error()));
  await expect(call('POST', '/api/x', {})).rejects.toMatchObject({ status: 0, code: 'network' });
});

test('a call that needs a body does not compile without one', () => {
  const calls = [
    // @ts-expect-error The credentials are missing.
    () => typedCall('POST', '/api/auth/login'),
    // @ts-expect-error An empty body has none of them.
    () => typedCall('POST', '/api/auth/login', {}),
    () => typedCall('POST', '/api/user/fetch-sessions'),
  ];
  expect(calls).toHaveLength(3);
});
