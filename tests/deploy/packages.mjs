// The way of the hosts to Debian's packages: an HTTP proxy on a socket in the run's folder, because the hosts have no
// network but their own. It notes how long it waited for the archive, and passes on through this machine's own proxy.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';

/** Where an HTTP request of this machine's apt goes: `http://proxy:port`, or nowhere special. */
function ownProxy() {
  const said = execFileSync('apt-config', ['shell', 'PROXY', 'Acquire::http::Proxy'], { encoding: 'utf8' });
  const [, proxy] = /PROXY='([^']*)'/.exec(said) ?? [];
  return proxy && proxy !== 'DIRECT' ? new URL(proxy) : undefined;
}

export class PackageProxy {
  #upstream = ownProxy();
  /** Requests that wait for the archive, and since when; the time in which any did. */
  #waiting = 0;
  #since = 0;
  #waitedMs = 0;
  #bytes = 0;

  static async start(path, kept) {
    const proxy = new PackageProxy();
    if (kept) mkdirSync(kept, { recursive: true });
    proxy.kept = kept;
    proxy.server = createServer((asked, answer) => proxy.#pass(asked, answer));
    proxy.server.on('connect', (asked, socket) => {
      const [host, port] = asked.url.split(':');
      const far = connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
      for (const each of [far, socket]) each.on('error', () => far.destroy() && socket.destroy());
      far.pipe(socket).pipe(far);
    });
    await new Promise((listening) => proxy.server.listen(path, listening));
    return proxy;
  }

  #count(change) {
    const now = performance.now();
    if (this.#waiting > 0) this.#waitedMs += now - this.#since;
    this.#since = now;
    this.#waiting += change;
  }

  #pass(asked, answer) {
    if (asked.url === '/waited') return answer.end(JSON.stringify({ ms: this.#waitedMs, bytes: this.#bytes }));
    const url = new URL(asked.url);
    // Only packages never change under their name.
    const file = this.kept && url.pathname.endsWith('.deb') && join(this.kept, nameOf(url));
    if (file && existsSync(file)) {
      answer.writeHead(200, { 'content-length': statSync(file).size });
      return createReadStream(file).pipe(answer);
    }
    const to = this.#upstream ?? url;
    this.#count(1);
    const far = request(
      {
        host: to.hostname,
        port: to.port || 80,
        path: this.#upstream ? asked.url : url.pathname + url.search,
        method: asked.method,
        headers: asked.headers,
      },
      (got) => {
        answer.writeHead(got.statusCode, got.headers);
        got.on('data', (piece) => (this.#bytes += piece.length));
        got.on('close', () => this.#count(-1));
        got.pipe(answer);
        if (!file || got.statusCode !== 200) return;
        const part = `${file}.${process.pid}.${Math.random()}`;
        got.pipe(createWriteStream(part)).on('finish', () => got.complete && renameSync(part, file));
      },
    );
    far.on('error', (error) => {
      this.#count(-1);
      answer.writeHead(502).end(error.message);
    });
    return asked.pipe(far);
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const nameOf = (url) => createHash('sha256').update(url.href).digest('hex');
