import { z } from 'zod/mini';
import { oneOf, pageSize, sort, text, type InAddress } from '@/lib/list-url';
import type { CoursesFilter } from './api/courses';

export const PAGE_SIZES = [12, 24, 48] as const;

/** What the address of the list of courses holds. */
export const coursesUrl = z.object({
  q: text(),
  sort: sort(['title', 'createdAt', 'updatedAt'], '-updatedAt'),
  size: pageSize(PAGE_SIZES, PAGE_SIZES[0]),
  view: oneOf(['cards', 'table'], 'cards'),
});

export const coursesFilterOf = ({ q, sort, size, cursor }: InAddress<z.infer<typeof coursesUrl>>): CoursesFilter => ({
  search: q,
  sort,
  limit: size,
  cursor,
});
