/**
 * What the signed-in manager may do. The server decides; this only hides what it would refuse. Until the server has said
 * the role, nothing is hidden.
 */
import { Store, useStore } from './store';

/** From the most to the least that a manager may do. */
export const ROLES = ['owner', 'manager', 'support'] as const;
export type Role = (typeof ROLES)[number];

export const managerRole = new Store<Role | null>(null);

/** Whether a role allows what needs `least`. */
export const reaches = (role: Role | null, least: Role) => role === null || ROLES.indexOf(role) <= ROLES.indexOf(least);

/** Whether the signed-in manager's role is `least` or above. */
export const may = (least: Role): boolean => reaches(managerRole.get(), least);

/** The same, in components. */
export const useMay = (least: Role): boolean => reaches(useStore(managerRole), least);
