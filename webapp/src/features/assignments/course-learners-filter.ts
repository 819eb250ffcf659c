import type { AssignmentState } from '@/lib/models';
import type { CourseLearnersFilter } from './api/course-learners';

export const DEFAULT_SORT = 'fullname';
export const PAGE_SIZES = [25, 50, 100] as const;

const STATES: readonly string[] = ['upcoming', 'active', 'expired'] satisfies AssignmentState[];
type Get = (key: string) => string;

const sizeOf = (get: Get) => PAGE_SIZES.find((known) => known === Number(get('size'))) ?? PAGE_SIZES[0];

/** What the list of a course's learners shows, from the values in its address. */
export const assignedFilterOf = (get: Get): CourseLearnersFilter => ({
  list: 'assigned',
  search: get('q'),
  sort: /^-?(fullname|startDate|expiryDate)$/.test(get('sort')) ? get('sort') : DEFAULT_SORT,
  state: STATES.includes(get('state')) ? (get('state') as AssignmentState) : '',
  limit: sizeOf(get),
  cursor: get('cursor'),
});

/** The same of those who could get the course. */
export const unassignedFilterOf = (get: Get): CourseLearnersFilter => ({
  list: 'unassigned',
  search: get('q'),
  sort: /^-?(fullname|email|createdAt|lastLogin)$/.test(get('sort')) ? get('sort') : DEFAULT_SORT,
  state: '',
  limit: sizeOf(get),
  cursor: get('cursor'),
});
