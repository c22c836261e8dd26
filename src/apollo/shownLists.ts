import type { ApolloClient } from '@apollo/client'
import type { Segment } from '../session/listPositions.ts'
import { reportError } from './errors.ts'
import type { ListName } from './listPages.ts'

/** The paged lists that the app has shown, so that a change elsewhere can refresh or remove them by name. */

/** The cache keeps at most this many lists, and those on screen. */
const MAX_LISTS = 20

/** A list that a client has shown. */
export interface ListState {
  name: ListName
  /** The id of the record that has the list, if it is not the root query. */
  ofId: string | undefined
  /** The rows that the cache has dropped at the start of the list. */
  skipped: readonly Segment[]
  /** The first cursor and `skipped` before the last change. A component may still render those rows. */
  previous: { firstCursor: string | undefined; skipped: readonly Segment[] }
  /** All rows that were known before the loaded ones were last replaced by rows elsewhere in the list. */
  known: readonly Segment[]
  /** Resolves when the rows around the saved position have loaded. Undefined if nothing is restored. */
  restored: Promise<void> | undefined
  refresh: () => Promise<void>
  remove: () => void
  /** How many components show the list. */
  shownBy: number
}

const shownLists = new WeakMap<ApolloClient, Map<string, ListState>>()

/** Returns the lists that a client has shown, in the order of last use. */
export function listsOf(client: ApolloClient): Map<string, ListState> {
  const lists = shownLists.get(client) ?? new Map<string, ListState>()
  shownLists.set(client, lists)
  return lists
}

/** Marks a list as shown until the returned function is called. Removes the least recently used lists. */
export function showList(client: ApolloClient, key: string): () => void {
  const lists = listsOf(client)
  const state = lists.get(key)
  if (!state) return () => {}
  lists.delete(key)
  lists.set(key, state)
  state.shownBy += 1
  for (const [oldKey, { remove, shownBy }] of lists) {
    if (lists.size <= MAX_LISTS) break
    if (shownBy > 0) continue
    lists.delete(oldKey)
    remove()
  }
  return () => {
    state.shownBy -= 1
  }
}

/**
 * Refetches the loaded rows of the lists with this name that the user has opened, so that the scroll position stays:
 * of all records, or of the one with this id. Rejects if a request fails; the cached list is then unchanged.
 */
export async function refreshLists(client: ApolloClient, name: ListName, ofId?: string): Promise<void> {
  const matches = (list: ListState) => list.name === name && (ofId === undefined || list.ofId === ofId)
  const lists = [...listsOf(client).values()].filter(matches)
  await Promise.all(lists.map(({ refresh }) => refresh()))
}

/**
 * Removes the lists with these names from the cache, except those on screen. They load again when opened. Returns a
 * function that refetches the lists with these names that were opened after the call.
 */
export function forgetLists(client: ApolloClient, names: readonly ListName[]): () => void {
  const lists = listsOf(client)
  for (const [key, { name, remove, shownBy }] of lists) {
    if (shownBy > 0 || !names.includes(name)) continue
    lists.delete(key)
    remove()
  }
  const listsBefore = new Set(lists.values())
  return () => {
    for (const list of lists.values())
      if (names.includes(list.name) && !listsBefore.has(list)) list.refresh().catch(reportError)
  }
}
