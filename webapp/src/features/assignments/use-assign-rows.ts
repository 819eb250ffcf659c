import { useState } from 'react';
import type { BulkAssignRow } from '@/lib/api/schema';
import { CALL_LIMIT } from '@/lib/call-chunks';
import { assignmentsChanged } from '@/lib/query-keys';
import type { Dates } from './api/assignments';
import { bulkAssign } from './api/course-learners';
import type { EmailRow } from './parse-emails';

interface RowResult extends BulkAssignRow {
  line: number;
}

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

/** Rows with the same dates together, as many at once as a call takes. */
function batchesOf(rows: readonly EmailRow[], dates: Dates): Batch[] {
  const byDates = new Map<string, Batch>();
  const batches: Batch[] = [];
  for (const row of rows) {
    const own = { startDate: row.startDate || dates.startDate, expiryDate: row.expiryDate || dates.expiryDate };
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
    let now: AssignRun = { results: [], dryRun, done: 0, total: rows.length, error: null };
    setRun(now);
    for (const batch of batchesOf(rows, dates)) {
      try {
        const emails = batch.rows.map(({ email }) => email);
        const { result } = await bulkAssign(courseId, { ...batch.dates, emails, updateExisting, dryRun });
        const results = result.map((row, index) => ({ ...row, line: batch.rows[index]?.line ?? 0 }));
        now = { ...now, results: [...now.results, ...results], done: now.done + batch.rows.length };
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
