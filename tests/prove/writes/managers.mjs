// Writes to other managers, and to the mails that the academy sends.
import { totpCode } from '../../harness/sign-in/totp.mjs';
import { Thing } from '../thing.mjs';
import { count, free } from './common.mjs';

const MAX_MANAGERS = 1;
/** They are made with the first factor. */
const RECOVERY_CODES = 10;
const ROLES = ['support', 'manager', 'owner'];

export function createManager(client) {
  if (count(client, 'manager') >= MAX_MANAGERS) return undefined;
  const email = `${client.mark('manager')}@academy.test`;
  const own = { fullname: client.mark('name'), role: client.random.of(ROLES) };
  return {
    thing: client.add(new Thing('manager', email)),
    request: {
      method: 'PUT',
      path: '/api/cm/manager/register-manager',
      body: { email, password: client.password, ...own },
    },
    after: { ...own, totp: 0, codes: 0 },
  };
}

// Announced by a mail.
export function changeRole(client) {
  const thing = client.random.of(free(client, 'manager'));
  if (!thing) return undefined;
  const role = client.random.of(ROLES.filter((each) => each !== thing.state.role));
  const body = { userId: thing.id, role };
  return {
    thing,
    request: { method: 'PUT', path: '/api/cm/manager/update-role', body },
    after: { ...thing.state, role },
  };
}

export function deleteManager(client) {
  const thing = client.random.of(free(client, 'manager'));
  if (!thing) return undefined;
  const body = { managerId: thing.id };
  return { thing, request: { method: 'POST', path: '/api/cm/manager/delete-manager', body }, after: null };
}

/** The manager's own sign-in and secret come first: they change nothing yet. Announced by a mail, as a reset is. */
export async function addFactor(client, calls) {
  const thing = client.random.of(free(client, 'manager').filter(({ state }) => state.totp === 0));
  if (!thing) return undefined;
  const ask = (path, body, token) => calls.once({ method: 'POST', path: `/api/cm/auth/${path}`, body, token });
  const { token } = (await ask('login', { email: thing.name, password: client.password })).body;
  const begun = token ? await ask('totp/begin', {}, token) : undefined;
  if (begun?.outcome !== 'ok') return undefined;
  const body = { code: totpCode(begun.body.result.secret) };
  return {
    thing,
    request: { method: 'PUT', path: '/api/cm/auth/totp/confirm', body, token },
    after: { ...thing.state, totp: 1, codes: RECOVERY_CODES },
  };
}

export function resetFactors(client) {
  const thing = client.random.of(free(client, 'manager').filter(({ state }) => state.totp === 1));
  if (!thing) return undefined;
  const body = { userId: thing.id };
  return {
    thing,
    request: { method: 'PUT', path: '/api/cm/manager/reset-factors', body },
    after: { ...thing.state, totp: 0, codes: 0 },
  };
}

/** One of the pupil's mails that the mail server has not accepted yet; how often it was asked for adds up. */
export async function sendMailAgain(client, calls) {
  const answer = await calls.once({
    method: 'POST',
    path: '/api/cm/mail/fetch-mails',
    body: { clientId: client.pupil.id, state: 'waiting' },
    token: client.world.token,
  });
  const mail = answer.outcome === 'ok' && client.random.of(answer.body.result.filter(({ repeatable }) => repeatable));
  if (!mail) return undefined;
  const known = client.things.find(({ kind, name }) => kind === 'mail' && name === mail._id);
  const thing = known ?? client.add(new Thing('mail', mail._id));
  if (thing.pending) return undefined;
  return {
    thing,
    request: { method: 'POST', path: '/api/cm/mail/send-again', body: { mailId: mail._id } },
    after: { again: (thing.state?.again ?? 0) + 1 },
  };
}
