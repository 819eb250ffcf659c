// The academy of the authorization matrix, and what its calls need: managers, learners and links of their own.
import {
  freshEmail,
  newCourse,
  newLearner,
  PASSWORD,
  signIn,
  signInManager,
  type Api,
  type Course,
  type Learner,
  type Manager,
  type Role,
} from '../api.ts';
import { from } from '../from.ts';
import { PasskeyDevice } from '../sign-in/passkey-device.ts';
import { totpCode } from '../sign-in/totp.mjs';

/** An owner and a learner, signed in; a course of the learner, with a video. */
export interface World {
  readonly url: string;
  readonly manager: Api;
  readonly managerId: string;
  /** The role of managers who are made to make a call; an owner if absent. */
  readonly role?: Role;
  readonly learner: Api;
  readonly learnerRecord: Learner;
  readonly course: Course;
  readonly assetId: string;
  /** The first mail to an address, as its token or code. */
  readonly activationToken: (email: string) => Promise<string>;
  readonly recoveryCode: (email: string) => Promise<string>;
  readonly unlockToken: (email: string) => Promise<string>;
}

export const TUS = { 'tus-resumable': '1.0.0' };
export const UPLOADS = '/api/cm/media/uploads';

export async function newManager(manager: Api, fullname = 'مدير آخر', role: Role = 'owner'): Promise<Manager> {
  const body = { email: freshEmail('manager'), password: PASSWORD, fullname, role };
  return (await manager.must<{ result: Manager }>('PUT', '/api/cm/manager/register-manager', body)).result;
}

export async function freshManager(world: World): Promise<Api> {
  return signInManager(world.url, (await newManager(world.manager, undefined, world.role)).email);
}

/** A new manager who begins to set an authenticator app up: the session, and the first code. */
export async function settingUp(world: World): Promise<{ session: Api; code: string }> {
  const session = await freshManager(world);
  const { result } = await session.must<{ result: { secret: string } }>('POST', '/api/cm/auth/totp/begin');
  return { session, code: totpCode(result.secret) };
}

export async function withTotp(world: World): Promise<Api> {
  const { session, code } = await settingUp(world);
  await session.must('PUT', '/api/cm/auth/totp/confirm', { code });
  return session;
}

export type PasskeyOptions = { result: { challenge: string; rp: { id: string }; rpId: string } };

/** A browser before the academy's own address; passkeys are bound to a name, so it says `localhost`. */
export function newPasskeyDevice(world: World): PasskeyDevice {
  return new PasskeyDevice(`http://localhost:${new URL(world.url).port}`);
}

/** A new manager who begins to add a passkey: the session, and what the browser made. */
export async function addingPasskey(world: World) {
  const session = await freshManager(world);
  const device = newPasskeyDevice(world);
  const { result } = await session.must<PasskeyOptions>('POST', '/api/cm/auth/passkey/begin-registration');
  return { session, device, made: device.make(result) };
}

export async function withPasskey(world: World) {
  const { session, device, made } = await addingPasskey(world);
  const { result } = await session.must<{ result: { passkey: { _id: string } } }>(
    'POST',
    '/api/cm/auth/passkey/finish-registration',
    { credential: made },
  );
  return { session, device, passkeyId: result.passkey._id };
}

export async function freshLearner(world: World): Promise<{ learner: Learner; session: Api }> {
  const learner = await newLearner(world.manager);
  return { learner, session: await signIn(world.url, learner.email) };
}

export async function signedUp(world: World): Promise<string> {
  const email = freshEmail();
  const api = world.manager.without();
  await api.must('PUT', '/api/auth/signup', { email, password: PASSWORD, fullname: 'زائر' });
  return email;
}

/** An activated learner who asked for a code: the handle and the code. */
export async function recovering(world: World): Promise<{ userId: string; code: string }> {
  const learner = await newLearner(world.manager);
  const api = world.manager.without();
  const { result } = await api.must<{ result: { userId: string } }>('POST', '/api/auth/forgot-password', {
    email: learner.email,
  });
  return { userId: result.userId, code: await world.recoveryCode(learner.email) };
}

let guessers = 0;

/** Pauses an account by wrong passwords, each time from another address; the token of the mailed link. */
export async function paused(world: World, path: string, email: string): Promise<string> {
  const guess = from(`127.9.${++guessers >> 8}.${guessers & 255}`, world.url);
  for (let i = 0; i < 5; ++i) await guess('POST', path, { email, password: 'wrong-one' });
  return world.unlockToken(email);
}

/** Their ids. */
export async function deletedCourse({ manager }: World): Promise<string> {
  const { _id } = await newCourse(manager, 'Deleted');
  await manager.must('DELETE', '/api/cm/course/delete-course', { courseId: _id });
  return _id;
}
export async function deletedLearner({ manager }: World): Promise<string> {
  const { _id } = await newLearner(manager);
  await manager.must('PUT', '/api/cm/user/remove-user', { clientId: _id });
  return _id;
}

export async function newUpload(world: World): Promise<string> {
  const answer = await fetch(world.url + UPLOADS, {
    method: 'POST',
    headers: { ...TUS, authorization: `Bearer ${world.manager.token}`, 'upload-length': '4' },
  });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`no upload: ${answer.status}`);
  return location;
}

export async function sessionOf(api: Api, path: string): Promise<string> {
  const { result } = await api.must<{ result: { _id: string }[] }>('POST', path);
  return result[0]?._id ?? '';
}
