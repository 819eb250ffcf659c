// Writes to learners, by managers and by themselves.
import { Thing } from '../thing.mjs';
import { count, free, inBin } from './common.mjs';

const MAX_LEARNERS = 3;
const MAX_BINNED = 2;
/** A valid number: what changes is the name of the account. */
const IBAN = 'SA0380000000608010167519';

/** The state of a learner who has just been made. */
const newLearner = (client) => ({
  email: `${client.mark('mail')}@academy.test`,
  fullname: client.mark('name'),
  address: '',
  active: 1,
  binned: 0,
});

export function createLearner(client) {
  if (count(client, 'learner') >= MAX_LEARNERS) return undefined;
  const phonenumber = client.newPhonenumber();
  const after = newLearner(client);
  const { email, fullname } = after;
  const body = { email, password: client.password, fullname, phonenumber, address: '' };
  return {
    thing: client.add(new Thing('learner', phonenumber)),
    request: { method: 'POST', path: '/api/cm/user/create-user', body },
    after,
  };
}

function changeLearner(client, field, value) {
  const thing = client.random.of(free(client, 'learner'));
  if (!thing) return undefined;
  const body = { clientId: thing.id, [field]: value };
  return {
    thing,
    request: { method: 'PUT', path: '/api/cm/user/update-user', body },
    after: { ...thing.state, [field]: value },
  };
}

// Each change of an address is announced by a mail to both.
export const renameLearner = (client) => changeLearner(client, 'fullname', client.mark('name'));
export const moveLearner = (client) => changeLearner(client, 'email', `${client.mark('mail')}@academy.test`);

/** One of the learners without the client's own. */
const another = (client) => client.random.of(free(client, 'learner').filter((learner) => learner !== client.self));

const bulk = (thing, action) => ({
  method: 'POST',
  path: '/api/cm/user/bulk-change',
  body: { clientIds: [thing.id], action },
});

export function switchLearner(client) {
  const thing = another(client);
  if (!thing) return undefined;
  const active = 1 - thing.state.active;
  const body = { clientId: thing.id, active: active === 1 };
  const request =
    client.random.below(2) === 0
      ? { method: 'PUT', path: '/api/cm/user/update-activation', body }
      : bulk(thing, active === 1 ? 'activate' : 'deactivate');
  return { thing, request, after: { ...thing.state, active } };
}

export function removeLearner(client) {
  if (inBin(client, 'learner').length >= MAX_BINNED) return undefined;
  const thing = another(client);
  if (!thing) return undefined;
  const request =
    client.random.below(2) === 0
      ? { method: 'PUT', path: '/api/cm/user/remove-user', body: { clientId: thing.id } }
      : bulk(thing, 'remove');
  return { thing, request, after: { ...thing.state, binned: 1 } };
}

export function changeProfile(client) {
  const thing = client.self;
  if (!thing.id || thing.pending || !client.token) return undefined;
  const address = client.mark('street');
  const request = { method: 'POST', path: '/api/user/update-user', body: { address }, token: client.token };
  return { thing, request, after: { ...thing.state, address } };
}

export function changeBank(client) {
  const thing = client.bank;
  if (thing.pending || !client.token) return undefined;
  const empty = { accountHolder: '', bankName: '', iban: '' };
  const removed = thing.state !== null && client.random.below(4) === 0;
  const after = removed ? null : { accountHolder: client.mark('holder'), bankName: client.mark('bank'), iban: IBAN };
  const request = { method: 'PUT', path: '/api/user/update-bank', body: after ?? empty, token: client.token };
  return { thing, request, after };
}

/** A manager sets the pupil's password, which ends the pupil's session. */
export function setPassword(client) {
  const thing = client.secret;
  if (thing.pending) return undefined;
  const password = client.mark('Secret');
  const token = client.pupilToken;
  const done = async (calls) => {
    client.pupilToken = undefined;
    if (token) await client.hasEnded(calls, token);
  };
  const body = { clientId: client.pupil.id, password };
  return { thing, request: { method: 'PUT', path: '/api/cm/user/update-password', body }, after: { password }, done };
}

export function changePassword(client) {
  const thing = client.secret;
  if (thing.pending || !client.pupilToken) return undefined;
  const newPassword = client.mark('Secret');
  const body = { password: thing.state.password, newPassword };
  const request = { method: 'PUT', path: '/api/auth/update-password', body, token: client.pupilToken };
  return { thing, request, after: { password: newPassword } };
}

/**
 * A file with new learners and others' new names, and the client's own learner for a course. Imports take no key, and
 * the same file again changes nothing.
 */
export function importLearners(client) {
  const rows = [['email', 'fullname', 'phonenumber']];
  const changes = [];
  for (let room = MAX_LEARNERS - count(client, 'learner'); room > 0; --room) {
    const phonenumber = client.newPhonenumber();
    const after = newLearner(client);
    rows.push([after.email, after.fullname, phonenumber]);
    changes.push([client.add(new Thing('learner', phonenumber)), after]);
  }
  for (const thing of free(client, 'learner')) {
    if (client.random.below(2) === 0) continue;
    const fullname = client.mark('name');
    rows.push([thing.state.email, fullname, '']);
    changes.push([thing, { ...thing.state, fullname }]);
  }
  if (changes.length === 0) return undefined;
  const request = {
    method: 'POST',
    path: '/api/cm/user/import',
    headers: { 'content-type': 'text/csv' },
    body: Buffer.from(rows.map((row) => `${row.join(',')}\r\n`).join('')),
    sameAgain: true,
    isWhole: ({ result }) => result?.complete && result.issues.length === 0,
  };
  return { changes, request };
}
