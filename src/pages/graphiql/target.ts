import { useSyncExternalStore } from 'react'

/** Where GraphiQL's operations are executed: by the app's own backend in this tab, or by the service worker at /graphql. */
export type Target = 'tab' | 'http'

export const targets: readonly { target: Target; label: string }[] = [
  { target: 'tab', label: 'In this tab' },
  { target: 'http', label: '/graphql over HTTP' },
]

const listeners = new Set<() => void>()
let chosen: Target = 'tab'

export function chooseTarget(target: Target): void {
  chosen = target
  for (const listener of listeners) listener()
}

/** The target with this name, or the usual one. */
export function targetNamed(name: string): Target {
  return targets.find(({ target }) => target === name)?.target ?? 'tab'
}

export function currentTarget(): Target {
  return chosen
}

export function useTarget(): Target {
  return useSyncExternalStore(subscribe, currentTarget)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
