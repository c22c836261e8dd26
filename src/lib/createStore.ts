import { useSyncExternalStore } from 'react'

/** A value outside React that components and other code can subscribe to. */
export interface Store<Value> {
  get: () => Value
  /** The first value, with which the pages were prerendered: hydration starts with it. */
  initial: Value
  /** Replaces the value and calls the listeners. Does nothing if it is the same by `Object.is`. */
  set: (next: Value) => void
  update: (change: (current: Value) => Value) => void
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

/** Creates a store. Treat values as immutable: `set` a new object instead of changing one. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  const set = (next: Value) => {
    if (Object.is(value, next)) return
    value = next
    for (const listener of listeners) listener()
  }
  return {
    get: () => value,
    initial,
    set,
    update: (change) => set(change(value)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Returns the store's value, or what `select` returns for it, and re-renders when that changes. `select` must return
 * the same object for the same value.
 */
export function useStore<Value>(store: Store<Value>): Value
export function useStore<Value, Selected>(store: Store<Value>, select: (value: Value) => Selected): Selected
export function useStore<Value, Selected>(store: Store<Value>, select?: (value: Value) => Selected): Value | Selected {
  const read = (value: Value) => (select ? select(value) : value)
  return useSyncExternalStore(
    store.subscribe,
    () => read(store.get()),
    () => read(store.initial),
  )
}
