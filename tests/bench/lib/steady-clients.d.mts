export interface Counts {
  answered: number;
  refused: number;
  closedBefore: number;
  lost: string[];
  wrong: string[];
}

export function requestText(call: { method: string; path: string; token?: string | undefined; body?: object }): string;

export class SteadyClients {
  constructor(
    port: number,
    requests: readonly { name: string; text: string }[],
    counts?: { keepAlive?: number; thoughtful?: number; fresh?: number },
  );
  readonly counts: Counts;
  stop(): Promise<Counts>;
}
