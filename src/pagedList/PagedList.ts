import { reportError } from '../lib/reportError.ts'
import type { Connection, ListName, PageSource, PageStart } from './pageSource.ts'

/** The cache keeps this many pages before the first and after the last page near the viewport. */
const CACHED_AROUND = 4

/** A page of a list: the rows from one cursor to the next. */
export interface Page {
  /** Identifies the page in its list, also if it starts elsewhere later. */
  key: number
  start: PageStart
  /** The number of its rows when it was last loaded. */
  count: number
  isLoaded: boolean
  /** The cursor of the last row, if another page follows. Undefined before the page was loaded. */
  endCursor: string | null | undefined
}

/** Pages with the indexes `from` up to, but not including, `to`. */
export interface PageRange {
  from: number
  to: number
}

/** Where the user is in a list: a row and its distance (in px) from the top of the viewport. */
export interface RowPlace {
  id: string
  offset: number
}

/** What a list needs to start where the user left it. */
export interface SavedList {
  pages: { start?: PageStart; count: number; height: number }[]
  near: PageRange
  place: RowPlace
}

export interface Failure {
  error: unknown
}

export interface ListState {
  pages: readonly Page[]
  /** The keys of the pages in the DOM. */
  mounted: ReadonlySet<number>
  /** Why pages near the viewport did not load. */
  failure: Failure | null
  /** The number of rows, as far as they are known. */
  count: number
  /** The cursor of the last row, if more rows follow. Undefined before the last page was loaded. */
  endCursor: string | null | undefined
}

/**
 * How to render a change. `urgent`: before the next frame, because the viewport shows a page that is not mounted yet.
 * `deferred`: in a transition.
 */
export type ListChange = 'urgent' | 'normal' | 'deferred'

/**
 * A list as a sequence of pages. Has the start and the height of each. Loads the pages near the viewport and those that
 * follow the last one, and evicts the others from the cache.
 *
 * Rows can move between pages while these load at different times. A row belongs to the page that had it first, and a
 * page ends where the next one starts.
 */
export class PagedList {
  readonly name: ListName
  /** The id of the record that has the list, if it is not the root query. */
  readonly ofId: string | undefined
  /** How many components show the list. */
  shownBy = 0
  /** The row that the user is reading. Undefined at the start of the page. */
  place: RowPlace | undefined
  /** Resolves when the pages around the place after a reload have loaded, or have failed to. */
  readonly restored: Promise<void> | undefined
  readonly #source: PageSource

  #lastKey = 0
  #pages: readonly Page[] = [this.#newPage(undefined)]
  #near: PageRange = { from: 0, to: 1 }
  /** The keys of pages away from the viewport that have the focus or a video that plays. */
  #pinned: readonly number[] = []
  #failure: Failure | null = null
  #isLoading = false
  #state: ListState | undefined
  readonly #heights = new Map<number, number>()
  /** The ids of the rows of each loaded page. */
  readonly #rows = new Map<number, readonly string[]>()
  readonly #listeners = new Set<(change: ListChange) => void>()

  constructor(source: PageSource, name: ListName, ofId: string | undefined, saved?: SavedList) {
    this.#source = source
    this.name = name
    this.ofId = ofId
    if (!saved) return
    this.#pages = saved.pages.map(({ start, count }) => ({ ...this.#newPage(start), count }))
    for (const [at, page] of this.#pages.entries()) this.#heights.set(page.key, saved.pages[at]?.height ?? 0)
    this.#near = saved.near
    this.place = saved.place
    if (saved.near.to > 1) this.restored = this.#loadNear()
  }

  get state(): ListState {
    if (!this.#state) {
      const near = this.#pages.slice(this.#near.from, this.#near.to)
      const pinned = this.#pages.filter(({ key }) => this.#pinned.includes(key))
      // The first page loads with its query, and suspends until it has.
      const isMounted = (page: Page) => page.isLoaded || page.start === undefined
      const mounted = new Set([...near, ...pinned].filter(isMounted).map(({ key }) => key))
      const count = this.#pages.reduce((sum, page) => sum + page.count, 0)
      this.#state = {
        pages: this.#pages,
        mounted,
        failure: this.#failure,
        count,
        endCursor: this.#pages.at(-1)?.endCursor,
      }
    }
    return this.#state
  }

  /** What a reload needs. Undefined at the start of the list. */
  get saved(): SavedList | undefined {
    const pages = this.#pages.map(({ key, start, count }) => ({ start, count, height: this.heightOf(key) }))
    return this.place && { pages, near: this.#near, place: this.place }
  }

  /** Calls the listener after each change. Returns a function that removes it. */
  subscribe(listener: (change: ListChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  heightOf(key: number): number {
    return this.#heights.get(key) ?? this.#estimatedHeight()
  }

  /** The height of a page before it was mounted: that of the others. */
  #estimatedHeight(): number {
    const heights = [...this.#heights.values()]
    return heights.reduce((sum, height) => sum + height, 0) / Math.max(1, heights.length)
  }

  setHeight(key: number, height: number): void {
    this.#heights.set(key, height)
  }

  /** Multiplies the heights of the pages that are not mounted: the width of the list has changed. */
  scaleHeights(factor: number): void {
    const { mounted } = this.state
    for (const [key, height] of this.#heights) if (!mounted.has(key)) this.#heights.set(key, height * factor)
    this.#change()
  }

  /**
   * Starts at the first row again, not at the place where the user left the list. Call it before the list renders: it
   * calls no listener.
   */
  toStart(): void {
    this.place = undefined
    this.#near = { from: 0, to: 1 }
    this.#state = undefined
  }

  /** Returns the edges of a page without those of other pages. */
  edgesOf<Row extends { id: string }>(key: number, { edges }: Connection<Row>): Connection<Row>['edges'] {
    const next = this.#pages[this.#indexOf(key) + 1]
    const end = next ? edges.findIndex(({ cursor }) => cursor === next.start) : -1
    const others = new Set<string>()
    for (const [other, ids] of this.#rows) if (other !== key) for (const id of ids) others.add(id)
    return (end < 0 ? edges : edges.slice(0, end + 1)).filter(({ node }) => !others.has(node.id))
  }

  hasRow(id: string): boolean {
    return [...this.#rows.values()].some((ids) => ids.includes(id))
  }

  /** Returns the ids of the rows of a loaded page. */
  idsOf(key: number): readonly string[] {
    return this.#rows.get(key) ?? []
  }

  /** Records the first page before it has rendered. */
  begin(connection: Connection): void {
    const [first] = this.#pages
    if (first && !first.isLoaded) this.#recordRows(first.key, connection)
  }

  /** Records what a page has. Call it after each render of the page. */
  setRows(key: number, connection: Connection): void {
    this.#recordRows(key, connection)
    // `#recordRows` has cleared the state if the page or its neighbour has changed.
    if (!this.#state) this.#change()
  }

  #recordRows(key: number, connection: Connection): void {
    const index = this.#indexOf(key)
    const page = this.#pages[index]
    if (!page) return
    const ids = this.edgesOf(key, connection).map(({ node }) => node.id)
    const { pageInfo } = connection
    const endCursor = pageInfo.hasNextPage ? pageInfo.endCursor : null
    const isSame = page.isLoaded && page.endCursor === endCursor && String(this.#rows.get(key)) === String(ids)
    if (!isSame) {
      this.#rows.set(key, ids)
      this.#setPages(this.#pages.with(index, { ...page, isLoaded: true, count: ids.length, endCursor }))
    }
    this.#joinNext(index, connection)
  }

  /** Makes the next page start where this one ends. If that page shows rows already, another one fills the gap. */
  #joinNext(index: number, { edges }: Connection): void {
    const endCursor = this.#pages[index]?.endCursor
    const next = this.#pages[index + 1]
    if (!next || endCursor === undefined || endCursor === next.start) return
    if (endCursor === null) {
      // The list has become shorter.
      if (!next.isLoaded) this.#setPages(this.#pages.slice(0, index + 1))
      return
    }
    const nextIds = this.idsOf(next.key)
    // The pages overlap, so no row is missing between them.
    if (edges.some(({ cursor, node }) => cursor === next.start || nextIds.includes(node.id))) return
    if (next.isLoaded) this.#fillGap(index + 1, endCursor)
    else this.#setPages(this.#pages.with(index + 1, { ...next, start: endCursor }))
  }

  /** Inserts a page at an index, and mounts it with the pages near the viewport. */
  #fillGap(index: number, start: PageStart): void {
    const gap = this.#newPage(start)
    this.#heights.set(gap.key, 0)
    this.#setPages(this.#pages.toSpliced(index, 0, gap))
    const { from, to } = this.#near
    this.#near = { from: from < index ? from : from + 1, to: to + 1 }
    void this.#loadNear()
  }

  #setPages(pages: readonly Page[]): void {
    this.#pages = pages
    this.#state = undefined
  }

  /** Adds the page after the last one. Rejects if the request fails. */
  async loadNext(): Promise<void> {
    const last = this.#pages.at(-1)
    if (!last?.endCursor) return
    const page = this.#newPage(last.endCursor)
    const connection = await this.#source.load(page.start)
    if (this.#pages.at(-1)?.endCursor !== last.endCursor) return
    const count = this.#pages.length
    this.#setPages([...this.#pages, page])
    if (this.#near.to === count) this.#near = { ...this.#near, to: count + 1 }
    this.#recordRows(page.key, connection)
    this.#change('deferred')
  }

  /** Mounts the pages of a range once they have loaded, and those with the keys `pinned`. Unmounts the others. */
  mount(near: PageRange, pinned: readonly number[], isUrgent: boolean): void {
    const isSame = near.from === this.#near.from && near.to === this.#near.to && String(pinned) === String(this.#pinned)
    if (isSame) return
    this.#near = near
    this.#pinned = pinned
    this.#change(isUrgent ? 'urgent' : 'deferred')
    void this.#loadNear()
  }

  /** Loads the pages again that have failed to. */
  retry(): void {
    this.#failure = null
    this.#change()
    void this.#loadNear()
  }

  /** Refetches the first page and the mounted ones. The others load again when they are near the viewport. */
  async refresh(): Promise<void> {
    // Waits for a first load in flight, whose result may be older than the change that caused this refresh.
    await this.#source.load(undefined)
    this.#unload(() => true)
    const refetched = this.#pages.filter(({ isLoaded }) => isLoaded)
    await Promise.all(refetched.map(({ start }) => this.#source.refetch(start)))
  }

  /** Forgets all pages but the first: the rows may no longer exist. */
  reset(): void {
    const [first] = this.#pages
    if (!first) return
    this.#setPages([first])
    for (const key of this.#rows.keys()) if (key !== first.key) this.#rows.delete(key)
    this.#near = { from: 0, to: 1 }
    this.#change()
  }

  /** Removes the list from the cache. */
  evict(): void {
    this.#source.evict(this.#pages.map(({ start }) => start))
  }

  async #loadNear(): Promise<void> {
    if (this.#isLoading) return
    const missing = () => this.#pages.slice(this.#near.from, this.#near.to).filter(({ isLoaded }) => !isLoaded)
    this.#isLoading = true
    try {
      while (missing().length > 0) {
        await Promise.all(
          missing().map(async ({ key, start }) => {
            const connection = await this.#source.load(start)
            if (this.#pages[this.#indexOf(key)]?.start === start) this.#recordRows(key, connection)
          }),
        )
        this.#change('deferred')
      }
      this.#failure = null
    } catch (error) {
      reportError(error)
      this.#failure = { error }
    }
    this.#isLoading = false
    this.#change()
  }

  /** Lets the cache free the pages that are far from those in the DOM. They load again when they are near the viewport. */
  freeFarPages({ mounted }: ListState): void {
    const { from, to } = this.#near
    this.#unload((index, key) => !mounted.has(key) && (index < from - CACHED_AROUND || index >= to + CACHED_AROUND))
  }

  #unload(isUnloaded: (index: number, key: number) => boolean): void {
    const { mounted } = this.state
    const unloaded = this.#pages.filter(
      ({ key, isLoaded }, index) => isLoaded && index > 0 && !mounted.has(key) && isUnloaded(index, key),
    )
    if (unloaded.length === 0) return
    for (const { key } of unloaded) this.#rows.delete(key)
    this.#setPages(this.#pages.map((page) => (unloaded.includes(page) ? { ...page, isLoaded: false } : page)))
    this.#source.evict(unloaded.map(({ start }) => start))
  }

  #change(change: ListChange = 'normal'): void {
    this.#state = undefined
    for (const listener of this.#listeners) listener(change)
  }

  #indexOf(key: number): number {
    return this.#pages.findIndex((page) => page.key === key)
  }

  #newPage(start: PageStart): Page {
    this.#lastKey += 1
    return { key: this.#lastKey, start, count: 0, isLoaded: false, endCursor: undefined }
  }
}
