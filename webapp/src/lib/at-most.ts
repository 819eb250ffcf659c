/** Waits for a promise, whatever becomes of it, but no longer than this. */
export async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: number | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = window.setTimeout(resolve, milliseconds);
  });
  await Promise.race([work.then(nothing, nothing), enough]);
  window.clearTimeout(timer);
}

const nothing = () => undefined;
