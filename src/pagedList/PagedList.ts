import type { ApolloCache, ApolloClient, MaybeMasked, OperationVariables, TypedDocumentNode } from '@apollo/client'
import { MAX_PAGE_SIZE } from '../../shared/paging.ts'
import { reportError } from '../lib/reportError.ts'
import {
  addFirst,
  addLast,
  evictPages,
  removeTakenOut,
  type ListAddress,
  type NewEdge,
  type PageStart,
} from './cachedLists.ts'
import { FIRST_PAGE_ID, noRows, withLoadedPage, withPageAt, type Connection, type Page } from './pages.ts'

export interface PagedQuery<Data, Variables, Row> extends ListAddress {
  /** Takes `first` and `after` besides these variables. The default of `first` in the schema is the size of a page. */
  document: TypedDocumentNode<Data, Variables>
  variables: Variables & ListAddress['variables']
  /** Returns the list in the query's result, or null if its record does not exist. */
  connectionOf: (data: MaybeMasked<Data>) => Connection<Row> | null | undefined
}

export function variablesOfPage(variables: OperationVariables, start: PageStart): OperationVariables {
  return start === undefined ? variables : { ...variables, after: start }
}

/** Loads a page: with its default size from the cache if it is there, or with `first` rows from the backend. */
export type LoadPage = (start: PageStart, first?: number) => Promise<Connection>

export function pageLoader<Data, Variables extends OperationVariables, Row extends { id: string }>(
  client: ApolloClient,
  { document, variables, connectionOf }: PagedQuery<Data, Variables, Row>,
): LoadPage {
  return async (start, first) => {
    const { data } = await client.query<Data>({
      query: document,
      variables: { ...variablesOfPage(variables, start), ...(first !== undefined && { first }) },
      ...(first !== undefined && {
        fetchPolicy: 'network-only',
        // A request under way may have been read before the change that caused this one.
        context: { queryDeduplication: false },
      }),
    })
    return (data && connectionOf(data)) ?? noRows
  }
}

/** A refetch asks for this many rows more than a page has, in case some were added. */
const SPARE_ROWS = 10

/** Where the user is in a list: the distances (in px) of rows from the top of the viewport, that of the row being read first. */
export type ListPlace = readonly { id: string; offset: number }[]

/** What a list needs to start where the user left it. */
export interface SavedList {
  pages: { id: number; start?: PageStart; count: number; height: number }[]
  near: readonly number[]
  place: ListPlace
}

export interface Failure {
  error: unknown
}

export interface ListState {
  /** Whether it is the state of the first render. */
  isFirstRender: boolean
  pages: readonly Page[]
  /** The ids of the pages to render. */
  mounted: ReadonlySet<number>
  /** Why pages near the viewport did not load. */
  failure: Failure | null
  /** The number of rows, as far as they are known. */
  count: number
  /** The cursor of the last row, or null if the list ends with it. Undefined before the last page was loaded. */
  endCursor: string | null | undefined
}

/** `isUrgent`: whether to render a change before the browser paints, and not in a transition. */
export type ListListener = (isUrgent: boolean) => void

/**
 * A list as a row of pages, of which some are in the DOM. Loads the pages near the viewport and those that follow the
 * last one.
 */
export class PagedList {
  readonly address: ListAddress
  /** How many components show the list. */
  shownBy = 0
  /** Whether the rows may have changed since they were fetched: the list is fetched again when it is opened. */
  isStale = false
  /** Undefined above the list. */
  place: ListPlace | undefined
  /** Resolves when the pages around the place after a reload have loaded, or have failed to. */
  readonly whenRestored: Promise<void> | undefined
  readonly #cache: ApolloCache
  readonly #loadPage: LoadPage

  #pages = withPageAt([], 0, undefined)
  /** The ids of the pages to mount. */
  #near: readonly number[] = [FIRST_PAGE_ID]
  #failure: Failure | null = null
  #isLoading = false
  /** The heights (in px) of the pages by their ids: of each the last that was measured. */
  readonly #heights = new Map<number, number>()
  readonly #listeners = new Set<ListListener>()

  constructor(address: ListAddress, cache: ApolloCache, loadPage: LoadPage, saved?: SavedList) {
    this.address = address
    this.#cache = cache
    this.#loadPage = loadPage
    if (!saved) return
    this.#pages = saved.pages.map(({ id, start, count, height }) => {
      this.#heights.set(id, height)
      return { id, start, count, rowIds: undefined, endCursor: undefined }
    })
    this.#near = saved.near
    this.place = saved.place
    this.whenRestored = this.#loadNear()
  }

  get pages(): readonly Page[] {
    return this.#pages
  }

  get state(): ListState {
    return this.#stateOf(this.#pages)
  }

  /**
   * Returns the state for the first render. `connection` is what the first page has: `recordPage` records it only after
   * the render.
   */
  stateAtFirst(connection: Connection): ListState {
    return { ...this.#stateOf(withLoadedPage(this.#pages, 0, connection)), isFirstRender: true }
  }

  #stateOf(pages: readonly Page[]): ListState {
    const mounted = pages.filter(({ id, rowIds }) => rowIds && this.#near.includes(id))
    return {
      isFirstRender: false,
      pages,
      mounted: new Set(mounted.map(({ id }) => id)),
      failure: this.#failure,
      count: pages.reduce((sum, page) => sum + page.count, 0),
      endCursor: pages.at(-1)?.endCursor,
    }
  }

  /** What a reload needs. Undefined at the start of the list. */
  get saved(): SavedList | undefined {
    const pages = this.#pages.map(({ id, start, count }) => ({ id, start, count, height: this.heightOf(id) }))
    return this.place && { pages, near: this.#near, place: this.place }
  }

  /** Calls the listener after each change. Returns a function that removes it. */
  subscribe(listener: ListListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the last height of a page. It takes no room before it was mounted. */
  heightOf(pageId: number): number {
    return this.#heights.get(pageId) ?? 0
  }

  setHeight(pageId: number, height: number): void {
    this.#heights.set(pageId, height)
  }

  /** Returns to the first row, from the place where the user left the list. */
  toStart(): void {
    this.place = undefined
    this.#near = [FIRST_PAGE_ID]
    this.#failure = null
    this.#change(true)
  }

  /** Records what a page has, and loads the page that fills a gap after it. Call it after each render of the page. */
  recordPage(pageId: number, connection: Connection): void {
    const before = this.#pages
    this.#recordPageAt(this.#indexOf(pageId), connection)
    if (this.#pages !== before) this.#change(true)
  }

  #recordPageAt(index: number, connection: Connection): void {
    const { length } = this.#pages
    this.#pages = withLoadedPage(this.#pages, index, connection)
    const gap = this.#pages.length > length ? this.#pages[index + 1] : undefined
    if (gap) this.setNear([...this.#near, gap.id])
  }

  /** Adds the page after the last one. Rejects if the request fails. */
  async loadNext(): Promise<void> {
    const last = this.#pages.at(-1)
    if (!last?.endCursor) return
    const connection = await this.#loadPage(last.endCursor)
    const index = this.#pages.length
    if (this.#pages.at(-1)?.endCursor !== last.endCursor) return
    this.#pages = withPageAt(this.#pages, index, last.endCursor)
    this.#recordPageAt(index, connection)
    const added = this.#pages[index]
    if (added && this.#near.includes(last.id)) this.#near = [...this.#near, added.id]
    this.#change()
  }

  /** Mounts the pages with these ids once they have loaded. Unmounts the others. */
  setNear(pageIds: readonly number[], isUrgent = false): void {
    if (!isUrgent && String(pageIds) === String(this.#near)) return
    this.#near = pageIds
    this.#change(isUrgent)
    // If it is running already, its loop loads these pages, too.
    void this.#loadNear()
  }

  async #loadNear(): Promise<void> {
    if (this.#isLoading) return
    const missing = () => this.#pages.filter(({ id, rowIds }) => !rowIds && this.#near.includes(id))
    this.#isLoading = true
    try {
      while (missing().length > 0) await Promise.all(missing().map((page) => this.#load(page)))
      this.#setFailure(null)
    } catch (error) {
      reportError(error)
      // Unless the user has left the pages that failed.
      if (missing().length > 0) this.#setFailure({ error })
    }
    this.#isLoading = false
  }

  #setFailure(failure: Failure | null): void {
    if (failure === this.#failure) return
    this.#failure = failure
    this.#change(true)
  }

  async #load({ id, start }: Page, first?: number): Promise<void> {
    const connection = await this.#loadPage(start, first)
    const index = this.#indexOf(id)
    // While it loaded, the page before it may have got another end.
    if (this.#pages[index]?.start !== start) return
    this.#recordPageAt(index, connection)
    this.#change()
  }

  /** Loads the pages again that have failed to. */
  retry(): void {
    this.#setFailure(null)
    void this.#loadNear()
  }

  /**
   * Fetches the first page and those near the viewport again. The others load when they are near. Rejects if a request
   * fails: the rows of that page are unchanged then, and the list is fetched when it is opened.
   */
  async refetch(): Promise<void> {
    this.isStale = false
    const isFetched = ({ id }: Page) => id === FIRST_PAGE_ID || this.#near.includes(id)
    this.#pages = this.#pages.map((page) => (isFetched(page) ? page : { ...page, rowIds: undefined }))
    try {
      const size = ({ count }: Page) => Math.min(MAX_PAGE_SIZE, count + SPARE_ROWS)
      await Promise.all(this.#pages.filter(isFetched).map((page) => this.#load(page, size(page))))
    } catch (error) {
      this.isStale = true
      throw error
    }
    // Not before: without a connection they would be lost.
    this.#evict(this.#pages.filter(({ rowIds }) => !rowIds))
  }

  /** Keeps only the first page: the rows may no longer exist, or the user asks for the newest. */
  reset(): void {
    this.#evict(this.#pages.slice(1))
    this.#pages = this.#pages.slice(0, 1)
    this.toStart()
  }

  /** Adds a row before the others. */
  addFirst(edge: NewEdge): void {
    addFirst(this.#cache, this.address, edge)
  }

  /** Adds a row after the others that have loaded, and mounts it. */
  addLast(edge: NewEdge): void {
    const last = this.#pages.at(-1)
    if (!last) return
    addLast(this.#cache, this.address, last.start, edge)
    if (!this.#near.includes(last.id)) this.setNear([...this.#near, last.id])
  }

  /** Removes the rows that the viewer has taken out of the list. Those on screen stay until the list is left. */
  removeTakenOut(): void {
    const starts = this.#pages.map(({ start }) => start)
    if (this.shownBy > 0) this.isStale = true
    else removeTakenOut(this.#cache, this.address, starts)
  }

  /** Removes the list from the cache. */
  evict(): void {
    this.#evict(this.#pages)
  }

  #evict(pages: readonly Page[]): void {
    if (pages.length === 0) return
    const starts = pages.map(({ start }) => start)
    evictPages(this.#cache, this.address, starts)
  }

  #change(isUrgent = false): void {
    for (const listener of this.#listeners) listener(isUrgent)
  }

  #indexOf(pageId: number): number {
    return this.#pages.findIndex(({ id }) => id === pageId)
  }
}
