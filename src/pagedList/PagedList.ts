import { isBackendOrUpdatesLost } from '../backend/connection.ts'
import { reportError } from '../lib/reportError.ts'
import type { ListAddress, NewEdge, PageStart } from './cachedLists.ts'
import type { Connection, PageSource } from './pageSource.ts'
import { withPageAt, withLoadedPage, type Page } from './pages.ts'

/** Pages with the indexes `from` up to, but not including, `to`. */
export interface PageRange {
  from: number
  to: number
}

const firstPageOnly: PageRange = { from: 0, to: 1 }

/** A row and its distance (in px) from the top of the viewport. */
export interface RowPlace {
  id: string
  offset: number
}

/** Where the user is in a list: the row being read, and then those to go to in its place if it has left the list. */
export type ListPlace = readonly RowPlace[]

/** What a list needs to start where the user left it. */
export interface SavedList {
  pages: { start?: PageStart; count: number; height: number }[]
  near: PageRange
  place: ListPlace
}

export interface Failure {
  error: unknown
}

export interface ListState {
  /** Whether it is the state of the first render. */
  isFirstRender: boolean
  pages: readonly Page[]
  /** The ids of the pages to render. During a transition, those of the state before are still in the DOM. */
  mounted: ReadonlySet<number>
  /** Why pages near the viewport did not load. */
  failure: Failure | null
  /** The number of rows, as far as they are known. */
  count: number
  /** The cursor of the last row, or null if the list ends with it. Undefined before the last page was loaded. */
  endCursor: string | null | undefined
}

/**
 * How to render a change. `urgent`: before the next frame, because the viewport shows a page that is not mounted yet.
 * `deferred`: in a transition.
 */
export type ListChange = 'urgent' | 'normal' | 'deferred'

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
  /** Whether the last refetch failed: the list is also fetched again when the connection returns. */
  hasFailedRefetch = false
  /** Undefined at the start of the document. */
  place: ListPlace | undefined
  /** Resolves when the pages around the place after a reload have loaded, or have failed to. */
  readonly whenRestored: Promise<void> | undefined
  readonly #source: PageSource

  #pages = withPageAt([], 0, undefined)
  #near = firstPageOnly
  /** The ids of pages away from the viewport that have the focus or a video that plays. */
  #pinned: readonly number[] = []
  #failure: Failure | null = null
  #isLoading = false
  #state: ListState | undefined
  /** The heights (in px) of the pages by their ids: of each the last that was measured. */
  readonly #heights = new Map<number, number>()
  readonly #listeners = new Set<(change: ListChange) => void>()

  constructor(address: ListAddress, source: PageSource, saved?: SavedList) {
    this.address = address
    this.#source = source
    if (!saved) return
    this.#pages = saved.pages.map(({ start, count }, id) => ({
      id,
      start,
      count,
      rowIds: undefined,
      endCursor: undefined,
    }))
    for (const [id, { height }] of saved.pages.entries()) this.#heights.set(id, height)
    this.#near = saved.near
    this.place = saved.place
    // The first page loads with its query.
    if (saved.near.to > 1) this.whenRestored = this.#loadNear()
  }

  get state(): ListState {
    this.#state ??= this.#stateOf(this.#pages, this.#near)
    return this.#state
  }

  /**
   * Returns the state for the first render. `connection` is what the first page has: `recordPage` records it only after
   * the render.
   */
  stateAtFirst(connection: Connection, restoresPlace: boolean): ListState {
    const near = restoresPlace ? this.#near : firstPageOnly
    return { ...this.#stateOf(withLoadedPage(this.#pages, 0, connection), near), isFirstRender: true }
  }

  #stateOf(pages: readonly Page[], { from, to }: PageRange): ListState {
    const pinned = pages.filter(({ id }) => this.#pinned.includes(id))
    // The first page loads with its query: it is rendered before it is recorded.
    const mounted = [...pages.slice(from, to), ...pinned].filter(
      ({ rowIds, start }) => rowIds !== undefined || start === undefined,
    )
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
    const pages = this.#pages.map(({ id, start, count }) => ({ start, count, height: this.heightOf(id) }))
    return this.place && { pages, near: this.#near, place: this.place }
  }

  /** Calls the listener after each change. Returns a function that removes it. */
  subscribe(listener: (change: ListChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Returns the height of a page. Before it was mounted, that is the mean of the others. */
  heightOf(pageId: number): number {
    const known = this.#heights.get(pageId)
    if (known !== undefined) return known
    return [...this.#heights.values()].reduce((sum, height) => sum + height, 0) / Math.max(1, this.#heights.size)
  }

  setHeight(pageId: number, height: number): void {
    this.#heights.set(pageId, height)
  }

  /** Multiplies the heights of the pages that are not mounted: the width of the list has changed. */
  scaleHeights(factor: number): void {
    const { mounted } = this.state
    for (const [id, height] of this.#heights) if (!mounted.has(id)) this.#heights.set(id, height * factor)
    this.#change()
  }

  /** Returns to the first row, from the place where the user left the list. */
  toStart(): void {
    this.place = undefined
    this.#near = firstPageOnly
    this.#failure = null
    this.#change()
  }

  hasRow(id: string): boolean {
    return this.#pages.some(({ rowIds }) => rowIds?.includes(id))
  }

  /** Records what a page has, and loads the page that fills a gap after it. Call it after each render of the page. */
  recordPage(pageId: number, connection: Connection): void {
    const before = this.#pages
    this.#recordPageAt(this.#indexOf(pageId), connection)
    if (this.#pages !== before) this.#change()
  }

  #recordPageAt(index: number, connection: Connection): void {
    const before = this.#pages
    this.#setPages(withLoadedPage(before, index, connection))
    if (this.#pages.length > before.length) this.#loadGap(index + 1)
  }

  /** Loads the page that fills a gap at this index, and mounts it with the pages near the viewport. */
  #loadGap(index: number): void {
    const gap = this.#pages[index]
    // It takes no room until it is mounted: the height of an unknown page is the mean.
    if (gap) this.#heights.set(gap.id, 0)
    const { from, to } = this.#near
    this.#near = { from: from < index ? from : from + 1, to: to + 1 }
    // If it is running already, its loop loads this page, too.
    void this.#loadNear()
  }

  #setPages(pages: readonly Page[]): void {
    if (pages !== this.#pages) this.#state = undefined
    this.#pages = pages
  }

  /** Adds the page after the last one. Rejects if the request fails. */
  async loadNext(): Promise<void> {
    const start = this.#pages.at(-1)?.endCursor
    if (!start) return
    const connection = await this.#source.load(start)
    if (this.#pages.at(-1)?.endCursor !== start) return
    const index = this.#pages.length
    this.#setPages(withPageAt(this.#pages, index, start))
    if (this.#near.to === index) this.#near = { ...this.#near, to: index + 1 }
    this.#recordPageAt(index, connection)
    this.#change('deferred')
  }

  /** Mounts the pages of a range once they have loaded, and those with the ids `pinned`. Unmounts the others. */
  setNear(near: PageRange, pinned: readonly number[], isUrgent: boolean): void {
    const isSame = near.from === this.#near.from && near.to === this.#near.to && String(pinned) === String(this.#pinned)
    if (isSame && !isUrgent) return
    this.#near = near
    this.#pinned = pinned
    this.#change(isUrgent ? 'urgent' : 'deferred')
    void this.#loadNear()
  }

  async #loadNear(): Promise<void> {
    if (this.#isLoading) return
    const missing = () => this.#pages.slice(this.#near.from, this.#near.to).filter(({ rowIds }) => !rowIds)
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
    this.#change()
  }

  async #load({ id, start, count }: Page, isRefetch = false): Promise<void> {
    const connection = await (isRefetch ? this.#source.refetch(start, count) : this.#source.load(start))
    const index = this.#indexOf(id)
    // While it loaded, the page before it may have got another end.
    if (this.#pages[index]?.start !== start) return
    this.#recordPageAt(index, connection)
    this.#change('deferred')
  }

  /** Loads the pages again that have failed to. */
  retry(): void {
    this.#setFailure(null)
    void this.#loadNear()
  }

  /** Fetches the first page, the mounted ones and those near the viewport again. The others load when they are near. */
  async refetch(): Promise<void> {
    this.isStale = false
    this.hasFailedRefetch = false
    // Without a connection the others would not load.
    if (!isBackendOrUpdatesLost()) this.#unloadUnmounted()
    const { from, to } = this.#near
    const pages = this.#pages.filter(({ rowIds }, index) => rowIds || index === 0 || (index >= from && index < to))
    try {
      await Promise.all(pages.map((page) => this.#load(page, true)))
    } catch (error) {
      this.isStale = true
      this.hasFailedRefetch = true
      throw error
    }
  }

  #unloadUnmounted(): void {
    const { mounted } = this.state
    const unloaded = this.#pages.filter(({ id, rowIds }, index) => rowIds && index > 0 && !mounted.has(id))
    if (unloaded.length === 0) return
    this.#setPages(this.#pages.map((page) => (unloaded.includes(page) ? { ...page, rowIds: undefined } : page)))
    this.#source.evict(unloaded.map(({ start }) => start))
  }

  /** Keeps only the first page: the rows may no longer exist, or the user asks for the newest. */
  reset(): void {
    this.#source.evict(this.#pages.slice(1).map(({ start }) => start))
    this.#setPages(this.#pages.slice(0, 1))
    this.toStart()
  }

  /** Adds a row before the others. */
  addFirst(edge: NewEdge): void {
    this.#source.addFirst(edge)
  }

  /** Removes the rows that the viewer has taken out of the list. Those on screen stay until the list is left. */
  removeTakenOut(): void {
    if (this.shownBy > 0) this.isStale = true
    else this.#source.removeTakenOut(this.#pages.map(({ start }) => start))
  }

  /** Removes the list from the cache. */
  evict(): void {
    this.#source.evict(this.#pages.map(({ start }) => start))
  }

  #change(change: ListChange = 'normal'): void {
    this.#state = undefined
    for (const listener of this.#listeners) listener(change)
  }

  #indexOf(pageId: number): number {
    return this.#pages.findIndex(({ id }) => id === pageId)
  }
}
