// The real socket.io-client, recording events in order.
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

import { until } from './until.ts';

/** The orders of transports that clients may use. */
export const TRANSPORT_ORDERS = [
  { name: 'polling', transports: ['polling'], upgrade: false, ends: 'polling' },
  { name: 'WebSocket', transports: ['websocket'], upgrade: false, ends: 'websocket' },
  { name: 'polling upgraded to WebSocket', transports: ['polling', 'websocket'], upgrade: true, ends: 'websocket' },
] as const;
export type TransportOrder = (typeof TRANSPORT_ORDERS)[number];

export interface LiveEvent {
  readonly name: string;
  readonly args: unknown[];
}

export class LiveConnection {
  readonly events: LiveEvent[] = [];
  readonly errors: string[] = [];
  /** The codes of those refusals, which the web app translates. */
  readonly codes: (string | undefined)[] = [];
  readonly socket: Socket;

  constructor(url: string, token: string | undefined, options: Partial<ManagerOptions & SocketOptions> = {}) {
    this.socket = io(url, {
      auth: token === undefined ? {} : { token },
      forceNew: true,
      reconnection: false,
      ...options,
    });
    this.socket.onAny((name: string, ...args: unknown[]) => this.events.push({ name, args }));
    this.socket.on('connect_error', (error: Error & { data?: { code?: string } }) => {
      this.errors.push(error.message);
      this.codes.push(error.data?.code);
    });
  }

  get transport(): string {
    return this.socket.io.engine.transport.name;
  }

  async connected(): Promise<this> {
    await until('the live connection', () => {
      if (this.errors.length > 0) throw new Error(this.errors.join(', '));
      return this.socket.connected;
    });
    return this;
  }

  /** Whether an event of this name has arrived. */
  async got(name: string): Promise<LiveEvent> {
    return until(`the event ${name}`, () => this.events.find((event) => event.name === name));
  }

  /** The user ids of the newest online list. */
  online(): string[] {
    const list = this.events.filter((event) => event.name === 'onlineUsers').at(-1)?.args[0];
    return Array.isArray(list) ? list.map((entry: { userId: string }) => entry.userId) : [];
  }

  close(): void {
    this.socket.disconnect();
  }
}
