import { useEffect, useState } from 'react';

/**
 * Something that is loaded when there first is an `occasion` for it (anything but null); null until it is there. Where
 * it cannot be loaded the page goes on without it, and the next occasion tries again. `load` is the same at each
 * render.
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
