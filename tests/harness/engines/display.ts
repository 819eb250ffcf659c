// A display that nobody sees, with a mouse of its own. Engines start a drag by it only: dragging is the toolkit's
// business, of which the protocols' mice know too little.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

import { WINDOW, type Point } from './tab.ts';

const run = promisify(execFile);

/** The processes still running: none may outlive the tests. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/** Starts a program whose output does not matter, except what it writes to descriptor 3. */
export function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

export class Display {
  private constructor(
    private readonly server: ChildProcess,
    /** What programs on it have in their environment. */
    readonly env: NodeJS.ProcessEnv,
  ) {}

  static async open(): Promise<Display> {
    const size = `${WINDOW.width}x${WINDOW.height + 200}x24`;
    const server = start('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp']);
    // It takes a free number, and says which one when it is ready.
    const [number] = (await once(server.stdio[3] as Readable, 'data')) as [Buffer];
    // There is no bus for accessibility, nor a graphics card.
    const env = { GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' };
    return new Display(server, { ...process.env, ...env, DISPLAY: `:${String(number).trim()}` });
  }

  /** Does what xdotool's words say. */
  async mouse(...words: string[]): Promise<void> {
    await run('xdotool', words, { env: this.env });
  }

  close(): Promise<void> {
    return stop(this.server);
  }
}

/** What the tabs of all engines do alike: drag by the display's mouse. */
export abstract class DraggingTab {
  protected constructor(protected readonly display: Display) {}

  /** Where the page is on the display. */
  protected abstract place(): Promise<Point>;

  async hold(at: Point): Promise<void> {
    await this.display.mouse(...moveTo(await this.place(), at), 'mousedown', '1');
  }

  async move(to: Point): Promise<void> {
    await this.display.mouse(...moveTo(await this.place(), to));
  }

  release(): Promise<void> {
    return this.display.mouse('mouseup', '1');
  }
}

/** xdotool's words for moving to a point of a window's page. */
const moveTo = (page: Point, { x, y }: Point): string[] => [
  'mousemove',
  String(Math.round(page.x + x)),
  String(Math.round(page.y + y)),
];
