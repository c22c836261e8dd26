/**
 * The share of posts that are in a feed. If it is large, the posts of all authors give the next page in fewer steps than
 * a search for the list of each author.
 */
export class FeedShare {
  #inFeed = 0
  #others = 0

  /** Counts a post. Returns whether two thirds of the posts, and a few more, were not in the feed. */
  isTooSmall(isInFeed: boolean): boolean {
    if (isInFeed) this.#inFeed += 1
    else this.#others += 1
    return this.#others > 2 * this.#inFeed + 4
  }
}
