import { useSyncExternalStore } from 'react';

/** A minimal observable value, shared by several parts of the page. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  readonly set = (value: T): void => {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** One field of a store's object: other fields' changes do not render the component. */
export function useStoreField<T extends object, Name extends keyof T>(store: Store<T>, name: Name): T[Name] {
  const get = () => store.get()[name];
  return useSyncExternalStore(store.subscribe, get, get);
}
