// What clients counted while processes were replaced.

export interface Kind {
  calls: number;
  /** Answers 5xx, by status. */
  failures: string[];
  /** Connections that ended without an answer. */
  broken: string[];
  /** Other answers than the call must have. */
  refused: string[];
  times: number[];
}

export class Tally {
  readonly kinds = new Map<string, Kind>();
  private readonly began = performance.now();

  private of(kind: string): Kind {
    let found = this.kinds.get(kind);
    if (found === undefined) {
      found = { calls: 0, failures: [], broken: [], refused: [], times: [] };
      this.kinds.set(kind, found);
    }
    return found;
  }

  /** Seconds since the beginning, for messages. */
  get at(): string {
    return `${((performance.now() - this.began) / 1000).toFixed(1)} s`;
  }

  /** Counts an answer, of which `good` says whether it is what the call must have. */
  count(kind: string, ms: number, status: number, good: boolean, text = ''): void {
    const found = this.of(kind);
    ++found.calls;
    found.times.push(ms);
    const what = `${this.at}: ${status} ${text.slice(0, 300)}`;
    if (status >= 500) found.failures.push(what);
    else if (!good) found.refused.push(what);
  }

  countBroken(kind: string, ms: number, error: unknown): void {
    const found = this.of(kind);
    ++found.calls;
    found.times.push(ms);
    const { message, cause } = error as Error;
    found.broken.push(`${this.at}: ${message} ${String(cause ?? '')}`);
  }

  /** What went wrong, with its kind. */
  wrong(what: 'failures' | 'broken' | 'refused'): string[] {
    return [...this.kinds].flatMap(([kind, found]) => found[what].map((each) => `${kind} ${each}`));
  }

  /** A line for each kind. */
  rows(): string[][] {
    return [...this.kinds].map(([kind, { calls, failures, broken, refused, times }]) => {
      const inOrder = times.toSorted((one, other) => one - other);
      const at = (part: number) => `${Math.round(inOrder[Math.floor((inOrder.length - 1) * part)] ?? 0)} ms`;
      return [kind, ...[calls, failures.length, broken.length, refused.length].map(String), at(0.5), at(0.99), at(1)];
    });
  }
}
