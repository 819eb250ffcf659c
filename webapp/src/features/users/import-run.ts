/** Imports a file in pieces, so that progress is known, and the import can be stopped and resumed between pieces. */
import { ApiError } from '@/lib/api-error';
import type { ImportReport } from '@/lib/api/schema';
import { importFile } from './api/transfer';
import { lineOffset, pieceOf, readCsv, type CsvFile } from './csv-pieces';

/** As many as the server takes together where each has a password to be hashed. */
const FEWEST = 20;
const MOST = 1000;
const FIRST = 50;
/** A piece should take between these times: short enough to show progress, long enough to limit the number of calls. */
const SHORT_MS = 1000;
const LONG_MS = 3000;
/** As the server lists. */
const MOST_ISSUES = 1000;

/** What is told of one file as a whole; a piece would not know it. */
const OF_THE_WHOLE = ['repeated', 'encoding'];

export interface ImportRun {
  csv: CsvFile;
  /** Lines that are left out, as the dry run said. */
  without: ReadonlySet<number>;
  /** The row that it goes on with. */
  next: number;
  /** Of the pieces that are done. */
  report: ImportReport;
}

/** Whether the dry run told all that pieces need to be known of: else the file goes as a whole. */
export const canBeCut = ({ complete, moreIssues }: ImportReport): boolean => complete && moreIssues === 0;

export async function beginRun(file: Blob, plan: ImportReport): Promise<ImportRun> {
  const left = plan.issues.filter(({ code }) => OF_THE_WHOLE.includes(code));
  return {
    csv: readCsv(new Uint8Array(await file.arrayBuffer()), plan.delimiter),
    without: new Set(left.map(({ line }) => line)),
    next: 0,
    report: {
      ...plan,
      dryRun: false,
      complete: false,
      rows: left.length,
      refused: left.length,
      created: 0,
      updated: 0,
      unchanged: 0,
      assignments: { assigned: 0, datesChanged: 0, unchanged: 0, refused: 0 },
      issues: left,
      moreIssues: 0,
    },
  };
}

function sumOf(all: ImportReport, piece: ImportReport, offset: number): ImportReport {
  const issues = [...all.issues, ...piece.issues.map((issue) => ({ ...issue, line: issue.line + offset }))];
  issues.sort((a, b) => a.line - b.line);
  return {
    ...all,
    rows: all.rows + piece.rows,
    created: all.created + piece.created,
    updated: all.updated + piece.updated,
    unchanged: all.unchanged + piece.unchanged,
    refused: all.refused + piece.refused,
    assignments: {
      assigned: all.assignments.assigned + piece.assignments.assigned,
      datesChanged: all.assignments.datesChanged + piece.assignments.datesChanged,
      unchanged: all.assignments.unchanged + piece.assignments.unchanged,
      refused: all.assignments.refused + piece.assignments.refused,
    },
    issues: issues.slice(0, MOST_ISSUES),
    moreIssues: all.moreIssues + piece.moreIssues + Math.max(issues.length - MOST_ISSUES, 0),
  };
}

/**
 * Runs to the end, reporting each finished piece. A piece that failed or was stopped can be sent again, because rows
 * already imported change nothing.
 */
export async function continueImport(
  begun: ImportRun,
  signal: AbortSignal,
  onPiece: (run: ImportRun) => void,
): Promise<ImportRun> {
  let run = begun;
  for (let size = FIRST; run.next < run.csv.rows.length;) {
    const end = Math.min(run.next + size, run.csv.rows.length);
    const began = performance.now();
    const piece = await importFile(pieceOf(run.csv, run.next, end, run.without), false, signal);
    const broke = piece.complete ? undefined : piece.issues.at(-1);
    if (broke) throw new ApiError({ status: 503, code: broke.code, message: broke.message });
    run = { ...run, next: end, report: sumOf(run.report, piece, lineOffset(run.csv, run.next)) };
    onPiece(run);
    const took = performance.now() - began;
    if (took < SHORT_MS) size = Math.min(size * 2, MOST);
    else if (took > LONG_MS) size = Math.max(Math.floor(size / 2), FEWEST);
  }
  return { ...run, report: { ...run.report, complete: true } };
}
