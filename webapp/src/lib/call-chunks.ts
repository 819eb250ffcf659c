/** The most learners that one call takes. */
export const CALL_LIMIT = 1000;

/** Splits a list of any length into the parts for each call. */
export const callChunks = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / CALL_LIMIT) }, (_, index) =>
    items.slice(index * CALL_LIMIT, (index + 1) * CALL_LIMIT),
  );
