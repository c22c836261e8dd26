import { useSyncExternalStore } from 'react'
import type { PostOrder } from '../../generated/types.ts'

/** The orders one can choose, with the spec's words (spec §2). */
export const sorts: readonly { order: PostOrder; label: string }[] = [
  { order: 'LATEST', label: 'Latest Posts' },
  { order: 'TRENDING', label: 'Trending' },
]

const key = 'sort'
const listeners = new Set<() => void>()
let chosen = read()

export function chooseSort(order: PostOrder): void {
  chosen = order
  try {
    localStorage.setItem(key, order)
  } catch {
    // Storage is full or closed: the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** The order chosen last on this device; the same for Home and Explore (docs/spec-decisions.md, "Screens"). */
export function useSort(): PostOrder {
  return useSyncExternalStore(subscribe, () => chosen)
}

/** The order with this name, or the usual one. */
export function sortNamed(name: string | null): PostOrder {
  return sorts.find(({ order }) => order === name)?.order ?? 'LATEST'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function read(): PostOrder {
  try {
    return sortNamed(localStorage.getItem(key))
  } catch {
    return 'LATEST'
  }
}
