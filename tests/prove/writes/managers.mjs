// Writes to other managers, and to the mails that the academy sends.
import { Thing } from '../thing.mjs';
import { count, free } from './common.mjs';

const MAX_MANAGERS = 1;
const ROLES = ['support', 'manager', 'owner'];

export function createManager(client) {
  if (count(client, 'manager') >= MAX_MANAGERS) return undefined;
  const email = `${client.mark('manager')}@academy.test`;
  const after = { fullname: client.mark('name'), role: client.random.of(ROLES) };
  return {
    thing: client.add(new Thing('manager', email)),
    request: {
      method: 'PUT',
      path: '/api/cm/manager/register-manager',
      body: { email, password: client.password, ...after },
    },
    after,
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
