/** How long to wait where the browser does not tell of a network that came back. */
const AGAIN_MS = 3000;

/** A moment, or until there is a network again. */
export const waitToRetry = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = window.setTimeout(resolve, AGAIN_MS);
    window.addEventListener(
      'online',
      () => {
        window.clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** Does what the page cannot be without, again and again until it succeeds. */
export async function retryUntilDone(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch {
      await waitToRetry();
    }
  }
}
