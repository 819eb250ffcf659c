/** A hidden window draws nothing. */
const LONGEST_MS = 500;

/** Resolves when what has been rendered is drawn, and pictures that came at once: time for what a screen needs later. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, LONGEST_MS);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });
