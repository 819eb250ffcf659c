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

import { isApiError } from './api-error';
import { managerRole } from './role';
import { setupRequired } from './two-factor-setup';

type Options = Omit<CallOptions, 'as' | 'token'>;
const signed = (options: Options | undefined): CallOptions => ({ ...options, as: 'manager' });

/** Asks what the manager may do: an owner may have changed the role, and the academy may want a second factor first. */
export async function learnManager(): Promise<void> {
  const { result, secondFactorSetupRequired } = await managerCall('POST', '/api/cm/auth/check', {});
  managerRole.set(result?.role ?? null);
  setupRequired.set(secondFactorSetupRequired);
}

/** A call that the role does not allow: the page shows what the role of now allows. */
async function heeded<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (isApiError(error) && error.code === 'role_not_allowed') void learnManager().catch(() => undefined);
    throw error;
  }
}

export const managerCall = <P extends Path, M extends MethodOf<P>>(
  method: M,
  path: P,
  ...[body, options]: CallArguments<P, M, Options>
) => heeded(callPath<AnswerOf<P, M> & Answer>(method, path, body, signed(options)));

export const managerFile = <P extends Path, M extends MethodOf<P>>(
  method: M,
  path: P,
  ...[body, options]: CallArguments<P, M, Options>
) => heeded(callFile(method, path, body, signed(options)));

/** Sends a file as it is to a path that may have a query. */
export const managerUpload = <T extends Answer>(path: string, file: Blob, options?: Options) =>
  heeded(callPath<T>('POST', path, file, signed(options)));
