// Validation: the values of every field of the account calls, and the JSON type of every field of all calls.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, type Failure } from '../../harness/api.ts';
import { CALLS, type Request } from '../../harness/authorization/calls.ts';
import type { World } from '../../harness/authorization/prepared.ts';
import { invalid } from '../../harness/expected.ts';
import { nameOf, readRoutes, type Route } from '../../harness/authorization/routes.ts';
import { openWorld, type OpenWorld } from '../../harness/authorization/world.ts';

const ROUTES = readRoutes();

let open: OpenWorld;
let world: World;

beforeAll(async () => {
  // So that a manager's sign-up gets as far as its fields.
  open = await openWorld({ flags: ['--allow-manager-signup'] });
  world = open.world;
});

afterAll(async () => {
  await open?.close();
});

type Case = readonly [value: string | undefined, code: string, message?: string];
const CONTROL: Case[] = ['a\u0000b', 'a\r\nBcc: x@y.example', 'a\u007fb', 'a\u0085b', '\u001b[2Jabc', 'abc\tdefg'].map(
  (value) => [value, 'control_characters'],
);
const opaque = (required: boolean): Case[] => [
  ...(required
    ? ([
        [undefined, 'required'],
        ['', 'required'],
      ] satisfies Case[])
    : []),
  ['x'.repeat(513), 'too_long'],
  ...CONTROL,
];
const text = (longest: number, required = false): Case[] => [
  ...(required
    ? ([
        ['', 'required'],
        ['   ', 'required'],
        ['\u00a0\u2003', 'required'],
      ] satisfies Case[])
    : []),
  ['س'.repeat(longest + 1), 'too_long'],
  ...CONTROL,
];
const email: Case[] = [
  [undefined, 'required'],
  ['', 'required'],
  ['   ', 'required'],
  ...[
    'nobody',
    'no@body',
    '@academy.example',
    'a@',
    'a@.example',
    'a@academy..example',
    'a@academy.example.',
    'a b@academy.example',
    'a@b@academy.example',
    'a@academy.example,b@academy.example',
    '<a@academy.example>',
    'a@-academy.example',
    'a@acad emy.example',
    'a@[127.0.0.1]',
    '.a@academy.example',
    `${'a'.repeat(65)}@academy.example`,
    `a@${'b'.repeat(250)}.example`,
    'a\r\nBcc: x@y.example',
    'a\u0000@academy.example',
  ].map((value): Case => [value, 'email_invalid']),
];
const role = (required: boolean): Case[] => [
  ...(required ? ([[undefined, 'required']] satisfies Case[]) : []),
  ['', 'required'],
  ...['boss', 'Owner', 'owner ', 'none'].map((value): Case => [value, 'unknown']),
];
const TOO_SHORT = 'Password must be 6 characters minimum';
const newPassword = (required: boolean): Case[] => [
  ...(required
    ? ([
        [undefined, 'password_too_short', TOO_SHORT],
        ['', 'password_too_short', TOO_SHORT],
      ] satisfies Case[])
    : []),
  ['12345', 'password_too_short', TOO_SHORT],
  // Five letters, whatever their bytes and however they are composed.
  ['سلامة'.slice(0, 5), 'password_too_short', TOO_SHORT],
  ['e\u0301e\u0301e\u0301e\u0301e\u0301', 'password_too_short', TOO_SHORT],
  ['😀😀😀😀😀', 'password_too_short', TOO_SHORT],
  ['x'.repeat(129), 'password_too_long'],
  ['س'.repeat(65), 'password_too_long'],
  ['x'.repeat(50_000), 'password_too_long'],
  ...CONTROL.filter(([value]) => value !== 'a\u0000b' && value !== 'a\u007fb' && value !== 'a\u0085b'),
];
const currentPassword: Case[] = [
  [undefined, 'required'],
  ['', 'required'],
  ['x'.repeat(129), 'password_too_long'],
  ['abc\u0000defg', 'control_characters'],
];

const fullname = text(200, true);
const profile = { phonenumber: text(40), address: text(500) };

/** For each account call with fields: invalid values of each field. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, Case[]>>>> = {
  'PUT /api/cm/auth/signup': { email, password: newPassword(true), fullname },
  'POST /api/cm/auth/login': { email: opaque(true), password: currentPassword },
  'PUT /api/cm/auth/update-password': { password: currentPassword, newPassword: newPassword(true) },
  'PUT /api/auth/signup': { email, password: newPassword(true), fullname },
  'PUT /api/auth/activate': { email: opaque(true), token: opaque(true) },
  'POST /api/auth/resend-activation': { email: opaque(true) },
  'POST /api/auth/login': { email: opaque(true), password: currentPassword },
  'PUT /api/auth/update-password': { password: currentPassword, newPassword: newPassword(true) },
  'POST /api/auth/forgot-password': { email: opaque(true) },
  'PUT /api/auth/forgotpassword/activation': { userId: opaque(true), code: opaque(true) },
  'PUT /api/auth/forgotpassword/update': { userId: opaque(true), password: newPassword(true) },
  'PUT /api/cm/manager/register-manager': { email, password: newPassword(true), fullname, role: role(false) },
  'PUT /api/cm/manager/update-password': { userId: opaque(true), password: newPassword(true) },
  'PUT /api/cm/manager/update-role': { userId: opaque(true), role: role(true) },
  'POST /api/cm/manager/delete-manager': { managerId: opaque(true) },
  'POST /api/cm/user/create-user': { email, password: newPassword(true), fullname, ...profile },
  'PUT /api/cm/user/update-user': {
    clientId: opaque(true),
    email: email.filter(([value]) => value !== undefined),
    password: newPassword(false),
    fullname,
    ...profile,
  },
  'PUT /api/cm/user/update-password': { clientId: opaque(true), password: newPassword(true) },
  'PUT /api/cm/user/update-activation': { clientId: opaque(true), active: [[undefined, 'required']] },
  'PUT /api/cm/user/update-status': {
    status: ['', 'away', 'Online', 'offline ', undefined].map((value): Case => [value, 'invalid']),
  },
  'PUT /api/cm/user/remove-user': { clientId: opaque(true) },
  'POST /api/cm/user/fetch-sessions': { clientId: opaque(true) },
  'PUT /api/cm/user/sign-out': { clientId: opaque(true) },
  'PUT /api/cm/auth/end-session': { sessionId: opaque(true) },
  'PUT /api/user/end-session': { sessionId: opaque(true) },
  'POST /api/user/update-user': { password: newPassword(false), fullname, ...profile },
};

function ask(route: Route, request: Request, body: object) {
  const own = route.access === 'manager' ? world.manager : route.access === 'learner' ? world.learner : undefined;
  const caller = request.caller ?? own ?? new Api(world.url);
  return caller.call<Failure>(route.verb as 'POST', route.path, body);
}

const rowOf = (name: string) => ROUTES.find((route) => nameOf(route) === name);

describe('a field’s wrong value is 422 and names the field', () => {
  const rows = Object.entries(FIELDS)
    .filter(([name]) => rowOf(name) !== undefined)
    .flatMap(([name, fields]) => Object.entries(fields).map(([field, cases]) => ({ name, field, cases })));
  test.each(rows)('$name: $field', async ({ name, field, cases }) => {
    const route = rowOf(name) as Route;
    const request = await (CALLS[name]?.(world) as Promise<Request>);
    for (const [value, code, message] of cases) {
      const answer = await ask(route, request, { ...(request.body as object), [field]: value });
      expect({ value: value?.slice(0, 40), ...answer }).toMatchObject(invalid(field, code, message));
    }
  });
});

test('all invalid fields are reported at once, the first one as the message', async () => {
  const answer = await world.manager.post('/api/cm/user/create-user', {
    email: 'x',
    password: '1',
    fullname: '',
    phonenumber: '0'.repeat(41),
    address: '\u0000',
  });
  expect(answer.status).toBe(422);
  expect(answer.body.data?.map(({ field, code }) => `${field} ${code}`)).toEqual([
    'email email_invalid',
    'password password_too_short',
    'fullname required',
    'phonenumber too_long',
    'address control_characters',
  ]);
  expect(answer.body.message).toBe(answer.body.data?.[0]?.message);
});

describe('the longest and oddest valid values are stored unchanged', () => {
  test.each([
    ['fullname', 'س'.repeat(200)],
    ['fullname', 'مُحَمَّد بن عَبْدِ الله 😀 O’Brien-Ñandú'],
    ['fullname', '<script>alert(1)</script>'],
    ['fullname', "Robert'); DROP TABLE learners;--"],
    ['fullname', '\u200eمعلّم \u200f'],
    ['phonenumber', '٠٥٠١٢٣٤٥٦٧'],
    ['address', 'ش'.repeat(500)],
    ['address', '"\\/{}[]<>&%'],
  ])('%s %s', async (field, value) => {
    const { result } = await world.learner.must<{ result: Record<string, string> }>('POST', '/api/user/update-user', {
      [field]: value,
    });
    expect(result[field]?.normalize('NFC')).toBe(value.trim().normalize('NFC'));
  });

  test('text is stored in NFC, without surrounding white space', async () => {
    const { result } = await world.learner.must<{ result: { fullname: string } }>('POST', '/api/user/update-user', {
      fullname: '  Ame\u0301lie \u0627\u0653 ',
    });
    expect(result.fullname).toBe('Am\u00e9lie \u0622');
  });

  test('lines are stored without what sets the direction of the text after them', async () => {
    const { result } = await world.learner.must<{ result: Record<string, string> }>('POST', '/api/user/update-user', {
      fullname: '\u202eمقلوب\u202c \u200f',
      phonenumber: '\u202a+966 50\u202c',
    });
    expect(result).toMatchObject({ fullname: 'مقلوب \u200f', phonenumber: '+966 50' });
  });
});

describe('a field of another JSON type is 400 and names the field', () => {
  // Only the JSON fields of forms: any text is valid for a text field.
  const rows = ROUTES.filter((route) => route.body === 'json' && !route.subpaths && route.verb !== 'GET');
  test.each(rows.map((route) => ({ name: nameOf(route), route })))('$name', async ({ name, route }) => {
    // Captions and pictures need a video: their calls are forms, and this one shares their request.
    const body =
      route.path === '/api/cm/media/delete-captions'
        ? { assetId: world.assetId, lang: 'ar' }
        : ((await (CALLS[name]?.(world) as Promise<Request>)).body ?? {});
    const request = { body };
    for (const [field, value] of Object.entries(body as object)) {
      const wrong: unknown[] = [7, 1.5, true, 'text', [], ['x'], {}, { a: 1 }].filter((other) =>
        Array.isArray(value)
          ? !Array.isArray(other)
          : typeof value === 'number'
            ? !(typeof other === 'number')
            : typeof other !== typeof value,
      );
      for (const other of wrong) {
        const answer = await ask(route, request, { ...(body as object), [field]: other });
        expect({ field, other, ...answer }).toMatchObject({
          status: 400,
          body: { code: 'wrong_type', data: [{ field: expect.stringMatching(`^${field}`), code: 'wrong_type' }] },
        });
      }
    }
    for (const [whole, code] of [
      ['[]', 'invalid_json'],
      ['"text"', 'invalid_json'],
      ['{"email":', 'invalid_json'],
      ['{"a":1}{"b":2}', 'invalid_json'],
      ['{"email":"\ud800"}', 'invalid_json'],
    ] as const) {
      const token = (route.access === 'manager' ? world.manager : world.learner).token;
      const answer = await fetch(world.url + route.path, {
        method: route.verb,
        headers: {
          'content-type': 'application/json',
          ...(route.access === 'public' ? {} : { authorization: `Bearer ${token}` }),
        },
        body: whole === '{"email":"\ud800"}' ? Buffer.from('{"email":"\xed\xa0\x80"}', 'latin1') : whole,
      });
      if (route.path === '/api/auth/trylogin') continue;
      expect({ whole, status: answer.status, ...((await answer.json()) as Failure) }).toMatchObject({
        status: 400,
        code,
      });
    }
  });
});

describe('around the fields', () => {
  test('unknown fields are ignored, and the last of repeated ones counts', async () => {
    const answer = await fetch(`${world.url}/api/user/update-user`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${world.learner.token}` },
      body: '{"address":"one","__proto__":{"x":1},"nothing":[{"deep":[1,2,{}]}],"address":"two","_id":"x"}',
    });
    expect(await answer.json()).toMatchObject({ result: { address: 'two', _id: world.learnerRecord._id } });
  });

  test('null is the same as absent', async () => {
    const before = await world.learner.must<{ result: object }>('POST', '/api/user/fetch-info');
    const after = await world.learner.must<{ result: object }>('POST', '/api/user/update-user', {
      password: null,
      fullname: null,
      phonenumber: null,
      address: null,
    });
    expect(after.result).toEqual({ ...before.result, revision: expect.any(Number) });
  });

  test('a request above one mebibyte is 413', async () => {
    const answer = await world.manager.without().put('/api/auth/signup', { email: 'x'.repeat(1024 * 1024) });
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } });
  });

  test('another content type is 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml']) {
      const answer = await fetch(`${world.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: '{"email":"a@b.example","password":"x"}',
      });
      expect(answer.status).toBe(415);
      expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type' });
    }
  });

  test('a query parameter that is not UTF-8 is 400', async () => {
    const answer = await fetch(`${world.url}/api/cm/course/delete-course?courseId=%ff%fe`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${world.manager.token}` },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'wrong_type', data: [{ field: 'courseId' }] });
  });
});
