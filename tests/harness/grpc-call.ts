// A gRPC call as another process or a program makes it, without generated code.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Client, credentials, Metadata, type ChannelCredentials } from '@grpc/grpc-js';

export interface RawCall {
  readonly address: string;
  /** `/academy.common.v1.ProcessMetrics/Collect` */
  readonly rpc: string;
  /** The data folder whose keys prove the call, and which key: `edge-catalog`. */
  readonly keys?: { readonly data: string; readonly name: string };
  /** `service:edge` */
  readonly caller?: string;
  readonly transport?: ChannelCredentials;
  /** The process that the server's certificate must name. */
  readonly server?: string;
}

/** TLS with the certificate of a process in a folder as `--grpc_tls` takes it; without a name, TLS without one. */
export async function tlsOf(folder: string, name?: string): Promise<ChannelCredentials> {
  const read = (file: string) => readFile(join(folder, file));
  const authority = await read('ca.pem');
  if (name === undefined) return credentials.createSsl(authority);
  return credentials.createSsl(authority, await read(`${name}.key`), await read(`${name}.pem`));
}

async function proof(data: string, name: string): Promise<string> {
  const lines = (await readFile(join(data, 'keys', name), 'utf8')).split('\n');
  const [, id, , , secret] = (lines.filter((line) => line.startsWith('key ')).at(-1) ?? '').split(' ');
  return `${name.split('-')[0]}:${id}:${secret}`;
}

/** The answer's bytes, or gRPC's error. */
export async function rawCall(call: RawCall): Promise<Buffer | { code: number; message: string }> {
  const metadata = new Metadata();
  if (call.keys !== undefined) metadata.set('x-academy-credential', await proof(call.keys.data, call.keys.name));
  if (call.caller !== undefined) metadata.set('x-academy-caller', call.caller);
  const options =
    call.server === undefined ? {} : { 'grpc.ssl_target_name_override': `${call.server}.academy.internal` };
  const client = new Client(call.address, call.transport ?? credentials.createInsecure(), options);
  const same = (bytes: Buffer) => bytes;
  return new Promise((resolve) => {
    const limits = { deadline: Date.now() + 5000 };
    client.makeUnaryRequest(call.rpc, same, same, Buffer.alloc(0), metadata, limits, (error, answer) => {
      client.close();
      resolve(error === null ? (answer ?? Buffer.alloc(0)) : { code: error.code, message: error.details });
    });
  });
}
