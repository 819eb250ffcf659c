import { managerCall } from './manager-api';
import { binChanged } from './query-keys';

/** Takes deleted courses and learners out of the bin, one after the other, until one cannot be. */
export async function restoreFromBin(ids: readonly string[]): Promise<void> {
  try {
    for (const _id of ids) await managerCall('PUT', '/api/cm/bin/restore', { _id });
  } finally {
    await binChanged();
  }
}
