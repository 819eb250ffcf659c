import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ImportReport } from '@/lib/api/schema';
import { learnersChanged } from '@/lib/query-keys';
import { importFile } from './api/transfer';
import { beginRun, canBeCut, continueImport, type ImportRun } from './import-run';

export interface ImportProgress {
  done: number;
  total: number;
  /** At the pace until now; null before there is one. */
  minutesLeft: number | null;
}

/** What came of a step; without a report it was stopped before anything was known. */
export interface ImportOutcome {
  report: ImportReport | null;
  /** Resumes where it was stopped. */
  stopped: boolean;
}

type Step = 'check' | 'import';

const MINUTE_MS = 60_000;

/** Checks a file and imports it. The import stops with its page; where it stopped or failed, it can go on. */
export function useImport() {
  const [progress, setProgress] = useState<ImportProgress | null>(null);
  const controller = useRef<AbortController | null>(null);
  const plan = useRef<ImportReport | null>(null);
  const run = useRef<ImportRun | null>(null);

  const check = async (file: Blob, signal: AbortSignal) => {
    run.current = null;
    return (plan.current = await importFile(file, true, signal));
  };
  const proceed = async (file: Blob, signal: AbortSignal) => {
    if (!plan.current || !canBeCut(plan.current)) return importFile(file, false, signal);
    const begun = (run.current ??= await beginRun(file, plan.current));
    const began = performance.now();
    const total = begun.csv.rows.length;
    setProgress({ done: begun.next, total, minutesLeft: null });
    const whole = await continueImport(begun, signal, (now) => {
      run.current = now;
      const pace = (performance.now() - began) / (now.next - begun.next);
      setProgress({ done: now.next, total, minutesLeft: (pace * (total - now.next)) / MINUTE_MS });
    });
    run.current = null;
    return whole.report;
  };
  const step = useMutation({
    meta: { tellsProgress: true },
    mutationFn: async ({ file, step: which }: { file: Blob; step: Step }): Promise<ImportOutcome> => {
      const { signal } = (controller.current = new AbortController());
      try {
        return { report: await (which === 'check' ? check : proceed)(file, signal), stopped: false };
      } catch (error) {
        if (!signal.aborted) throw error;
        return { report: run.current?.report ?? null, stopped: true };
      }
    },
    onSettled: (_outcome, _error, { step: which }) => {
      setProgress(null);
      return which === 'check' ? undefined : learnersChanged();
    },
  });
  useEffect(() => () => controller.current?.abort(), []);
  return { ...step, progress, stop: () => controller.current?.abort() };
}
