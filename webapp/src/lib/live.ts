/**
 * The live connection (section 7): one Socket.IO connection a signed-in layout. Socket.IO is loaded only when a
 * token is there, so that visitors do not pay for it.
 */
import type { io as Io, Socket } from 'socket.io-client';

interface OnlineUser {
  userId: string;
}

export interface LiveListeners {
  onlineUsers?: (users: OnlineUser[]) => void;
  anotherDevice?: () => void;
  logout?: () => void;
  /** The server does not know the token any more; the code says why. */
  refused?: (code: string) => void;
}

/** Refusals that may pass by themselves; with any other the token is no good. */
const PASSING = ['unavailable', 'timeout', 'overloaded', 'too_many_connections', 'internal'];
const TRY_AGAIN_MS = 5000;

let socket: Socket | null = null;

/** Opens the connection; the returned function disconnects and resets it. */
export function openLive(token: string | null, listeners: LiveListeners): () => void {
  if (!token) {
    console.warn('No token provided for socket initialization.');
    return () => undefined;
  }
  let closed = false;
  let mine: Socket | null = null;
  let again: number | undefined;
  const load = () =>
    import('socket.io-client').then(connect, () => {
      // Not even the library could be had.
      if (!closed) again = window.setTimeout(() => void load(), TRY_AGAIN_MS);
    });
  const connect = ({ io }: { io: typeof Io }) => {
    if (closed) return;
    mine = io({
      auth: { token },
      transports: ['polling', 'websocket', 'webtransport'],
      reconnection: true,
      reconnectionDelay: 1000,
      reconnectionDelayMax: 5000,
      randomizationFactor: 0.5,
      timeout: 20_000,
      reconnectionAttempts: Infinity,
      forceNew: true,
    });
    socket = mine;
    mine.on('onlineUsers', (users: OnlineUser[]) => listeners.onlineUsers?.(users));
    mine.on('anotherDevice', () => listeners.anotherDevice?.());
    mine.on('logout', () => listeners.logout?.());
    mine.on('connect_error', (error: Error & { data?: { code?: string } }) => {
      // While it is active Socket.IO tries again by itself; after the server's word it does not.
      if (mine?.active) return;
      const code = error.data?.code ?? 'unavailable';
      if (PASSING.includes(code)) again = window.setTimeout(() => mine?.connect(), TRY_AGAIN_MS);
      else listeners.refused?.(code);
    });
  };
  void load();
  return () => {
    closed = true;
    window.clearTimeout(again);
    mine?.removeAllListeners();
    mine?.disconnect();
    if (socket === mine) socket = null;
  };
}

/** The open connection, or null with a line in the log when there is none yet. */
export function liveSocket(): Socket | null {
  if (!socket) console.warn('Socket not initialized. Call initializeSocket first.');
  return socket;
}
