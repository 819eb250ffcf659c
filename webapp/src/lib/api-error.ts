export interface FieldError {
  field: string;
  code: string;
  message: string;
}

/** A failed call. `code` is the server's error code, or one of ours: `network`, `offline`, `bad_answer`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly requestId: string | undefined;
  /** Seconds to wait, if the server said so. */
  readonly retryAfter: number | undefined;
  /** Whether nobody was signed in: such a call names people by their address, any other by their id. */
  readonly signedOut: boolean;
  /** What is there now, if the call was refused because somebody else came first. */
  readonly result: unknown;

  constructor(init: {
    status: number;
    code: string;
    message: string;
    fields?: readonly FieldError[];
    requestId?: string;
    retryAfter?: number;
    signedOut?: boolean;
    result?: unknown;
  }) {
    super(init.message);
    this.name = 'ApiError';
    this.status = init.status;
    this.code = init.code;
    this.fields = init.fields ?? [];
    this.requestId = init.requestId;
    this.retryAfter = init.retryAfter;
    this.signedOut = init.signedOut ?? false;
    this.result = init.result;
  }
}

export const isApiError = (error: unknown, ...codes: string[]): error is ApiError =>
  error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));

/** Whether the same call may succeed later: the network, or a service that is down for a moment. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || [502, 503, 504].includes(error.status));
