import { waitFor } from '@testing-library/react';
import { liveSocket, openLive } from './live';

type Listener = (...args: never[]) => void;
const connections: { options: object; listeners: Map<string, Listener>; active: boolean; tries: number }[] = [];

vi.mock('socket.io-client', () => ({
  io: (options: object) => {
    const listeners = new Map<string, Listener>();
    const socket = {
      options,
      listeners,
      active: true,
      tries: 1,
      on: (name: string, listener: Listener) => listeners.set(name, listener),
      connect: () => socket.tries++,
      disconnect: () => (socket.active = false),
      removeAllListeners: () => listeners.clear(),
    };
    connections.push(socket);
    return socket;
  },
}));

const opened = async () => {
  await waitFor(() => expect(connections).toHaveLength(1));
  return connections[0] as (typeof connections)[number];
};

afterEach(() => {
  connections.length = 0;
  vi.useRealTimers();
});

test('without a token that is only logged, and so is a use before there is a connection', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  openLive(null, {})();
  expect(liveSocket()).toBeNull();
  expect(warn.mock.calls).toEqual([
    ['No token provided for socket initialization.'],
    ['Socket not initialized. Call initializeSocket first.'],
  ]);
});

test('connects with the documented options, hands events on, and is reset when it is closed', async () => {
  const heard: string[] = [];
  const close = openLive('t1', {
    onlineUsers: (users) => heard.push(`online ${users.length}`),
    onlineCount: ({ total }) => heard.push(`online ${total}, not listed`),
    anotherDevice: () => heard.push('another device'),
    logout: (reason) => heard.push(`logout ${reason ?? 'for no reason'}`),
  });
  const socket = await opened();
  expect(socket.options).toMatchObject({
    auth: { token: 't1' },
    transports: ['polling', 'websocket', 'webtransport'],
    reconnection: true,
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
    reconnectionAttempts: Infinity,
  });
  const tell = (name: string, ...args: unknown[]) => socket.listeners.get(name)?.(...(args as never[]));
  tell('onlineUsers', [{ userId: 'u1' }]);
  tell('onlineCount', { total: 1001 });
  tell('anotherDevice');
  tell('logout');
  tell('logout', { reason: 'idle' });
  expect(heard).toEqual([
    'online 1',
    'online 1001, not listed',
    'another device',
    'logout for no reason',
    'logout idle',
  ]);
  expect(liveSocket()).toBe(socket);
  close();
  vi.spyOn(console, 'warn').mockReturnValue();
  expect(liveSocket()).toBeNull();
  expect(socket.listeners.size).toBe(0);
});

test('a token that is no good is told; a service that is down is tried again', async () => {
  const refused = vi.fn();
  const close = openLive('t1', { refused });
  const socket = await opened();
  const fail = (code: string) => socket.listeners.get('connect_error')?.({ data: { code } } as never);
  fail('unavailable');
  expect(refused).not.toHaveBeenCalled();
  vi.useFakeTimers();
  socket.active = false;
  fail('unavailable');
  vi.advanceTimersByTime(5000);
  expect(socket.tries).toBe(2);
  fail('signed_in_elsewhere');
  expect(refused).toHaveBeenCalledWith('signed_in_elsewhere');
  close();
});
