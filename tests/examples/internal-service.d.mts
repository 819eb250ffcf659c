export interface FeedPlace {
  position: number | string;
  event_id?: string;
  database_id?: string;
}

export class AcademyError extends Error {
  readonly status: string;
  readonly reason: string;
  readonly fields: readonly string[];
  readonly retryAfterSeconds: number;
}

export class AcademyClient {
  constructor(data: string, name: string);
  call<Answer>(service: string, method: string, request?: object, limit?: number): Promise<Answer>;
  list<Row>(service: string, method: string, request?: object, rows?: string): AsyncGenerator<Row>;
  follow(service: string, place: FeedPlace, take: (event: Record<string, unknown>) => boolean): Promise<FeedPlace>;
  close(): void;
}
