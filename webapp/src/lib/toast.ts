import { Store } from './store';

export type ToastSeverity = 'success' | 'info' | 'warn' | 'error' | 'secondary' | 'contrast';

/** Section 3 of the specification; the default severity is info, and without a life the toast stays until closed. */
export interface ToastMessage {
  id: number;
  severity: ToastSeverity;
  summary?: string;
  detail?: string;
  /** Milliseconds; paused while the pointer or the focus is in the toast. */
  life?: number;
  closable: boolean;
  group?: string;
  /** A button inside: runs its action, then the toast closes. */
  action?: { label: string; onAction: () => void };
  /** Called once, however the toast was closed. */
  onRemoved?: () => void;
  /** The toast is closing and shown for a moment more. */
  leaving?: boolean;
}

export const SUCCESS_LIFE_MS = 3000;
/** How long a closing toast is still visible (section 9). */
export const LEAVE_MS = 200;

let nextId = 1;
export const toasts = new Store<readonly ToastMessage[]>([]);

export function addToast(message: Partial<Omit<ToastMessage, 'id' | 'leaving'>>): number {
  const id = nextId++;
  toasts.set([...toasts.get(), { severity: 'info', closable: true, ...message, id }]);
  return id;
}

export function removeToast(id: number): void {
  leave((toast) => toast.id === id);
}

export function removeToastGroup(group: string): void {
  leave((toast) => toast.group === group);
}

export function clearToasts(): void {
  leave(() => true);
}

function leave(chosen: (toast: ToastMessage) => boolean): void {
  const going = toasts.get().filter((toast) => !toast.leaving && chosen(toast));
  if (going.length === 0) return;
  const ids = new Set(going.map(({ id }) => id));
  toasts.set(toasts.get().map((toast) => (ids.has(toast.id) ? { ...toast, leaving: true } : toast)));
  setTimeout(() => toasts.set(toasts.get().filter(({ id }) => !ids.has(id))), LEAVE_MS);
  for (const toast of going) toast.onRemoved?.();
}
