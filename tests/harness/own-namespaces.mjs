// Namespaces for tests that make hosts and networks: what a run makes and starts there, the kernel ends with it.
import { spawn } from 'node:child_process';

export const COULD_NOT_RUN = 2;
const STOP_MS = 10_000;

/**
 * Runs this program again, with its arguments and `env` besides, in network, mount and process namespaces of its own, and
 * returns its exit code. A run ends by its plan; one that hangs is ended after `limitMs`. The run ends when its input does.
 */
export async function inOwnNamespaces(env, limitMs) {
  const namespaces = ['--net', '--mount', '--pid', '--mount-proc', '--fork', '--kill-child'];
  // The first process of the namespace collects what others leave behind.
  const first = ['bash', '-c', '"$@" <&0 & wait "$!"', 'first', process.execPath, ...process.argv.slice(1)];
  const child = spawn('unshare', [...namespaces, ...first], {
    // So it does when this process is killed.
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    // A terminal's Ctrl+C reaches only this process.
    detached: true,
  });
  const stop = () => {
    child.stdin.end();
    setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
  const hangs = setTimeout(() => {
    console.error(`The run is ended after ${limitMs / 60_000} minutes`);
    stop();
  }, limitMs);
  const status = await new Promise((ended) => child.once('close', (code) => ended(code ?? COULD_NOT_RUN)));
  clearTimeout(hangs);
  return status;
}

/** For the run: `attempt`, or COULD_NOT_RUN once its input ends. */
export function untilInputEnds(attempt) {
  const stopped = new Promise((stop) => process.stdin.resume().once('close', () => stop(COULD_NOT_RUN)));
  return Promise.race([attempt, stopped]);
}
