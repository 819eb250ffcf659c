import { z } from 'zod/mini';
import { oneOf, pageSize, sort, text, type InAddress } from '@/lib/list-url';
import type { CourseLearnersFilter } from './api/course-learners';

export const PAGE_SIZES = [25, 50, 100] as const;
export const WAYS = ['search', 'emails', 'csv'] as const;

const shared = { q: text(), size: pageSize(PAGE_SIZES, PAGE_SIZES[0]) };

/** What the address holds of those who have a course. */
export const assignedUrl = z.object({
  ...shared,
  sort: sort(['fullname', 'startDate', 'expiryDate'], 'fullname'),
  state: oneOf(['', 'upcoming', 'active', 'expired'], ''),
});

/** And of those who could get it, with the way to say whom. */
export const unassignedUrl = z.object({
  ...shared,
  sort: sort(['fullname', 'email', 'createdAt', 'lastLogin'], 'fullname'),
  way: oneOf(WAYS, 'search'),
});

export const assignedFilterOf = (address: InAddress<z.infer<typeof assignedUrl>>): CourseLearnersFilter => ({
  list: 'assigned',
  search: address.q,
  sort: address.sort,
  state: address.state,
  limit: address.size,
  cursor: address.cursor,
});

export const unassignedFilterOf = (address: InAddress<z.infer<typeof unassignedUrl>>): CourseLearnersFilter => ({
  list: 'unassigned',
  search: address.q,
  sort: address.sort,
  state: '',
  limit: address.size,
  cursor: address.cursor,
});
