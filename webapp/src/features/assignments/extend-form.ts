import { z } from 'zod/mini';
import { addMonths } from '@/lib/add-months';
import { today } from '@/lib/dates';
import { foldText } from '@/lib/fold-text';
import type { ExtendInput } from './api/extend-course';

const MOST_DAYS = 3650;
const FIRST_DAYS = '30';

/** People type digits of either script. */
const daysOf = (text: string): number => (/^\d+$/.test(foldText(text)) ? Number(foldText(text)) : 0);
const daysFit = (days: string): boolean => daysOf(days) >= 1 && daysOf(days) <= MOST_DAYS;

export const extendSchema = z
  .object({
    courseId: z.string().check(z.minLength(1, 'required')),
    who: z.enum(['all', 'chosen', 'active', 'expired', 'upcoming']),
    how: z.enum(['days', 'date']),
    days: z.string(),
    expiryDate: z.string(),
    shorten: z.boolean(),
  })
  .check(
    z.refine(({ how, days }) => how !== 'days' || daysFit(days), { error: 'out_of_range', path: ['days'] }),
    z.refine(({ how, expiryDate }) => how !== 'date' || expiryDate !== '', { error: 'required', path: ['expiryDate'] }),
  );
export type ExtendValues = z.infer<typeof extendSchema>;

export const extendDefaults = (courseId = '', userIds?: readonly string[]): ExtendValues => ({
  courseId,
  who: userIds ? 'chosen' : 'all',
  how: 'days',
  days: FIRST_DAYS,
  expiryDate: addMonths(today(), 1),
  shorten: false,
});

type Extension = Omit<ExtendInput, 'dryRun'>;

/** What the form asks of the server. */
export function toExtension(values: ExtendValues, userIds?: readonly string[]): Extension {
  const { courseId, who, how, days, expiryDate, shorten } = values;
  return {
    courseId,
    ...(who === 'chosen' ? { userIds } : who === 'all' ? {} : { state: who }),
    ...(how === 'days' ? { days: daysOf(days) } : { expiryDate, shorten }),
  };
}

const withoutLearners = (extension: Extension | ExtendInput) =>
  JSON.stringify({ ...extension, userIds: undefined, dryRun: undefined });

/** Whether what was asked is still what the form says. */
export const isAskedFor = (asked: ExtendInput | undefined, now: Extension): boolean =>
  asked !== undefined && asked.userIds === now.userIds && withoutLearners(asked) === withoutLearners(now);
