// The callers of the authorisation matrix: without a token, with a malformed one, with one that is no longer valid,
// with a valid one.
import { randomBytes } from 'node:crypto';

import { newLearner, PASSWORD, ROLES, signIn, signInManager, type Api, type Learner, type Role } from '../api.ts';
import { newManager } from './prepared.ts';

export interface Refusal {
  readonly status: number;
  readonly code: string;
}

export interface Bearer {
  readonly name: string;
  /** The call's headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly query?: string;
  /** The token alone, if there is one, for the live connection. */
  readonly token?: string;
  /** How managers' and learners' calls answer; null if this is the right caller. */
  readonly manager: Refusal | null;
  readonly learner: Refusal | null;
}

function refused(code: string, status = 401) {
  const refusal = { status, code };
  return { manager: refusal, learner: refusal };
}

function withToken(name: string, token: string, refusals: Pick<Bearer, 'manager' | 'learner'>): Bearer {
  return { name, headers: { authorization: `Bearer ${token}` }, token, ...refusals };
}

function tokenOf(api: Api): string {
  if (api.token === undefined) throw new Error('not signed in');
  return api.token;
}

/** Callers who never had a session. `good` is a valid manager's token, which counts only in the right header. */
export function strangers(good: string, credential: string): Bearer[] {
  const unknown = refused('unauthenticated');
  const as = (name: string, authorization: string): Bearer => ({ name, headers: { authorization }, ...unknown });
  const changed = (good.startsWith('A') ? 'B' : 'A') + good.slice(1);
  return [
    { name: 'nobody', headers: {}, ...unknown },
    withToken('a token that never was', randomBytes(32).toString('base64url'), unknown),
    withToken('a good token with one letter changed', changed, unknown),
    withToken('a good token cut short', good.slice(0, -1), unknown),
    withToken('the internal credential', credential, unknown),
    withToken('a quotation mark for SQL', "' OR '1'='1", unknown),
    as('a scheme without a token', 'Bearer'),
    as('a scheme with blanks', 'Bearer    '),
    as('a good token without a scheme', good),
    as('a good token under another scheme', `Basic ${good}`),
    as('a good token in quotes', `Bearer "${good}"`),
    as('a good token with something after it', `Bearer ${good} x`),
    as('a token of 6 kilobytes', `Bearer ${'x'.repeat(6000)}`),
    as('a token that is not UTF-8', 'Bearer \u00e9\u00ff\u00c0'),
    { name: 'a good token in the address', headers: {}, query: `?token=${good}&access_token=${good}`, ...unknown },
    { name: 'a good token in a cookie', headers: { cookie: `token=${good}; clientToken=${good}` }, ...unknown },
    {
      name: 'a caller who names itself',
      headers: { 'x-academy-caller': 'manager:m:s:owner', 'x-forwarded-user': 'manager', 'x-caller-kind': 'service' },
      ...unknown,
    },
  ];
}

/** Callers whose session has ended, by the reason; each was used before its end. */
export async function formerly(url: string, manager: Api): Promise<Bearer[]> {
  const managerWhose = async (name: string, code: string, end: (session: Api, id: string) => Promise<unknown>) => {
    const { _id, email } = await newManager(manager);
    const session = await signInManager(url, email);
    await session.must('POST', '/api/cm/auth/check');
    await end(session, _id);
    return withToken(name, tokenOf(session), refused(code));
  };
  const learnerWhose = async (
    name: string,
    code: string,
    end: (session: Api, learner: Learner) => Promise<unknown>,
  ) => {
    const learner = await newLearner(manager);
    const session = await signIn(url, learner.email);
    await session.must('POST', '/api/user/fetch-info');
    await end(session, learner);
    return withToken(name, tokenOf(session), refused(code));
  };
  return [
    await managerWhose('a manager who signed out', 'logout', (session) => session.must('POST', '/api/cm/auth/logout')),
    await managerWhose('a manager whose password was set', 'password_changed', (_, userId) =>
      manager.must('PUT', '/api/cm/manager/update-password', { userId, password: 'Another-pass-1' }),
    ),
    await managerWhose('a manager who was deleted', 'removed', (_, managerId) =>
      manager.must('POST', '/api/cm/manager/delete-manager', { managerId }),
    ),
    await learnerWhose('a learner who signed out', 'logout', (session) => session.must('POST', '/api/auth/logout')),
    await learnerWhose('a learner signed in elsewhere', 'signed_in_elsewhere', (_, { email }) => signIn(url, email)),
    await learnerWhose('a deactivated learner', 'deactivated', (_, { _id }) =>
      manager.must('PUT', '/api/cm/user/update-activation', { clientId: _id, active: false }),
    ),
    await learnerWhose('a learner activated again', 'deactivated', async (_, { _id }) => {
      await manager.must('PUT', '/api/cm/user/update-activation', { clientId: _id, active: false });
      await manager.must('PUT', '/api/cm/user/update-activation', { clientId: _id, active: true });
    }),
    await learnerWhose('a removed learner', 'removed', (_, { _id }) =>
      manager.must('PUT', '/api/cm/user/remove-user', { clientId: _id }),
    ),
    await learnerWhose('a learner whose password was set', 'password_changed', (_, { _id }) =>
      manager.must('PUT', '/api/cm/user/update-password', { clientId: _id, password: 'Another-pass-1' }),
    ),
    await learnerWhose('a learner signed out by a manager', 'signed_out_by_manager', (_, { _id }) =>
      manager.must('PUT', '/api/cm/user/sign-out', { clientId: _id }),
    ),
    await learnerWhose(
      'a learner changed together with a password',
      'password_changed',
      (_, { _id, email, fullname }) =>
        manager.must('PUT', '/api/cm/user/update-user', { clientId: _id, email, fullname, password: `${PASSWORD}2` }),
    ),
  ];
}

/** A manager of each role, signed in. */
export async function ofEachRole(url: string, manager: Api): Promise<{ role: Role; session: Api }[]> {
  return Promise.all(
    ROLES.map(async (role) => ({
      role,
      session: await signInManager(url, (await newManager(manager, undefined, role)).email),
    })),
  );
}

/** The two signed-in callers. */
export function present(manager: Api, learner: Api): Bearer[] {
  const forbidden = { status: 403, code: 'forbidden' };
  return [
    withToken('an owner', tokenOf(manager), { manager: null, learner: forbidden }),
    withToken('a learner', tokenOf(learner), { manager: forbidden, learner: null }),
  ];
}

/** A session that was let grow old, and the code of its end. */
export function aged(name: string, token: string, code: string): Bearer {
  return withToken(name, token, refused(code));
}
