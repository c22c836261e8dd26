/** The heights (in px) of the pages of a list, by their ids: of each the last that was measured. */
export class PageHeights {
  readonly #heights = new Map<number, number>()

  /** Returns the height of a page. Before it was mounted, that is the mean of the others. */
  of(pageId: number): number {
    return this.#heights.get(pageId) ?? this.#mean()
  }

  #mean(): number {
    const heights = [...this.#heights.values()]
    return heights.reduce((sum, height) => sum + height, 0) / Math.max(1, heights.length)
  }

  set(pageId: number, height: number): void {
    this.#heights.set(pageId, height)
  }

  /** Multiplies the heights of all pages but the `measured` ones. */
  scale(factor: number, measured: ReadonlySet<number>): void {
    for (const [id, height] of this.#heights) if (!measured.has(id)) this.#heights.set(id, height * factor)
  }
}
