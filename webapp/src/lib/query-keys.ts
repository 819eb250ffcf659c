/**
 * The keys of the query cache, and what each change makes stale. They are in one place because features change each
 * other's data but never import each other. The audit trail is stale after every change (query-client.ts).
 */
import { AUDIT, queryClient } from './query-client';

export const queryKeys = {
  assets: { detail: (assetId: string) => ['assets', assetId] as const },
  assignments: {
    all: ['assignments'] as const,
    learner: (clientId: string) => ['assignments', 'learner', clientId] as const,
    coursePage: (courseId: string, filter: object) => ['assignments', 'course', courseId, filter] as const,
  },
  audit: { all: AUDIT, list: (filter: object) => [...AUDIT, filter] as const },
  bin: { all: ['bin'] as const, items: ['bin', 'items'] as const },
  courses: {
    all: ['courses'] as const,
    /** All courses, complete. */
    list: ['courses', 'list'] as const,
    detail: (courseId: string) => ['courses', 'detail', courseId] as const,
    pages: ['courses', 'page'] as const,
    page: (filter: object) => ['courses', 'page', filter] as const,
    allStatistics: ['courses', 'statistics'] as const,
    statistics: (courseId: string) => ['courses', 'statistics', courseId] as const,
  },
  dashboard: {
    all: ['dashboard'] as const,
    figures: ['dashboard', 'figures'] as const,
    uploads: ['dashboard', 'uploads'] as const,
    online: (count: number | 'many') => ['dashboard', 'online', count] as const,
  },
  health: {
    items: ['health', 'items'] as const,
    missing: ['health', 'missing'] as const,
    requests: ['health', 'requests'] as const,
  },
  mails: { all: ['mails'] as const, learner: (clientId: string) => ['mails', clientId] as const },
  managers: {
    list: ['managers', 'list'] as const,
    me: ['managers', 'me'] as const,
    factors: ['managers', 'factors'] as const,
    passkeys: ['managers', 'passkeys'] as const,
  },
  site: { draft: ['site', 'draft'] as const },
  checklist: { all: ['checklist'] as const },
  /** The signed-in learner's own data. */
  myself: {
    courses: ['myself', 'courses'] as const,
    course: (courseId: string) => ['myself', 'course', courseId] as const,
    bank: ['myself', 'bank'] as const,
    profile: ['myself', 'profile'] as const,
  },
  previews: { detail: (assetId: string) => ['previews', assetId] as const },
  search: {
    all: ['search'] as const,
    learners: (search: string) => ['search', 'learners', search] as const,
    courses: (search: string) => ['search', 'courses', search] as const,
  },
  sessions: {
    all: ['sessions'] as const,
    own: (person: 'learner' | 'manager') => ['sessions', 'own', person] as const,
    learner: (clientId: string) => ['sessions', 'learner', clientId] as const,
  },
  users: {
    all: ['users'] as const,
    pages: ['users', 'page'] as const,
    page: (filter: object) => ['users', 'page', filter] as const,
    details: ['users', 'detail'] as const,
    detail: (clientId: string) => ['users', 'detail', clientId] as const,
    bank: (clientId: string) => ['users', 'bank', clientId] as const,
  },
};

const invalidate = (...keys: readonly (readonly string[])[]): Promise<unknown> =>
  Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));

const { assignments, audit, bin, courses, dashboard, health, mails, managers, search, sessions, users } = queryKeys;

/** Call after something was read whose reading is in the audit trail. */
export const readingRecorded = () => invalidate(audit.all);

/** Call after assignments were created, changed or removed. */
export const assignmentsChanged = () => invalidate(assignments.all, users.all, courses.allStatistics, dashboard.all);

/** Call after learners were created, changed, signed out or removed. They are told of some of it by e-mail. */
export const learnersChanged = () =>
  invalidate(
    users.all,
    assignments.all,
    sessions.all,
    courses.allStatistics,
    search.all,
    dashboard.all,
    mails.all,
    bin.all,
  );

/** Call after the signed-in manager's second factor was changed, which may have ended other sessions. */
export const factorsChanged = () => invalidate(managers.factors, managers.passkeys, sessions.all);

/**
 * Call after a course was created, changed or removed. The list of all courses is not refetched: code that saves a
 * course puts the answer into it.
 */
export const coursesChanged = () =>
  invalidate(courses.pages, courses.allStatistics, assignments.all, search.all, dashboard.all, bin.all);

/** Call after what belonged to missing learners or courses was deleted. */
export const missingDeleted = () => Promise.all([assignmentsChanged(), invalidate(health.items, health.missing)]);

/** Call after something was taken out of the bin, or deleted for good. */
export const binChanged = () => Promise.all([learnersChanged(), invalidate(courses.all)]);
