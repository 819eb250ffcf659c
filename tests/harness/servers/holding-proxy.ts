// A TCP proxy in front of an edge, whose connections a test can hold or cut at a chosen byte.
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

export class HoldingProxy {
  private readonly sockets = new Set<Socket>();
  private passed = 0;
  private holdAt = Infinity;
  private reached: () => void = () => {};

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    server.on('connection', (client: Socket) => this.pipe(client));
  }

  /** Starts one on a free port, to `target` on this machine. */
  static async start(target: number): Promise<HoldingProxy> {
    const server = createServer();
    const proxy = new HoldingProxy(server, target);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Passes `bytes` more bytes from clients, then none; resolves when that point is reached. */
  async holdAfter(bytes: number): Promise<void> {
    this.passed = 0;
    this.holdAt = bytes;
    await new Promise<void>((resolve) => {
      this.reached = resolve;
    });
  }

  /** Cuts every connection; new ones are not held. */
  cut(): void {
    this.holdAt = Infinity;
    this.cutOnly();
  }

  /** Cuts every connection; new ones are held as holdAfter said. */
  cutOnly(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private pipe(client: Socket): void {
    const edge = connect(this.target, '127.0.0.1');
    for (const [socket, other] of [
      [client, edge],
      [edge, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    edge.pipe(client);
    client.on('data', (chunk: Buffer) => {
      const left = Math.max(0, this.holdAt - this.passed);
      this.passed += chunk.length;
      edge.write(chunk.subarray(0, left));
      if (chunk.length < left) return;
      client.pause();
      this.reached();
    });
  }
}
