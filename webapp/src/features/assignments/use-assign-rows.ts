import { useState } from 'react';
import type { BulkAssignRow } from '@/lib/api/schema';
import { CALL_LIMIT } from '@/lib/call-chunks';
import { assignmentsChanged } from '@/lib/query-keys';
import type { Dates } from './api/assignments';
import { bulkAssign } from './api/course-learners';
import { isDay, type EmailRow } from './parse-emails';

/** What became of a row: by the server, or because its dates were not sent. */
export interface RowResult extends Omit<BulkAssignRow, 'status'>, Dates {
  status: BulkAssignRow['status'] | 'date_unreadable' | 'dates_reversed';
  line: number;
}

const REFUSED: readonly RowResult['status'][] = ['unknown', 'invalid', 'repeated', 'date_unreadable', 'dates_reversed'];

export const isRefused = ({ status }: RowResult): boolean => REFUSED.includes(status);

export interface AssignRun {
  results: readonly RowResult[];
  /** What was only looked at. */
  dryRun: boolean;
  done: number;
  total: number;
  error: unknown;
}

interface Batch {
  dates: Dates;
  rows: EmailRow[];
}

/** A row's own dates, and the form's where it has none. */
const datesOf = (row: EmailRow, form: Dates): Dates => ({
  startDate: row.startDate || form.startDate,
  expiryDate: row.expiryDate || form.expiryDate,
});

/** Why a row's dates cannot be sent; null if they can. */
function refusalOf({ startDate, expiryDate }: Dates): 'date_unreadable' | 'dates_reversed' | null {
  if (!isDay(startDate) || !isDay(expiryDate)) return 'date_unreadable';
  return expiryDate < startDate ? 'dates_reversed' : null;
}

function refuse(row: EmailRow, dates: Dates): RowResult | null {
  const own = datesOf(row, dates);
  const status = refusalOf(own);
  return status && { ...own, status, line: row.line, given: row.email, clientId: null, fullname: null, email: null };
}

/** Rows with the same dates together, as many at once as a call takes. */
function batchesOf(rows: readonly EmailRow[], dates: Dates): Batch[] {
  const byDates = new Map<string, Batch>();
  const batches: Batch[] = [];
  for (const row of rows) {
    const own = datesOf(row, dates);
    const key = `${own.startDate} ${own.expiryDate}`;
    let batch = byDates.get(key);
    if (!batch || batch.rows.length >= CALL_LIMIT) {
      batch = { dates: own, rows: [] };
      byDates.set(key, batch);
      batches.push(batch);
    }
    batch.rows.push(row);
  }
  return batches;
}

/** Assigns a course to rows of addresses, call after call, and keeps what became of each row. */
export function useAssignRows(courseId: string) {
  const [run, setRun] = useState<AssignRun | null>(null);
  const [busy, setBusy] = useState(false);
  const start = async (rows: readonly EmailRow[], dates: Dates, updateExisting: boolean, dryRun: boolean) => {
    setBusy(true);
    const refused = rows.flatMap((row) => refuse(row, dates) ?? []);
    const sent = rows.filter((row) => refusalOf(datesOf(row, dates)) === null);
    let now: AssignRun = { results: refused, dryRun, done: 0, total: sent.length, error: null };
    setRun(now);
    for (const batch of batchesOf(sent, dates)) {
      try {
        const emails = batch.rows.map(({ email }) => email);
        const { result } = await bulkAssign(courseId, { ...batch.dates, emails, updateExisting, dryRun });
        const results = result.map((row, index) => ({ ...row, ...batch.dates, line: batch.rows[index]?.line ?? 0 }));
        // As the rows stand in the file.
        const all = [...now.results, ...results].toSorted((one, other) => one.line - other.line);
        now = { ...now, results: all, done: now.done + batch.rows.length };
        setRun(now);
      } catch (error) {
        // What came before stays done; the same list again assigns the rest.
        now = { ...now, error };
        setRun(now);
        break;
      }
    }
    if (!dryRun && now.done > 0) await assignmentsChanged();
    setBusy(false);
    return now;
  };
  return { run, busy, start, clear: () => setRun(null) };
}
