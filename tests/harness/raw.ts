// Raw bytes on a socket, for requests that no well-behaved HTTP client sends.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** A connection to the edge that keeps everything it receives. */
export class RawConnection {
  private readonly chunks: Buffer[] = [];
  private readonly ended: Promise<void>;
  private wake: () => void = () => {};
  closed = false;
  /** The bytes that the kernel has accepted. */
  written = 0;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.wake();
    });
    socket.on('error', () => {
      // A reset is a result too; see `closed`.
    });
    this.ended = new Promise((resolve) => {
      const end = () => {
        this.closed = true;
        this.wake();
        resolve();
      };
      socket.once('close', end);
      socket.once('end', end);
    });
  }

  /** `from` is another address of this machine. */
  static open(port: number, from = '127.0.0.1'): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new RawConnection(socket));
      });
    });
  }

  /** Sends bytes, waiting while the other side does not read. False if the connection is gone. */
  async send(bytes: string | Uint8Array): Promise<boolean> {
    if (this.closed || this.socket.destroyed) return false;
    const size = typeof bytes === 'string' ? Buffer.byteLength(bytes, 'latin1') : bytes.length;
    const sent = new Promise<boolean>((resolve) => {
      this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes, (error) => resolve(!error));
    });
    const ok = await Promise.race([sent, this.ended.then(() => false)]);
    if (ok) this.written += size;
    // Node keeps writing without reading while the kernel accepts bytes; yield, so that an answer is seen.
    await new Promise(setImmediate);
    return ok;
  }

  get received(): string {
    return Buffer.concat(this.chunks).toString('latin1');
  }

  /**
   * Waits for `count` complete answers, or for the connection to close, and returns the answers. `heads`: they answer
   * HEAD and have no body, whatever their length says.
   */
  async answers(count = 1, { limitMs = 30_000, heads = false } = {}): Promise<RawAnswer[]> {
    const end = performance.now() + limitMs;
    for (;;) {
      const whole = parseAnswers(this.received, heads);
      if (whole.length >= count || this.closed) return whole;
      const left = end - performance.now();
      if (left <= 0) throw new Error(`no answer in time; got: ${this.received.slice(0, 300)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  /** Waits for the other side to close. */
  async awaitClose(limitMs = 30_000): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('the connection stays open')), limitMs);
    });
    await Promise.race([this.ended, late]).finally(() => clearTimeout(timer));
  }

  destroy(): void {
    this.socket.destroy();
  }
}

/** Sends everything at once on a new connection; returns the answers received until there are `count` or it closes. */
export async function exchange(
  port: number,
  bytes: string | Uint8Array,
  count = 1,
  from = '127.0.0.1',
): Promise<RawAnswer[]> {
  const connection = await RawConnection.open(port, from);
  try {
    await connection.send(bytes);
    return await connection.answers(count);
  } finally {
    connection.destroy();
  }
}

function parseAnswers(text: string, heads: boolean): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let at = 0;
  for (;;) {
    const headEnd = text.indexOf('\r\n\r\n', at);
    if (headEnd < 0) return answers;
    const [statusLine = '', ...lines] = text.slice(at, headEnd).split('\r\n');
    const status = Number(statusLine.split(' ')[1]);
    const headers = new Map<string, string>();
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
    }
    const bodyStart = headEnd + 4;
    if (status === 100) {
      at = bodyStart;
      continue;
    }
    const length = heads ? 0 : Number(headers.get('content-length') ?? 0);
    if (text.length < bodyStart + length) return answers;
    answers.push({ status, headers, body: text.slice(bodyStart, bodyStart + length) });
    at = bodyStart + length;
  }
}

/** A path to the edge that can drop everything, like a lost network: nothing is delivered, nothing is closed. */
export class BlackHole {
  private readonly sockets: Socket[] = [];
  private swallowing = false;
  private readonly server: Server;

  private constructor(port: number) {
    this.server = createServer({ noDelay: true }, (near) => {
      const far = connect({ port, host: '127.0.0.1', noDelay: true });
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.sockets.push(from);
        from.on('data', (bytes) => this.swallowing || to.write(bytes));
        from.on('close', () => this.swallowing || to.destroy());
        from.on('error', () => {
          // 'close' reports it.
        });
      }
    });
  }

  static async before(port: number): Promise<BlackHole> {
    const hole = new BlackHole(port);
    await new Promise<void>((resolve) => hole.server.listen(0, '127.0.0.1', resolve));
    return hole;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  swallow(): void {
    this.swallowing = true;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}
