import type { PostOrder } from '../../generated/types.ts'
import { createStore, useStore } from '../../lib/createStore.ts'
import { Select } from '../../ui/Select.tsx'

/** The orders in the words of spec §2. */
const options: readonly { value: PostOrder; label: string }[] = [
  { value: 'LATEST', label: 'Latest Posts' },
  { value: 'TRENDING', label: 'Trending' },
]

const storageKey = 'sort'
const sort = createStore(readSort())

/** The order chosen last on this device, for Home and Explore alike (docs/spec-decisions.md, "Screens"). */
export function useSort(): PostOrder {
  return useStore(sort)
}

/** The select of the order of posts on Home and Explore. */
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
    // Storage is full or blocked: the choice lasts as long as the page.
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
