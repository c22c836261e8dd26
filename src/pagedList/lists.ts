import type { ApolloClient, OperationVariables } from '@apollo/client'
import { isBackendOrUpdatesLost } from '../backend/connection.ts'
import { sessionState, type SessionScope } from '../session/sessionScope.ts'
import { reportError } from '../lib/reportError.ts'
import { PagedList, type SavedList } from './PagedList.ts'
import { pageSource, type ListName, type PagedQuery } from './pageSource.ts'
import { takeSavedLists, writeSavedLists } from './savedLists.ts'

/** The cache keeps at most this many lists, and those on screen. */
const MAX_LISTS = 20

/** The lists that a session has shown, so that a change elsewhere can refresh or remove them by name. */
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
    const key = `${query.name} ${JSON.stringify(query.variables)}`
    const known = this.#lists.get(key)
    if (known) return known
    const list = new PagedList(key, query.name, query.of?.id, pageSource(client, query), this.#saved.get(key))
    this.#saved.delete(key)
    this.#lists.set(key, list)
    return list
  }

  /**
   * Marks a list as shown until the returned function is called. Removes the least recently used lists, unless they could
   * not load again.
   */
  show(list: PagedList): () => void {
    if (this.#lists.delete(list.key)) this.#lists.set(list.key, list)
    if (list.isOutdated && list.shownBy === 0) list.refresh().catch(reportError)
    list.shownBy += 1
    for (const known of this.#lists.values()) {
      if (this.#lists.size <= MAX_LISTS || isBackendOrUpdatesLost()) break
      if (known.shownBy === 0) this.#remove(known)
    }
    return () => {
      list.shownBy -= 1
    }
  }

  /**
   * Refetches the loaded rows of the lists with this name, so that the scroll position stays: of all records, or of the
   * one with this id. Rejects if a request fails; the rows of that page are then unchanged.
   */
  async refresh(name: ListName, ofId?: string): Promise<void> {
    const matches = (list: PagedList) => list.name === name && (ofId === undefined || list.ofId === ofId)
    await Promise.all([...this.#lists.values()].filter(matches).map((list) => list.refresh()))
  }

  /** Like `refresh`, for a change by anyone: the lists that are not on screen are refreshed when they are opened. */
  async refreshShown(name: ListName): Promise<void> {
    const named = [...this.#lists.values()].filter((list) => list.name === name)
    for (const list of named) list.isOutdated = true
    await Promise.all(named.filter(({ shownBy }) => shownBy > 0).map((list) => list.refresh()))
  }

  /** Refreshes the lists of a record that are on screen and empty: there is no row that a refresh could move. */
  async refreshEmpty(names: readonly ListName[], ofId: string): Promise<void> {
    const shown = [...this.#lists.values()].filter(({ shownBy }) => shownBy > 0)
    const matches = (list: PagedList) => names.includes(list.name) && list.ofId === ofId && list.state.count === 0
    await Promise.all(shown.filter(matches).map((list) => list.refresh()))
  }

  /**
   * Has the lists with these names loaded again when they are opened: those on screen stay as they are until then, and the
   * others leave the cache.
   */
  outdate(names: readonly ListName[]): void {
    for (const list of this.#lists.values()) {
      if (!names.includes(list.name)) continue
      if (list.shownBy === 0) this.#remove(list)
      else list.isOutdated = true
    }
  }

  /**
   * Sends a change that can change which rows are in the lists with these names, and calls `outdate` before. Then refetches
   * those that were opened meanwhile, also after a failure: status 500 does not say whether the change was made.
   */
  async outdateAndSend<Result>(names: readonly ListName[], send: () => Promise<Result>): Promise<Result> {
    this.outdate(names)
    const listsBefore = new Set(this.#lists.values())
    try {
      return await send()
    } finally {
      for (const list of this.#lists.values())
        if (names.includes(list.name) && !listsBefore.has(list)) list.refresh().catch(reportError)
    }
  }

  /** Keeps only the first page of each list, because the rows may no longer exist. The caller resets the cache. */
  reset(): void {
    this.#saved.clear()
    for (const list of this.#lists.values()) list.reset()
  }

  #remove(list: PagedList): void {
    list.evict()
    this.#lists.delete(list.key)
  }

  #save(scope: SessionScope): void {
    const opened = [...this.#lists].flatMap(([key, { saved }]) => (saved ? [[key, saved] as const] : []))
    writeSavedLists(scope, [...this.#saved, ...opened])
  }
}

/** Returns the lists of a session. */
export const listsOf = sessionState((scope) => new Lists(scope))
