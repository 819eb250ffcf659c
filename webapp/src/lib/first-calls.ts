/**
 * The calls of an area's first screen. The page's boot script (src/boot/boot.ts) begins them before the app's scripts
 * have come, and the app takes their answers over instead of asking again.
 */

export interface FirstCall {
  method: 'POST' | 'PUT';
  path: string;
  body: string;
}

interface Begun extends FirstCall {
  token: string;
  answer: Promise<Response>;
  /** In milliseconds of performance.now(). */
  answered?: number;
}

/** For how long after its arrival an answer is taken; a screen that comes later asks for itself. */
const FRESH_MS = 15_000;

declare global {
  interface Window {
    academyFirstCalls?: Begun[];
  }
}

type Area = 'client' | 'admin';

const post = (path: string): FirstCall => ({ method: 'POST', path, body: '{}' });

/** What every screen of an area asks for. */
const EVERY: Readonly<Record<Area, readonly FirstCall[]>> = {
  client: [post('/api/auth/trylogin')],
  admin: [post('/api/cm/auth/check'), post('/api/cm/health/fetch')],
};

const ask = (method: 'POST' | 'PUT', path: string, body: object): FirstCall => ({
  method,
  path,
  body: JSON.stringify(body),
});

/** What the first screens ask for besides, by address; `id` is the part of it in parentheses. */
const SCREENS: readonly (readonly [RegExp, (id: string) => readonly FirstCall[]])[] = [
  [/^\/client(?:\/courses(?:\/list)?)?\/?$/, () => [post('/api/user-course/fetch-courses')]],
  [/^\/client\/courses\/course\/([^/]+)$/, (courseId) => [ask('POST', '/api/user-course/fetch-course', { courseId })]],
  [/^\/client\/update(?:\/info)?\/?$/, () => [post('/api/user/fetch-info')]],
  [/^\/client\/update\/security$/, () => [post('/api/user/fetch-sessions')]],
  [
    /^\/admin(?:\/users(?:\/list)?)?\/?$/,
    () => [ask('PUT', '/api/cm/user/fetch-users', { sort: 'fullname', limit: 50 })],
  ],
  [
    /^\/admin\/users\/user\/([^/]+)$/,
    (clientId) => [
      ask('POST', '/api/cm/user/fetch-user', { clientId }),
      ask('POST', '/api/cm/user-course/fetch-user-courses', { clientId }),
    ],
  ],
  [
    /^\/admin\/courses(?:\/list)?\/?$/,
    () => [ask('POST', '/api/cm/course/fetch-courses', { sort: '-updatedAt', limit: 12 })],
  ],
  [
    /^\/admin\/courses\/course\/([^/]+)$/,
    (courseId) => [
      ask('POST', '/api/cm/user-course/fetch-users-course', {
        courseId,
        list: 'assigned',
        sort: 'fullname',
        limit: 25,
      }),
      ask('POST', '/api/cm/course/fetch-course', { courseId }),
    ],
  ],
  [/^\/admin\/dashboard$/, () => [post('/api/cm/dashboard/fetch-figures')]],
];

/** The calls of the screen at an address; those of the sign-in's own pages are made by the app. */
export function firstCalls(area: Area, { pathname, search }: Pick<Location, 'pathname' | 'search'>): FirstCall[] {
  // A screen whose address says more asks by itself.
  const own = search === '' ? SCREENS : [];
  return [
    ...EVERY[area],
    ...own.flatMap(([screen, calls]) => {
      const found = screen.exec(pathname);
      return found ? calls(found[1] ?? '') : [];
    }),
  ];
}

export function beginCall(call: FirstCall, token: string): void {
  const { method, path, body } = call;
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const begun: Begun = { ...call, token, answer: fetch(path, { method, headers, body }) };
  begun.answer.then(
    () => (begun.answered = performance.now()),
    // The app asks again.
    () => undefined,
  );
  (window.academyFirstCalls ??= []).push(begun);
}

/** The answer to a call that was begun with this token, once: a second call asks the server. */
export function takeFirstCall(
  method: string,
  path: string,
  body: unknown,
  token: string | undefined,
): Promise<Response> | undefined {
  const begun = window.academyFirstCalls ?? [];
  const index = begun.findIndex(
    (call) => call.path === path && call.method === method && call.body === body && call.token === token,
  );
  const [call] = index < 0 ? [] : begun.splice(index, 1);
  return call && (call.answered === undefined || performance.now() - call.answered < FRESH_MS)
    ? call.answer
    : undefined;
}

/** After what changes their answers: a second factor that the academy required. */
export function forgetFirstCalls(): void {
  delete window.academyFirstCalls;
}
