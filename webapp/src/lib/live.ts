/**
 * The live connection (section 7): one Socket.IO connection per signed-in layout. Socket.IO is loaded only with a
 * token, so that visitors do not load it.
 */
import type { io as Io, Socket } from 'socket.io-client';

interface OnlineUser {
  userId: string;
}

export interface LiveListeners {
  onlineUsers?: (users: OnlineUser[]) => void;
  /** Instead of the list, when it would be too long. */
  onlineCount?: (count: { total: number }) => void;
  anotherDevice?: () => void;
  /** The session has ended, or only the connection; the reason says why. */
  logout?: (reason?: string) => void;
  /** The token is no longer valid; the code says why. */
  refused?: (code: string) => void;
}

/** Refusals that may be temporary; any other means that the token is not valid. */
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
      // The library could not be loaded.
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
    mine.on('onlineCount', (count: { total: number }) => listeners.onlineCount?.(count));
    mine.on('anotherDevice', () => listeners.anotherDevice?.());
    mine.on('logout', (end?: { reason?: string }) => listeners.logout?.(end?.reason));
    mine.on('connect_error', (error: Error & { data?: { code?: string } }) => {
      // While the socket is active, Socket.IO reconnects by itself; after a refusal or disconnect by the server it does
      // not.
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

/** The open connection; null, with a line in the console, if there is none yet. */
export function liveSocket(): Socket | null {
  if (!socket) console.warn('Socket not initialized. Call initializeSocket first.');
  return socket;
}
