// What the kinds of writes have in common.

const DAY_MS = 86_400_000;
const BOUNDARY = 'prove-boundary';

/** A form with the same bytes each time, because a repeated key must come with the same body. */
export function form(fields) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    body: Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

export const day = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Both days are included. */
export const daysOf = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

const settled = (client, kind) =>
  client.things.filter(
    (thing) => thing.kind === kind && thing.state !== null && thing.id && !thing.pending && !thing.held,
  );

/** The things that a write may change now. */
export const free = (client, kind) => settled(client, kind).filter(({ state }) => !state.binned);

/** The things that are in the bin. */
export const inBin = (client, kind) => settled(client, kind).filter(({ state }) => state.binned);

/** How many things of a kind there are, or may be, outside the bin. */
export const count = (client, kind) =>
  client.things.filter((thing) => thing.kind === kind && (thing.pending || (thing.state && !thing.state.binned)))
    .length;

/** The courses that the client's learner has, or may have. */
export const taken = (client) =>
  new Set(
    client.things
      .filter((thing) => thing.kind === 'assignment')
      .flatMap(({ course, state, pending }) => (state || pending ? [course] : [])),
  );
