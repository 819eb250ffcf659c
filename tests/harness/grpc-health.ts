// gRPC's standard health check of a service.
import { join } from 'node:path';

import { credentials, loadPackageDefinition, type Client } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

export const SERVING = 1;
export const NOT_SERVING = 2;

/** A service's state; without an answer, gRPC's error. */
export async function grpcHealth(address: string): Promise<number | string> {
  const definition = loadSync(join(import.meta.dirname, 'health.proto'));
  type Health = new (address: string, channel: ReturnType<typeof credentials.createInsecure>) => Client;
  const loaded = loadPackageDefinition(definition) as unknown as { grpc: { health: { v1: { Health: Health } } } };
  const client = new loaded.grpc.health.v1.Health(address, credentials.createInsecure());
  const { check } = client as unknown as Record<'check', (...words: unknown[]) => void>;
  return new Promise((resolve) => {
    const options = { deadline: Date.now() + 5000 };
    check.call(client, {}, options, (error: { code: number } | null, answer: { status: number }) => {
      client.close();
      resolve(error === null ? answer.status : `error ${error.code}`);
    });
  });
}
