// Which process runs on which hosts. What has several replicas is never on one host only.
import { HOSTS } from './network.mjs';

export const REPLICAS = {
  auth: ['h1', 'h2'],
  catalog: ['h1', 'h2', 'h3'],
  enrollment: ['h2', 'h3'],
  presence: HOSTS,
  encoder: ['h1', 'h3'],
  edge: HOSTS,
  haproxy: HOSTS,
};

/** The name of a process on a host, as programs have it. */
export const nameOf = (host, process) => `${host}-${process}`;
