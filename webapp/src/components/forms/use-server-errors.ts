import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';

/**
 * Shows a refused call's errors at the fields that the server names (or `fieldOf` a code), and a summary for the rest.
 * `run` returns true if the call succeeded.
 */
export function useServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  fieldOf: Partial<Record<string, Path<Values>>> = {},
) {
  const describe = useDescribeError();
  const [error, setError] = useState<unknown>(null);
  const run = async (submit: () => Promise<unknown>): Promise<boolean> => {
    setError(null);
    try {
      await submit();
      return true;
    } catch (failure) {
      const known = form.getValues();
      const named = isApiError(failure) ? failure.fields.filter(({ field }) => field in known) : [];
      for (const { field, code, message } of named) {
        form.setError(field as Path<Values>, { message: describe({ code, message }) });
      }
      const own = isApiError(failure) ? fieldOf[failure.code] : undefined;
      if (own && named.length === 0) form.setError(own, { message: describe(failure) });
      // Errors at fields need no summary; one is added if anything else was refused.
      else if (named.length === 0) setError(failure);
      return false;
    }
  };
  return { error, problem: error === null ? null : describe(error), run };
}
