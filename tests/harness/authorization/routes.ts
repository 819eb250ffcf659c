// The route table, as printed by the edge.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { ROLES, type Role } from '../api.ts';
import { ROOT } from '../cluster.ts';

export interface Route {
  readonly verb: string;
  readonly path: string;
  readonly access: 'public' | 'manager' | 'learner';
  /** The least role of a manager who may make the call; empty for calls that are not for managers. */
  readonly role: Role | '';
  /** Status of success. */
  readonly success: number;
  readonly body: 'json' | 'form' | 'csv';
  /** The row also matches one segment below its path. */
  readonly subpaths: boolean;
  /** The call takes an Idempotency-Key. */
  readonly keyed: boolean;
}

/** Every row, in the table's order. */
export function readRoutes(): Route[] {
  return JSON.parse(execFileSync(join(ROOT, 'out/bin/edge'), ['--print_routes'], { encoding: 'utf8' })) as Route[];
}

/** Whether a manager of that role may make a manager's call. */
export function mayCall(role: Role, route: Route): boolean {
  return route.role !== '' && ROLES.indexOf(role) >= ROLES.indexOf(route.role);
}

/** A row's name, `PUT /api/...`. */
export function nameOf(route: Route): string {
  return `${route.verb} ${route.path}`;
}
