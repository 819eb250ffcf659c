/** How long to wait if the browser does not report that the network is back. */
const AGAIN_MS = 3000;

/** Waits a moment, or until the network is back. */
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

/** Repeats something that the page needs until it succeeds. */
export async function retryUntilDone(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch {
      await waitToRetry();
    }
  }
}
