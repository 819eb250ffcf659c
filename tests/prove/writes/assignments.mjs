// Writes to assignments of the client's own learner, and that learner's progress.
import { Thing } from '../thing.mjs';
import { count, day, daysOf, free, taken } from './common.mjs';

const MAX_ASSIGNMENTS = 4;
/** A learner's days have an end; beyond, they are set to a new one. */
const MAX_DAYS = 1000;

/** The assignments whose course is not, and is not about to be, in the bin. */
const open = (client) =>
  free(client, 'assignment').filter(({ course }) => course.state && !course.state.binned && !course.pending);

const PATHS = '/api/cm/user-course';

export function assign(client) {
  if (!client.self.id || count(client, 'assignment') >= MAX_ASSIGNMENTS) return undefined;
  const already = taken(client);
  const course = client.random.of(free(client, 'course').filter((thing) => !already.has(thing)));
  if (!course) return undefined;
  const dates = { startDate: day(-1), expiryDate: day(client.random.between(10, 40)) };
  const [courseId, clientId] = [course.id, client.self.id];
  // Assigned again after its end, it is another assignment.
  const thing = client.add(Object.assign(new Thing('assignment', `${courseId}/${clientId}`), { course }));
  const request = client.random.of([
    { method: 'PUT', path: `${PATHS}/assign-user-course`, body: { courseId, userIds: [clientId], ...dates } },
    { method: 'POST', path: `${PATHS}/assign-to-user`, body: { clientId, coursesIds: [courseId], ...dates } },
    { method: 'PUT', path: `${PATHS}/bulk-assign`, body: { courseId, userIds: [clientId], ...dates } },
  ]);
  return { thing, request, after: { days: daysOf(dates.startDate, dates.expiryDate) } };
}

// What adds up shows whether it was done twice.
export function extend(client) {
  const thing = client.random.of(open(client).filter(({ state }) => state.days < MAX_DAYS));
  if (!thing) return undefined;
  const days = client.random.between(1, 9);
  const body = { courseId: thing.course.id, userIds: [client.self.id], days };
  return {
    thing,
    request: { method: 'PUT', path: `${PATHS}/extend-course`, body },
    after: { days: thing.state.days + days },
  };
}

export function setDates(client) {
  const thing = client.random.of(open(client));
  if (!thing) return undefined;
  const [startDate, expiryDate] = [day(-2), day(client.random.between(50, 400))];
  const after = { days: daysOf(startDate, expiryDate) };
  if (after.days === thing.state.days) return undefined;
  const body = { courseId: thing.course.id, clientId: client.self.id, startDate, expiryDate };
  return { thing, request: { method: 'PUT', path: `${PATHS}/update-expdate`, body }, after };
}

export function unassign(client) {
  const thing = client.random.of(open(client));
  if (!thing) return undefined;
  const [courseId, clientId] = [thing.course.id, client.self.id];
  const request = client.random.of([
    { method: 'PUT', path: `${PATHS}/remove-user-course`, body: { courseId, clientId } },
    { method: 'PUT', path: `${PATHS}/delete-selected-users`, body: { courseId, userIds: [clientId] } },
  ]);
  return { thing, request, after: null };
}

/** The lesson is 60 s long. Who has watched 90 % of it is done, and begins again. */
const MAX_WATCHED_MS = 50_000;
const STRETCH_MS = [200, 600];

/**
 * Half of the reports have no key, as those of players: they come to the services in batches. Such a report is not
 * repeated, because a late one would move the position back.
 */
export function report(client) {
  const thing = client.progress;
  if (!thing || thing.pending || !client.token) return undefined;
  const position = client.nextPosition();
  const from = client.random.below(MAX_WATCHED_MS);
  const to = from + client.random.between(...STRETCH_MS);
  const { courseId, partId } = client.lesson;
  const watched = [[from / 1000, to / 1000]];
  const body = { courseId, partId, position: position / 1000, watched };
  const request = { method: 'PUT', path: '/api/user-course/update-progress', body, token: client.token };
  const after = { position, watched: union(thing.state?.watched ?? '', from, to) };
  return { thing, request: { ...request, keyless: client.random.below(2) === 0 }, after };
}

/** What was watched, `0-12500 13000-15000` in milliseconds as it is stored, and another stretch. */
function union(watched, from, to) {
  const stretches = watched === '' ? [] : watched.split(' ').map((text) => text.split('-').map(Number));
  const apart = stretches.filter(([begin, end]) => end < from || begin > to);
  const joined = stretches.filter((stretch) => !apart.includes(stretch));
  const all = [
    ...apart,
    [Math.min(from, ...joined.map(([begin]) => begin)), Math.max(to, ...joined.map(([, end]) => end))],
  ];
  return all
    .sort(([one], [other]) => one - other)
    .map((stretch) => stretch.join('-'))
    .join(' ');
}
