import { tryStorage } from '../lib/tryStorage.ts'
import type { SessionScope } from '../session/sessionScope.ts'
import type { SavedList } from './PagedList.ts'

/** The lists of a user by their keys, and where the user was in each. A reload of this tab starts there. */
interface SavedLists {
  owner: string
  lists: (readonly [key: string, list: SavedList])[]
}

/** The key in `sessionStorage`. Another format needs another key: a newer version of the app reads what this one wrote. */
const storageKey = 'lists'
const MAX_SAVED = 30

export function writeSavedLists({ userId }: SessionScope, lists: SavedLists['lists']): void {
  const saved: SavedLists = { owner: userId, lists: lists.slice(-MAX_SAVED) }
  tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify(saved)))
}

/** Returns what was saved for the user of the session, and removes it. */
export function takeSavedLists({ userId }: SessionScope): Map<string, SavedList> {
  const lists = tryStorage(() => {
    const saved: SavedLists | null = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
    sessionStorage.removeItem(storageKey)
    return saved?.owner === userId ? saved.lists : []
  })
  return new Map(lists)
}
