// TLS for benches: a certificate of their own, which this process and a browser with --ignore-certificate-errors trust.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Makes the certificate in that folder; `flags` tell an academy to use it. */
export async function ownCertificate(folder) {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  // Managers are told of one that soon expires.
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '90'],
    ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
  ]);
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  process.env.NODE_NO_WARNINGS = '1';
  return { flags: ['--tls-cert', cert, '--tls-key', key] };
}
