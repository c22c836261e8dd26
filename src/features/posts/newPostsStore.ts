import type { NewEdge, NewNode } from '../../apollo/lists.ts'
import { createStore, useStore } from '../../lib/createStore.ts'

/** A post published elsewhere. It waits here until the viewer asks for it, so that nothing moves while they read. */
export interface NewPost {
  edge: NewEdge
  author: NewNode
  /** Whether it belongs to the viewer's feed. */
  inFeed: boolean
}

/** The posts that `NewPosts` offers. Held back while an own post is being published. */
const offered = createStore<readonly NewPost[]>([])
let received = offered.get()
let publishing = 0
const ownPosts = new Set<string>()

/** Returns the waiting posts, the newest first. */
export function useNewPosts(): readonly NewPost[] {
  return useStore(offered)
}

/** Adds a post, unless this tab published it: then the lists have it already. */
export function addNewPost(post: NewPost): void {
  const { id } = post.edge.node
  if (ownPosts.has(id) || received.some(({ edge }) => edge.node.id === id)) return
  change([post, ...received])
}

/** Removes posts that the lists show now or that were deleted. */
export function dismiss(isDismissed: (post: NewPost) => boolean): void {
  if (received.some(isDismissed)) change(received.filter((post) => !isDismissed(post)))
}

/** Updates `inFeed` when the viewer follows or unfollows an author. */
export function setInFeed(authorId: string, inFeed: boolean): void {
  change(received.map((post) => (post.author.id === authorId ? { ...post, inFeed } : post)))
}

/** Runs `publish`, which resolves to the new post, and keeps the post from being offered in this tab. */
export async function trackOwnPost(publish: () => Promise<{ id: string } | undefined>): Promise<void> {
  publishing += 1
  try {
    const post = await publish()
    if (!post) return
    ownPosts.add(post.id)
    received = received.filter(({ edge }) => edge.node.id !== post.id)
  } finally {
    publishing -= 1
    change(received)
  }
}

/**
 * Keeps posts that arrive while the viewer publishes one: they may include that post, so they are offered afterwards.
 */
function change(next: readonly NewPost[]): void {
  received = next
  if (publishing === 0) offered.set(next)
}
