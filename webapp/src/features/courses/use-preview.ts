import { useEffect, useMemo } from 'react';

/** The address of a chosen picture that is not sent yet, as long as it is shown. */
export function usePreview(file: File | null): string | null {
  const preview = useMemo(() => (file ? URL.createObjectURL(file) : null), [file]);
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);
  return preview;
}
