import type { ApolloCache } from '@apollo/client'
import { BoundedMap } from '../../../../shared/BoundedMap.ts'
import { clientOf } from '../../../apollo/client.ts'
import { retainRecord, type NewEdge } from '../../../pagedList/cachedLists.ts'
import type { RecordRef } from '../../../pagedList/deletedRecords.ts'
import { createStore } from '../../../lib/createStore.ts'
import { sessionState } from '../../../session/sessionScope.ts'

/** A post published outside this tab. Lists show it only after the viewer asks for it, so that they do not jump. */
export interface NewPost {
  edge: NewEdge
  author: RecordRef
  /** Whether the post belongs to the viewer's feed. */
  inFeed: boolean
}

/** This many new posts are kept, the newest. There may be more than these. */
export const MAX_NEW_POSTS = 100
const MAX_OWN_POSTS = 100

interface ReceivedPost extends NewPost {
  /** Lets the cache free the post's record, which no list has yet. */
  release: () => void
}

/** The new posts of a session. */
class NewPostsStore {
  /** The posts that the lists offer, newest first. Not updated while this tab publishes a post. */
  readonly offered = createStore<readonly ReceivedPost[]>([])
  #received = this.offered.get()
  #publishing = 0
  readonly #ownPosts = new BoundedMap<string, true>(MAX_OWN_POSTS)
  readonly #cache: ApolloCache

  constructor(cache: ApolloCache) {
    this.#cache = cache
  }

  /** Returns whether this tab has published the post. */
  isOwn(id: string): boolean {
    return this.#ownPosts.has(id)
  }

  /** Adds a post that is not there yet. */
  add(post: NewPost): void {
    const { node } = post.edge
    if (this.#received.some(({ edge }) => edge.node.id === node.id)) return
    const added = { ...post, release: retainRecord(this.#cache, node) }
    for (const { release } of this.#received.slice(MAX_NEW_POSTS - 1)) release()
    this.#change([added, ...this.#received.slice(0, MAX_NEW_POSTS - 1)])
  }

  /** Removes posts that the lists now show, or that were deleted. */
  remove(isRemoved: (post: NewPost) => boolean): void {
    const removed = this.#received.filter(isRemoved)
    if (removed.length === 0) return
    for (const { release } of removed) release()
    this.#change(this.#received.filter((post) => !removed.includes(post)))
  }

  /** Updates `inFeed` when the viewer follows or unfollows an author. */
  setInFeed(authorId: string, inFeed: boolean): void {
    this.#change(this.#received.map((post) => (post.author.id === authorId ? { ...post, inFeed } : post)))
  }

  /** Runs `publish`, which resolves to the created post, and does not offer that post as new in this tab. */
  async trackOwn(publish: () => Promise<{ id: string } | undefined>): Promise<void> {
    this.#publishing += 1
    try {
      const post = await publish()
      if (!post) return
      this.#ownPosts.set(post.id, true)
      this.remove(({ edge }) => edge.node.id === post.id)
    } finally {
      this.#publishing -= 1
      this.#change(this.#received)
    }
  }

  /** Stores the posts. While this tab publishes a post, they may include it, so they are offered only afterwards. */
  #change(next: readonly ReceivedPost[]): void {
    this.#received = next
    if (this.#publishing === 0) this.offered.set(next)
  }
}

export const newPostsOf = sessionState((scope) => new NewPostsStore(clientOf(scope).cache))
