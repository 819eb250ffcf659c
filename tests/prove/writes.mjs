// Every kind of write that a client makes: which thing it changes, the request, and the state afterwards. A write that
// has nothing to change just then is undefined. Marks are never used twice, so that states can be told apart.
import { Thing } from './thing.mjs';

const DAY_MS = 86_400_000;
const MAX_COURSES = 4;
const MAX_LEARNERS = 3;
const MAX_ASSIGNMENTS = 4;
/** A learner's days have an end; beyond, they are set to a new one. */
const MAX_DAYS = 1000;
const BOUNDARY = 'prove-boundary';

/** A form with the same bytes each time, because a repeated key must come with the same body. */
function form(fields) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    body: Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

const day = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Both days are included. */
const daysOf = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

const free = (client, kind) =>
  client.things.filter(
    (thing) => thing.kind === kind && thing.state !== null && thing.id && !thing.pending && !thing.held,
  );
const parked = (client, kind) => client.things.filter((thing) => thing.kind === kind && (thing.pending || thing.state));

function createCourse(client) {
  if (parked(client, 'course').length >= MAX_COURSES) return undefined;
  const title = client.mark('course');
  const state = { description: client.mark('about'), parts: [client.mark('part')] };
  const fields = { title, description: state.description, parts: JSON.stringify([{ title: state.parts[0] }]) };
  return {
    thing: client.add(new Thing('course', title)),
    request: { method: 'PUT', path: '/api/cm/course/create-course', ...form(fields) },
    after: state,
  };
}

// The description and all parts, so that half of a change would be seen.
function updateCourse(client) {
  const thing = client.random.of(free(client, 'course'));
  if (!thing) return undefined;
  const parts = Array.from({ length: client.random.between(1, 3) }, () => client.mark('part'));
  const after = { description: client.mark('about'), parts };
  const body = { courseId: thing.id, description: after.description, parts: parts.map((title) => ({ title })) };
  return { thing, request: { method: 'PUT', path: '/api/cm/course/update-course', body }, after };
}

function deleteCourse(client) {
  const inUse = new Set(
    client.things
      .filter((thing) => thing.kind === 'assignment')
      .flatMap(({ course, state, pending }) => (state || pending ? [course] : [])),
  );
  const thing = client.random.of(free(client, 'course').filter((course) => !inUse.has(course)));
  if (!thing) return undefined;
  return {
    thing,
    request: { method: 'DELETE', path: '/api/cm/course/delete-course', body: { courseId: thing.id } },
    after: null,
  };
}

function createLearner(client) {
  if (parked(client, 'learner').length >= MAX_LEARNERS) return undefined;
  const phonenumber = client.newPhonenumber();
  const after = { email: `${client.mark('mail')}@academy.test`, fullname: client.mark('name'), address: '', active: 1 };
  const body = { email: after.email, password: client.password, fullname: after.fullname, phonenumber, address: '' };
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
const renameLearner = (client) => changeLearner(client, 'fullname', client.mark('name'));
const moveLearner = (client) => changeLearner(client, 'email', `${client.mark('mail')}@academy.test`);

function switchLearner(client) {
  const thing = client.random.of(free(client, 'learner').filter((learner) => learner !== client.self));
  if (!thing) return undefined;
  const active = 1 - thing.state.active;
  const body = { clientId: thing.id, active: active === 1 };
  return {
    thing,
    request: { method: 'PUT', path: '/api/cm/user/update-activation', body },
    after: { ...thing.state, active },
  };
}

function removeLearner(client) {
  const thing = client.random.of(free(client, 'learner').filter((learner) => learner !== client.self));
  if (!thing) return undefined;
  return {
    thing,
    request: { method: 'PUT', path: '/api/cm/user/remove-user', body: { clientId: thing.id } },
    after: null,
  };
}

function assign(client) {
  if (!client.self.id || parked(client, 'assignment').length >= MAX_ASSIGNMENTS) return undefined;
  const taken = new Set(
    client.things
      .filter((thing) => thing.kind === 'assignment')
      .flatMap(({ course, state, pending }) => (state || pending ? [course] : [])),
  );
  const course = client.random.of(free(client, 'course').filter((thing) => !taken.has(thing)));
  if (!course) return undefined;
  const [startDate, expiryDate] = [day(-1), day(client.random.between(10, 40))];
  // Assigned again after its end, it is another assignment.
  const thing = client.add(Object.assign(new Thing('assignment', `${course.id}/${client.self.id}`), { course }));
  return {
    thing,
    request: {
      method: 'PUT',
      path: '/api/cm/user-course/assign-user-course',
      body: { courseId: course.id, userIds: [client.self.id], startDate, expiryDate },
    },
    after: { days: daysOf(startDate, expiryDate) },
  };
}

// What adds up shows whether it was done twice.
function extend(client) {
  const thing = client.random.of(free(client, 'assignment').filter(({ state }) => state.days < MAX_DAYS));
  if (!thing) return undefined;
  const days = client.random.between(1, 9);
  const body = { courseId: thing.course.id, userIds: [client.self.id], days };
  return {
    thing,
    request: { method: 'PUT', path: '/api/cm/user-course/extend-course', body },
    after: { days: thing.state.days + days },
  };
}

function setDates(client) {
  const thing = client.random.of(free(client, 'assignment'));
  if (!thing) return undefined;
  const [startDate, expiryDate] = [day(-2), day(client.random.between(50, 400))];
  const after = { days: daysOf(startDate, expiryDate) };
  if (after.days === thing.state.days) return undefined;
  const body = { courseId: thing.id, startDate, expiryDate };
  return { thing, request: { method: 'PUT', path: '/api/cm/user-course/update-expdate', body }, after };
}

function unassign(client) {
  const thing = client.random.of(free(client, 'assignment'));
  if (!thing) return undefined;
  const body = { courseId: thing.course.id, clientId: client.self.id };
  return { thing, request: { method: 'PUT', path: '/api/cm/user-course/remove-user-course', body }, after: null };
}

function changeProfile(client) {
  const thing = client.self;
  if (!thing.id || thing.pending || !client.token) return undefined;
  const address = client.mark('street');
  const request = { method: 'POST', path: '/api/user/update-user', body: { address }, token: client.token };
  return { thing, request, after: { ...thing.state, address } };
}

function report(client) {
  const thing = client.progress;
  if (!thing || thing.pending || !client.token) return undefined;
  const position = client.nextPosition();
  const { courseId, partId } = client.lesson;
  const body = { courseId, partId, position: position / 1000, watched: [] };
  const request = { method: 'PUT', path: '/api/user-course/update-progress', body, token: client.token };
  return { thing, request, after: { position } };
}

export const WRITES = [
  { name: 'create course', weight: 10, make: createCourse },
  { name: 'change course', weight: 20, make: updateCourse },
  { name: 'delete course', weight: 5, make: deleteCourse },
  { name: 'create learner', weight: 2, make: createLearner },
  { name: 'rename learner', weight: 8, make: renameLearner },
  { name: 'change e-mail', weight: 4, make: moveLearner },
  { name: 'switch learner', weight: 4, make: switchLearner },
  { name: 'remove learner', weight: 1, make: removeLearner },
  { name: 'assign', weight: 9, make: assign },
  { name: 'extend', weight: 20, make: extend },
  { name: 'set dates', weight: 6, make: setDates },
  { name: 'unassign', weight: 5, make: unassign },
  { name: 'change profile', weight: 10, make: changeProfile },
  { name: 'report progress', weight: 14, make: report },
];
