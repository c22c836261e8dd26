import type { ApolloClient, OperationVariables } from '@apollo/client'
import { sessionState, type SessionScope } from '../session/sessionScope.ts'
import { reportError } from '../lib/reportError.ts'
import { tryStorage } from '../lib/tryStorage.ts'
import type { ListAddress } from './cachedLists.ts'
import type { ListName } from './listKinds.ts'
import { pageLoader, PagedList, type PagedQuery, type SavedList } from './PagedList.ts'

/** The cache keeps at most this many lists, and those on screen. */
const MAX_LISTS = 20

/** Where the user was in each list of this tab, in `sessionStorage`, so that a reload starts there. */
const storageKey = 'savedLists'
const MAX_SAVED = 30

type Saved = [key: string, list: SavedList][]

type Matches = (list: ListAddress) => boolean

/** The lists that a session has shown. */
class Lists {
  /** By their keys, in the order of last use. */
  readonly #lists = new Map<string, PagedList>()
  readonly #saved: Map<string, SavedList>

  constructor(scope: SessionScope) {
    this.#saved = takeSavedLists(scope)
    addEventListener('pagehide', () => this.#save(scope), { signal: scope.signal })
  }

  /**
   * Returns a list: the same one each time, until it is removed. After a reload it starts where the user left it. Called
   * while rendering: only the first call changes something.
   */
  open<Data, Variables extends OperationVariables, Row extends { id: string }>(
    client: ApolloClient,
    query: PagedQuery<Data, Variables, Row>,
  ): PagedList {
    const key = keyOf(query)
    const known = this.#lists.get(key)
    if (known) return known
    const list = new PagedList(query, client.cache, pageLoader(client, query), this.#saved.get(key))
    this.#saved.delete(key)
    this.#lists.set(key, list)
    return list
  }

  /** Marks a list as shown until the returned function is called. Removes the least recently used lists. */
  show(list: PagedList): () => void {
    const key = keyOf(list.address)
    if (this.#lists.delete(key)) this.#lists.set(key, list)
    if (list.isStale && list.shownBy === 0) list.refetch().catch(reportError)
    list.shownBy += 1
    for (const [knownKey, known] of this.#lists) {
      if (this.#lists.size <= MAX_LISTS) break
      if (known.shownBy > 0) continue
      known.evict()
      this.#lists.delete(knownKey)
    }
    return () => {
      list.shownBy -= 1
      list.removeTakenOut()
    }
  }

  /** Returns the lists that match. */
  matching(matches: Matches): PagedList[] {
    return [...this.#lists.values()].filter(({ address }) => matches(address))
  }

  /** Has the lists that match fetched again when they are shown next. */
  markStale(matches: Matches): void {
    for (const list of this.matching(matches)) list.isStale = true
  }

  /**
   * Fetches the rows of the lists that match again, so that the scroll position stays: of those on screen now, of the
   * others when they are shown next. Rejects if a request fails; the rows of that page are then unchanged.
   */
  async refetch(matches: Matches): Promise<void> {
    this.markStale(matches)
    const shown = this.matching(matches).filter(({ shownBy }) => shownBy > 0)
    await Promise.all(shown.map((list) => list.refetch()))
  }

  /** Removes the rows that the viewer has taken out of the lists with this name: now, or when the user leaves the page. */
  removeTakenOut(name: ListName): void {
    for (const list of this.matching((address) => address.name === name)) list.removeTakenOut()
  }

  /** Keeps only the first page of each list, because the rows may no longer exist. */
  reset(): void {
    this.#saved.clear()
    for (const list of this.#lists.values()) list.reset()
  }

  #save({ userId }: SessionScope): void {
    const opened = [...this.#lists].flatMap(([key, { saved }]): Saved => (saved ? [[key, saved]] : []))
    const lists: Saved = [...this.#saved, ...opened].slice(-MAX_SAVED)
    tryStorage(() => sessionStorage.setItem(storageKey, JSON.stringify({ userId, lists })))
  }
}

function keyOf({ name, variables }: ListAddress): string {
  return `${name} ${JSON.stringify(variables)}`
}

/** Returns what was saved for the user of the session, and removes it. */
function takeSavedLists({ userId }: SessionScope): Map<string, SavedList> {
  const lists = tryStorage(() => {
    const saved: { userId?: string; lists?: Saved } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    sessionStorage.removeItem(storageKey)
    return saved.userId === userId ? saved.lists : undefined
  })
  return new Map(lists)
}

/** Returns the lists of a session. */
export const listsOf = sessionState((scope) => new Lists(scope))
