/** The calls of the manager's session. */
import {
  callFile,
  callPath,
  type Answer,
  type AnswerOf,
  type CallArguments,
  type CallOptions,
  type MethodOf,
  type Path,
} from './api-client';

type Options = Omit<CallOptions, 'as' | 'token'>;
const signed = (options: Options | undefined): CallOptions => ({ ...options, as: 'manager' });

export const managerCall = <P extends Path, M extends MethodOf<P>>(
  method: M,
  path: P,
  ...[body, options]: CallArguments<P, M, Options>
) => callPath<AnswerOf<P, M> & Answer>(method, path, body, signed(options));

export const managerFile = <P extends Path, M extends MethodOf<P>>(
  method: M,
  path: P,
  ...[body, options]: CallArguments<P, M, Options>
) => callFile(method, path, body, signed(options));

/** Sends a file as it is to a path that may have a query. */
export const managerUpload = <T extends Answer>(path: string, file: Blob, options?: Options) =>
  callPath<T>('POST', path, file, signed(options));
