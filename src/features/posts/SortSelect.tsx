import type { PostOrder } from '../../generated/types.ts'
import { createStore, useStore } from '../../lib/createStore.ts'
import { Select } from '../../ui/Select.tsx'

/** The orders with the labels of spec §2. */
const options: readonly { value: PostOrder; label: string }[] = [
  { value: 'LATEST', label: 'Latest Posts' },
  { value: 'TRENDING', label: 'Trending' },
]

const storageKey = 'sort'
const sort = createStore(readSort())
window.addEventListener('storage', ({ key }) => {
  // Another tab has cleared the storage.
  if (key === null) sort.set(readSort())
})

/** Returns the order chosen last on this device, on Home or Explore (docs/spec-decisions.md, "Screens"). */
export function useSort(): PostOrder {
  return useStore(sort)
}

/** Returns the order outside React. */
export const currentSort: () => PostOrder = sort.get

/** Selects the order of posts on Home and Explore. */
export function SortSelect() {
  return (
    <Select label="Sort posts" options={options} value={useSort()} onChange={(name) => chooseSort(toOrder(name))} />
  )
}

function chooseSort(order: PostOrder): void {
  sort.set(order)
  try {
    localStorage.setItem(storageKey, order)
  } catch {
    // Storage is full or blocked: the choice applies until the page closes.
  }
}

function readSort(): PostOrder {
  try {
    return toOrder(localStorage.getItem(storageKey))
  } catch {
    return 'LATEST'
  }
}

function toOrder(name: string | null): PostOrder {
  return options.find(({ value }) => value === name)?.value ?? 'LATEST'
}
