import { call, type Answer } from '../api-client';
import { ApiError, isApiError } from '../api-error';
import { Store } from '../store';

interface Challenge extends Answer {
  algorithm: string;
  challenge: string;
  maxnumber: number;
  salt: string;
  signature: string;
}

/** True where the academy asks for the check on every form; else the server asks when it wants one. */
export const botCheckAlways = new Store(false);

/** The server asked for a solved bot check, or refused the one it got. */
export const asksForBotCheck = (error: unknown): boolean => isApiError(error, 'bot_check_missing');

/** Fetches an ALTCHA challenge, solves it off the main thread, and gives the payload that the server takes. */
export async function solveBotCheck(): Promise<string> {
  const { algorithm, challenge, maxnumber, salt, signature } = await call<Challenge>('GET', '/api/captcha/challenge');
  const started = performance.now();
  const number = await solve({ salt, challenge, maxnumber: Number(maxnumber) });
  const took = Math.round(performance.now() - started);
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature, took }));
}

function solve(task: { salt: string; challenge: string; maxnumber: number }): Promise<number> {
  const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<number>((resolve, reject) => {
    const fail = () =>
      reject(new ApiError({ status: 0, code: 'bot_check_missing', message: 'The check could not be solved.' }));
    worker.onmessage = ({ data }: MessageEvent<number | null>) => (data === null ? fail() : resolve(data));
    worker.onerror = fail;
  });
  worker.postMessage(task);
  return answer.finally(() => worker.terminate());
}
