/** Whether the academy answers at all. */
export const isReachable = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
