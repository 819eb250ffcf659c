// For each row of the route table: a request that succeeds, and what must exist for it.
import { randomUUID } from 'node:crypto';

import { assign, day, freshEmail, newCourse, newLearner, PASSWORD, type Api } from '../api.ts';
import {
  addingPasskey,
  deletedCourse,
  deletedLearner,
  freshLearner,
  freshManager,
  newManager,
  newUpload,
  type PasskeyOptions,
  paused,
  recovering,
  sessionOf,
  settingUp,
  signedUp,
  TUS,
  UPLOADS,
  withPasskey,
  withTotp,
  type World,
} from './prepared.ts';

export interface Request {
  /** If it differs from the row's. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | FormData | Uint8Array<ArrayBuffer>;
  /** The caller, if the call ends the caller's own session. */
  readonly caller?: Api;
  /** The status of success, if it is not the row's. */
  readonly status?: number;
}

type Make = (world: World) => Request | Promise<Request>;

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:01.000\nمرحبا\n';

function form(fields: Record<string, string | File>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

// A pixel.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

function picture(): File {
  return new File([PNG], 'cover.png', { type: 'image/png' });
}

const dates = () => ({ startDate: day(-1), expiryDate: day(30) });

/** What hands an account over, whatever it is asked with. */
export const NEEDS_RECENT: readonly string[] = [
  'PUT /api/cm/auth/update-password',
  'PUT /api/auth/update-password',
  'POST /api/cm/auth/totp/begin',
  'PUT /api/cm/auth/totp/confirm',
  'PUT /api/cm/auth/totp/disable',
  'PUT /api/cm/auth/renew-recovery-codes',
  'POST /api/cm/auth/passkey/begin-registration',
  'POST /api/cm/auth/passkey/finish-registration',
  'PUT /api/cm/auth/passkey/remove',
  'PUT /api/cm/manager/reset-factors',
  'PUT /api/cm/manager/register-manager',
  'PUT /api/cm/manager/update-password',
  'PUT /api/cm/manager/update-role',
  'POST /api/cm/manager/delete-manager',
  'PUT /api/cm/user/update-password',
  'PUT /api/cm/bin/purge',
  'PUT /api/cm/missing/accept',
  'POST /api/cm/user/import',
  'POST /api/cm/user/export',
  'POST /api/cm/user/fetch-bank',
  'POST /api/cm/user-course/export',
  'POST /api/user/fetch-bank',
  'PUT /api/user/update-bank',
];

export const CALLS: Readonly<Record<string, Make>> = {
  // Manager auth
  'PUT /api/cm/auth/signup': () => ({
    body: { email: freshEmail('manager'), password: PASSWORD, fullname: 'Too late' },
    status: 403,
  }),
  'POST /api/cm/auth/login': async (world) => ({
    body: { email: (await newManager(world.manager)).email, password: PASSWORD },
  }),
  'PUT /api/cm/auth/unlock': async (world) => {
    const { email } = await newManager(world.manager);
    return { body: { token: await paused(world, '/api/cm/auth/login', email) } };
  },
  'POST /api/cm/auth/check': () => ({}),
  'POST /api/cm/auth/check-signup': () => ({ status: 403 }),
  'PUT /api/cm/auth/update-password': async (world) => ({
    caller: await freshManager(world),
    body: { password: PASSWORD, newPassword: 'Another-pass-1' },
  }),
  'POST /api/cm/auth/reauthenticate': async (world) => ({
    caller: await freshManager(world),
    body: { password: PASSWORD },
  }),
  'POST /api/cm/auth/logout': async (world) => ({ caller: await freshManager(world) }),
  'POST /api/cm/auth/fetch-sessions': () => ({}),
  'PUT /api/cm/auth/end-session': async (world) => {
    const caller = await freshManager(world);
    return { caller, body: { sessionId: await sessionOf(caller, '/api/cm/auth/fetch-sessions') } };
  },
  'POST /api/cm/auth/fetch-factors': () => ({}),
  'POST /api/cm/auth/totp/begin': async (world) => ({ caller: await freshManager(world) }),
  'PUT /api/cm/auth/totp/confirm': async (world) => {
    const { session, code } = await settingUp(world);
    return { caller: session, body: { code } };
  },
  'PUT /api/cm/auth/totp/disable': async (world) => ({ caller: await withTotp(world) }),
  'PUT /api/cm/auth/renew-recovery-codes': async (world) => ({ caller: await withTotp(world) }),
  'POST /api/cm/auth/passkey/begin-registration': async (world) => ({ caller: await freshManager(world) }),
  'POST /api/cm/auth/passkey/finish-registration': async (world) => {
    const { session, made } = await addingPasskey(world);
    return { caller: session, body: { credential: made, name: 'حاسوبي' } };
  },
  'POST /api/cm/auth/passkey/begin-login': () => ({}),
  'POST /api/cm/auth/passkey/finish-login': async (world) => {
    const { device } = await withPasskey(world);
    const { result } = await world.manager.without().must<PasskeyOptions>('POST', '/api/cm/auth/passkey/begin-login');
    return { body: { credential: device.sign(result) } };
  },
  'POST /api/cm/auth/passkey/fetch': () => ({}),
  'PUT /api/cm/auth/passkey/remove': async (world) => {
    const { session, passkeyId } = await withPasskey(world);
    return { caller: session, body: { passkeyId } };
  },
  // Learner auth
  'PUT /api/auth/signup': () => ({ body: { email: freshEmail(), password: PASSWORD, fullname: 'زائر' } }),
  'PUT /api/auth/activate': async (world) => {
    const email = await signedUp(world);
    return { body: { email, token: await world.activationToken(email) } };
  },
  'POST /api/auth/resend-activation': () => ({ body: { email: freshEmail() } }),
  'POST /api/auth/login': async (world) => ({
    body: { email: (await newLearner(world.manager)).email, password: PASSWORD },
  }),
  'PUT /api/auth/unlock': async (world) => {
    const { email } = await newLearner(world.manager);
    return { body: { token: await paused(world, '/api/auth/login', email) } };
  },
  'POST /api/auth/trylogin': () => ({}),
  'POST /api/auth/reauthenticate': async (world) => ({
    caller: (await freshLearner(world)).session,
    body: { password: PASSWORD },
  }),
  'POST /api/auth/logout': async (world) => ({ caller: (await freshLearner(world)).session }),
  'PUT /api/auth/update-password': async (world) => ({
    caller: (await freshLearner(world)).session,
    body: { password: PASSWORD, newPassword: 'Another-pass-1' },
  }),
  'POST /api/auth/forgot-password': async (world) => ({ body: { email: (await newLearner(world.manager)).email } }),
  'PUT /api/auth/forgotpassword/activation': async (world) => ({ body: await recovering(world) }),
  'PUT /api/auth/forgotpassword/update': async (world) => {
    const recovery = await recovering(world);
    await world.manager.without().must('PUT', '/api/auth/forgotpassword/activation', recovery);
    return { body: { userId: recovery.userId, password: 'Another-pass-1' } };
  },
  // Managers
  'POST /api/cm/manager/fetch-managers': () => ({}),
  'PUT /api/cm/manager/register-manager': () => ({
    body: { email: freshEmail('manager'), password: PASSWORD, fullname: 'مدير جديد' },
  }),
  'PUT /api/cm/manager/update-password': async (world) => ({
    body: { userId: (await newManager(world.manager))._id, password: 'Another-pass-1' },
  }),
  'PUT /api/cm/manager/update-role': async (world) => ({
    body: { userId: (await newManager(world.manager))._id, role: 'support' },
  }),
  'PUT /api/cm/manager/reset-factors': async (world) => ({
    body: { userId: (await newManager(world.manager))._id },
  }),
  'POST /api/cm/manager/delete-manager': async (world) => ({
    body: { managerId: (await newManager(world.manager))._id },
  }),
  // Learners
  'PUT /api/cm/user/fetch-users': () => ({ body: { limit: 5 } }),
  'POST /api/cm/user/create-user': () => ({
    body: { email: freshEmail(), password: PASSWORD, fullname: 'متعلم', phonenumber: '', address: '' },
  }),
  'PUT /api/cm/user/update-user': async (world) => ({
    body: { clientId: (await newLearner(world.manager))._id, fullname: 'اسم آخر' },
  }),
  'PUT /api/cm/user/update-password': async (world) => ({
    body: { clientId: (await newLearner(world.manager))._id, password: 'Another-pass-1' },
  }),
  'PUT /api/cm/user/update-activation': async (world) => ({
    body: { clientId: (await newLearner(world.manager))._id, active: false },
  }),
  'PUT /api/cm/user/update-status': async (world) => ({
    body: { userId: (await newLearner(world.manager))._id, status: 'offline', socketId: '' },
  }),
  'PUT /api/cm/user/remove-user': async (world) => ({ body: { clientId: (await newLearner(world.manager))._id } }),
  'POST /api/cm/user/fetch-user': (world) => ({ body: { clientId: world.learnerRecord._id } }),
  'POST /api/cm/user/bulk-change': async (world) => ({
    body: { clientIds: [(await newLearner(world.manager))._id], action: 'deactivate' },
  }),
  'POST /api/cm/user/import': () => ({
    headers: { 'content-type': 'text/csv' },
    body: new TextEncoder().encode(`email,fullname\n${freshEmail()},متعلم\n`),
  }),
  'POST /api/cm/user/export': () => ({ body: { courses: true } }),
  'POST /api/cm/user/fetch-sessions': (world) => ({ body: { clientId: world.learnerRecord._id } }),
  'POST /api/cm/user/fetch-bank': (world) => ({ body: { clientId: world.learnerRecord._id } }),
  'PUT /api/cm/user/sign-out': async (world) => ({ body: { clientId: (await freshLearner(world)).learner._id } }),
  // Mail and audit
  'POST /api/cm/mail/fetch-mails': () => ({ body: { limit: 5 } }),
  'POST /api/cm/mail/send-again': async (world) => {
    const email = await signedUp(world);
    await world.activationToken(email);
    const { result } = await world.manager.must<{ result: { _id: string; to: string }[] }>(
      'POST',
      '/api/cm/mail/fetch-mails',
    );
    return { body: { mailId: result.find((mail) => mail.to === email)?._id } };
  },
  'POST /api/cm/mail/send-test': () => ({}),
  'POST /api/cm/health/fetch': () => ({}),
  'POST /api/cm/health/fetch-requests': () => ({}),
  // The public site
  'POST /api/cm/site/fetch': () => ({}),
  'PUT /api/cm/site/save-draft': () => ({
    body: {
      files: { 'site.json': { name: { ar: 'نور', en: 'Noor' }, email: 'hello@noor.test' } },
    },
  }),
  'PUT /api/cm/site/publish': () => ({ body: {} }),
  'POST /api/cm/site/upload-picture': () => ({ body: form({ image: picture() }) }),
  'POST /api/cm/audit/fetch-events': () => ({ body: { limit: 5 } }),
  // Bin
  'POST /api/cm/bin/fetch-items': () => ({ body: { limit: 5 } }),
  'PUT /api/cm/bin/restore': async (world) => ({ body: { _id: await deletedCourse(world) } }),
  'PUT /api/cm/bin/purge': async (world) => ({ body: { _id: await deletedLearner(world) } }),
  // Missing learners and courses: none, and nobody deletes more.
  'POST /api/cm/missing/fetch': () => ({}),
  'PUT /api/cm/missing/accept': () => ({ body: { kind: 'learner', count: 0 } }),
  // Courses
  'POST /api/cm/course/fetch-courses': () => ({}),
  'POST /api/cm/course/fetch-course': (world) => ({ body: { courseId: world.course._id } }),
  'PUT /api/cm/course/create-course': () => ({ body: form({ title: 'دورة', description: 'وصف', image: picture() }) }),
  'PUT /api/cm/course/update-course': async (world) => ({
    body: { courseId: (await newCourse(world.manager, 'C'))._id, title: 'T' },
  }),
  'PUT /api/cm/course/set-part-video': async (world) => {
    const course = await newCourse(world.manager, 'C', ['one']);
    return { body: { courseId: course._id, partId: course.parts[0]?._id, assetId: world.assetId } };
  },
  'POST /api/cm/course/update-image': async (world) => ({
    body: form({ courseId: (await newCourse(world.manager, 'C'))._id, image: picture() }),
  }),
  'DELETE /api/cm/course/delete-course': async (world) => ({
    body: { courseId: (await newCourse(world.manager, 'C'))._id },
  }),
  // Media
  [`OPTIONS ${UPLOADS}`]: () => ({ headers: TUS, status: 204 }),
  [`POST ${UPLOADS}`]: () => ({ headers: { ...TUS, 'upload-length': '4' }, status: 201 }),
  [`HEAD ${UPLOADS}`]: async (world) => ({ path: await newUpload(world), headers: TUS }),
  [`PATCH ${UPLOADS}`]: async (world) => ({
    path: await newUpload(world),
    headers: { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(4),
    status: 204,
  }),
  [`DELETE ${UPLOADS}`]: async (world) => ({ path: await newUpload(world), headers: TUS, status: 204 }),
  'POST /api/cm/media/fetch-asset': (world) => ({ body: { assetId: world.assetId } }),
  'POST /api/cm/media/fetch-uploads': () => ({}),
  'PUT /api/cm/media/retry': (world) => ({ body: { assetId: world.assetId } }),
  'POST /api/cm/media/fetch-preview': (world) => ({ body: { assetId: world.assetId } }),
  'POST /api/cm/media/upload-captions': (world) => ({
    body: form({ assetId: world.assetId, lang: 'ar', label: 'العربية', file: new File([CAPTIONS], 'ar.vtt') }),
  }),
  'DELETE /api/cm/media/delete-captions': async (world) => {
    const track = { assetId: world.assetId, lang: 'en' };
    const data = form({ ...track, label: 'English', file: new File([CAPTIONS], 'en.vtt') });
    await world.manager.must('POST', '/api/cm/media/upload-captions', data);
    return { body: track };
  },
  // Assignments
  'POST /api/cm/user-course/fetch-users-course': (world) => ({ body: { courseId: world.course._id } }),
  'PUT /api/cm/user-course/assign-user-course': async (world) => ({
    body: {
      courseId: (await newCourse(world.manager, 'C'))._id,
      userIds: [(await newLearner(world.manager))._id],
      ...dates(),
    },
  }),
  'PUT /api/cm/user-course/delete-selected-users': async (world) => {
    const learner = await newLearner(world.manager);
    await assign(world.manager, world.course._id, learner._id);
    return { body: { courseId: world.course._id, userIds: [learner._id] } };
  },
  'POST /api/cm/user-course/fetch-user-courses': (world) => ({ body: { clientId: world.learnerRecord._id } }),
  'POST /api/cm/user-course/assign-to-user': async (world) => ({
    body: { clientId: (await newLearner(world.manager))._id, coursesIds: [world.course._id], ...dates() },
  }),
  'PUT /api/cm/user-course/update-expdate': async (world) => {
    const assignment = await assign(world.manager, world.course._id, (await newLearner(world.manager))._id);
    return { body: { courseId: assignment._id, ...dates() } };
  },
  'PUT /api/cm/user-course/remove-user-course': async (world) => {
    const learner = await newLearner(world.manager);
    await assign(world.manager, world.course._id, learner._id);
    return { body: { courseId: world.course._id, clientId: learner._id } };
  },
  'PUT /api/cm/user-course/bulk-assign': async (world) => ({
    body: { courseId: world.course._id, emails: [(await newLearner(world.manager)).email], ...dates() },
  }),
  'PUT /api/cm/user-course/extend-course': async (world) => {
    const course = await newCourse(world.manager, 'C');
    await assign(world.manager, course._id, world.learnerRecord._id);
    return { body: { courseId: course._id, days: 7 } };
  },
  'POST /api/cm/user-course/export': (world) => ({ body: { courseId: world.course._id } }),
  'POST /api/cm/user-course/fetch-statistics': (world) => ({ body: { courseId: world.course._id } }),
  'POST /api/cm/dashboard/fetch-figures': () => ({}),
  // Learner self-service
  'POST /api/user/fetch-info': () => ({}),
  'POST /api/user/update-user': () => ({ body: { address: randomUUID() } }),
  'POST /api/user/fetch-sessions': () => ({}),
  'PUT /api/user/end-session': async (world) => {
    const { session } = await freshLearner(world);
    return { caller: session, body: { sessionId: await sessionOf(session, '/api/user/fetch-sessions') } };
  },
  'POST /api/user/fetch-bank': () => ({}),
  'PUT /api/user/update-bank': async (world) => ({
    caller: (await freshLearner(world)).session,
    body: { accountHolder: 'ليلى الحربي', bankName: 'مصرف', iban: 'SA03 8000 0000 6080 1016 7519' },
  }),
  'POST /api/user-course/fetch-courses': () => ({}),
  'POST /api/user-course/fetch-course': (world) => ({ body: { courseId: world.course._id } }),
  'PUT /api/user-course/update-progress': (world) => ({
    body: { courseId: world.course._id, partId: world.course.parts[0]?._id, position: 1, watched: [[0, 1]] },
  }),
  // Public
  'GET /api/public/site': () => ({}),
  'POST /api/public/page-view': () => ({ body: { page: '/courses', lang: 'en' } }),
  'POST /api/public/fetch-courses': () => ({}),
  'POST /api/public/contact': () => ({
    body: { fullname: 'Umm Layan', email: 'parent@home.test', message: 'Which course suits a girl of ten?' },
  }),
  'GET /api/captcha/challenge': () => ({}),
};
