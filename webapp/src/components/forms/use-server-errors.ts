import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';

/**
 * Puts a refused call where it belongs: on the fields that the server names, and in words for the rest. `run` gives
 * true when the call succeeded.
 */
export function useServerErrors<Values extends FieldValues>(form: UseFormReturn<Values>) {
  const describe = useDescribeError();
  const [problem, setProblem] = useState<string | null>(null);
  const run = async (submit: () => Promise<unknown>, onFailure?: (error: unknown) => void): Promise<boolean> => {
    setProblem(null);
    try {
      await submit();
      return true;
    } catch (error) {
      const known = form.getValues();
      const fields = isApiError(error) ? error.fields.filter(({ field }) => field in known) : [];
      for (const { field, code, message } of fields) {
        form.setError(field as Path<Values>, { message: describe({ code, message }) });
      }
      // A refused field says it all; a summary is added where something else was refused too.
      if (fields.length === 0) setProblem(describe(error));
      onFailure?.(error);
      return false;
    }
  };
  return { problem, run, clear: () => setProblem(null) };
}
