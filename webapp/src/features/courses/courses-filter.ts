import type { CoursesFilter } from './api/courses';

export const DEFAULT_SORT = '-updatedAt';
export const PAGE_SIZES = [12, 24, 48] as const;

/** What the list of courses shows, from the values in its address. */
export function coursesFilterOf(get: (key: string) => string): CoursesFilter {
  const size = Number(get('size'));
  return {
    search: get('q'),
    sort: /^-?(title|createdAt|updatedAt)$/.test(get('sort')) ? get('sort') : DEFAULT_SORT,
    limit: PAGE_SIZES.find((known) => known === size) ?? PAGE_SIZES[0],
    cursor: get('cursor'),
  };
}
