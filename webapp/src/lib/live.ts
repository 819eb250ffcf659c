/**
 * The live connection (section 7): one Socket.IO connection a signed-in layout. Socket.IO is loaded only when a
 * token is there, so that visitors do not pay for it.
 */
import type { Socket } from 'socket.io-client';

export interface OnlineUser {
  userId: string;
}

export interface LiveListeners {
  onlineUsers?: (users: OnlineUser[]) => void;
  anotherDevice?: () => void;
  logout?: () => void;
}

let socket: Socket | null = null;

/** Opens the connection; the returned function disconnects and resets it. */
export function openLive(token: string | null, listeners: LiveListeners): () => void {
  if (!token) {
    console.warn('No token provided for socket initialization.');
    return () => undefined;
  }
  let closed = false;
  let mine: Socket | null = null;
  void import('socket.io-client').then(({ io }) => {
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
  });
  return () => {
    closed = true;
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
