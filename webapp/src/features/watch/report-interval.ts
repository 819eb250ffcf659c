/** How long a player waits between two reports: as the academy says in each answer, so that it is longer under load. */
const FIELD = 'Report-Interval';
const MIN_SECONDS = 5;
/** Longer pauses would lose too much with the page. */
const MAX_SECONDS = 60;

let seconds = MIN_SECONDS;

export const reportIntervalMs = (): number => seconds * 1000;

/** Takes over what an answer says; one that says nothing changes nothing. */
export function hearReportInterval(headers: Headers): void {
  const told = Number(headers.get(FIELD));
  if (told > 0) seconds = Math.min(Math.max(told, MIN_SECONDS), MAX_SECONDS);
}
