import { Store } from './store';

export type ToastSeverity = 'success' | 'info' | 'warn' | 'error' | 'secondary' | 'contrast';

/** Section 3 of the specification; a missing severity counts as info, a missing life stays until closed. */
export interface ToastMessage {
  id: number;
  severity: ToastSeverity;
  summary?: string;
  detail?: string;
  life?: number;
  closable: boolean;
  group?: string;
}

export const SUCCESS_LIFE_MS = 3000;

let nextId = 1;
export const toasts = new Store<readonly ToastMessage[]>([]);

export function addToast(message: Partial<Omit<ToastMessage, 'id'>>): number {
  const id = nextId++;
  toasts.set([...toasts.get(), { severity: 'info', closable: true, ...message, id }]);
  return id;
}

export function removeToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

export function removeToastGroup(group: string): void {
  toasts.set(toasts.get().filter((toast) => toast.group !== group));
}

export function clearToasts(): void {
  toasts.set([]);
}
