import { useEffect, useState } from 'react';
import { useDescribeError } from '@/i18n/error-messages';
import { isApiError } from '@/lib/api-error';

/** The server's objections to a site, by file and path (`site.json: email`), and what else went wrong. */
export function useFileErrors() {
  const describe = useDescribeError();
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    // Where people without a mouse go on, as in other forms.
    if (Object.keys(errors).length > 0) document.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setErrors({});
    setProblem(null);
    try {
      await work();
      return true;
    } catch (failure) {
      const fields = isApiError(failure) ? failure.fields : [];
      setErrors(Object.fromEntries(fields.map(({ field, code, message }) => [field, describe({ code, message })])));
      setProblem(describe(failure));
      return false;
    }
  };
  return { errors, problem, run, errorAt: (file: string, path: string) => errors[`${file}: ${path}`] };
}
