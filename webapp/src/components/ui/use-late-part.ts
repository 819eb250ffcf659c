import { useEffect, useState } from 'react';

/**
 * Loads something at the first `occasion` that is not null; returns null until it has loaded. If loading fails, the
 * page continues without it and the next occasion retries. `load` must be the same function at each render.
 */
export function useLatePart<Part>(load: () => Promise<Part>, occasion: object | null): Part | null {
  const [part, setPart] = useState<{ loaded: Part } | null>(null);
  useEffect(() => {
    if (!occasion || part) return;
    let over = false;
    load().then(
      (loaded) => !over && setPart({ loaded }),
      () => undefined,
    );
    return () => {
      over = true;
    };
  }, [load, occasion, part]);
  return part && part.loaded;
}
