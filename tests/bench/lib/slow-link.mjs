// A slow link in front of a server: a TCP proxy that delays and paces what passes.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Listens on a free port of loopback and passes connections on to `port`. All connections share `bytesPerSecond` towards
 * the client; each direction takes half of `rttMs`, and opening a connection takes a whole one. TCP's slow start is left
 * out. Returns `{port, received, close}`; `received()` is how many bytes the client was sent since the last call.
 */
export async function slowLink(port, { rttMs, bytesPerSecond }) {
  // When the link has sent all that it was given, in milliseconds of performance.now().
  let free = 0;
  let sent = 0;
  const sockets = new Set();

  // Passes on from `first` at the earliest. One promise after another keeps the order, which timers do not.
  const pass = (from, to, first, pace) => {
    let passed = Promise.resolve();
    const at = (moment, act) => {
      passed = Promise.all([passed, pause(Math.max(0, moment - performance.now()))]).then(act);
    };
    from.on('data', (data) => {
      let moment = Math.max(performance.now(), first);
      if (pace) {
        sent += data.length;
        free = Math.max(free, moment) + (data.length * 1000) / bytesPerSecond;
        moment = free;
        // The server is read no faster than the link sends.
        from.pause();
        setTimeout(() => from.resume(), moment - performance.now());
      }
      at(moment + rttMs / 2, () => to.writable && to.write(data));
    });
    from.on('end', () => at(Math.max(performance.now(), pace ? free : first) + rttMs / 2, () => to.end()));
    from.on('error', () => to.destroy());
    from.on('close', () => sockets.delete(from));
    sockets.add(from);
    from.setNoDelay(true);
  };

  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    const open = performance.now() + rttMs;
    pass(client, upstream, open, false);
    pass(upstream, client, 0, true);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: server.address().port,
    received() {
      const bytes = sent;
      sent = 0;
      return bytes;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
