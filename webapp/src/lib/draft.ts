import { useEffect } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { managerSession } from './session';

/**
 * What was typed into a form and not sent: kept for this tab and this manager until the form is done, so that an ended
 * session or a closed dialog loses nothing. Passwords are never kept.
 */
const keyOf = (name: string) => `draft:${managerSession.state.get()?.identity.userId ?? ''}:${name}`;

export function readDraft<Values extends FieldValues>(name: string): DefaultValues<Values> {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(name)) ?? '{}') as DefaultValues<Values>;
  } catch {
    return {} as DefaultValues<Values>;
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // A browser without storage kept none.
  }
}

/** Keeps what the form holds as it is typed. */
export function useDraft<Values extends FieldValues>(name: string, form: UseFormReturn<Values>): void {
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty }) => {
          if (!isDirty) return;
          const kept = Object.entries(values).filter(([field]) => !/password|confirm/i.test(field));
          try {
            sessionStorage.setItem(keyOf(name), JSON.stringify(Object.fromEntries(kept)));
          } catch {
            // Full, or not there.
          }
        },
      }),
    [name, form],
  );
}
