/** A scan goes on while at least a third of its posts are in the feed. */
const MAX_OTHERS_PER_POST = 2
/** The posts outside the feed that end no scan, because too few have been counted. */
const MIN_OTHERS = 4

/**
 * Decides how a feed is read. While many posts are in it, scanning all posts takes the fewest steps. When few are,
 * merging the lists of its authors does.
 */
export class FeedScan {
  #inFeed = 0
  #others = 0

  /** Counts a scanned post. Returns whether to scan on. */
  continuesAfter(isInFeed: boolean): boolean {
    if (isInFeed) this.#inFeed += 1
    else this.#others += 1
    return this.#others <= MAX_OTHERS_PER_POST * this.#inFeed + MIN_OTHERS
  }
}
