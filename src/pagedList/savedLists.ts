import { tryStorage } from '../lib/tryStorage.ts'
import type { SessionScope } from '../session/sessionScope.ts'
import type { SavedList } from './PagedList.ts'

/** Where the user was in each list of this tab, in `sessionStorage`, so that a reload starts there. */

const storageKey = 'lists'
const MAX_SAVED = 30

export function writeSavedLists(
  { userId }: SessionScope,
  lists: readonly (readonly [key: string, list: SavedList])[],
): void {
  const saved = { owner: userId, lists: lists.slice(-MAX_SAVED) }
  tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify(saved)))
}

/** A list as JSON. It may have been changed, or written by another version. */
type StoredList = { [Key in keyof SavedList]?: Partial<SavedList[Key]> }

interface Stored {
  owner?: string
  lists?: [key: string, list: StoredList][]
}

/** Returns what was saved for the user of the session, and removes it. */
export function takeSavedLists({ userId }: SessionScope): Map<string, SavedList> {
  const saved = tryStorage((): [string, SavedList][] => {
    const stored: Stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    sessionStorage.removeItem(storageKey)
    if (stored.owner !== userId) return []
    return stored.lists?.flatMap(([key, list]) => (isSavedList(list) ? [[key, list]] : [])) ?? []
  })
  return new Map(saved)
}

function isSavedList(list: StoredList): list is SavedList {
  const { pages, near, place } = list
  return (
    Array.isArray(pages) &&
    pages.length > 0 &&
    pages.every((page) => typeof page?.count === 'number' && typeof page.height === 'number') &&
    pages.every((page, index) => typeof page?.start === (index === 0 ? 'undefined' : 'string')) &&
    typeof near?.from === 'number' &&
    typeof near.to === 'number' &&
    Array.isArray(place) &&
    place.every((row) => typeof row?.id === 'string' && typeof row.offset === 'number')
  )
}
