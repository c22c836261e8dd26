import { createStore, useStore } from '../../lib/createStore.ts'
import { sessionState, useSessionScope } from '../../session/sessionScope.ts'

/** The parts of threads that the user has opened: they are still open when Back returns. */
const openedOf = sessionState(() => createStore<ReadonlySet<string>>(new Set()))

/** Returns whether the user has opened a part of a thread, and a function that opens it. */
export function useOpened(part: string): [isOpen: boolean, open: () => void] {
  const opened = openedOf(useSessionScope())
  const isOpen = useStore(opened, (parts) => parts.has(part))
  return [isOpen, () => opened.update((parts) => new Set([...parts, part]))]
}
