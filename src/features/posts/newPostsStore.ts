import type { NewEdge, NewNode } from '../../apollo/lists.ts'
import { createStore, useStore } from '../../lib/createStore.ts'

/** A post published outside this tab. Lists show it only after the viewer asks for it, so that they do not jump. */
export interface NewPost {
  edge: NewEdge
  author: NewNode
  /** Whether the post belongs to the viewer's feed. */
  inFeed: boolean
}

/** The posts that `NewPosts` offers. Not updated while this tab publishes a post. */
const offered = createStore<readonly NewPost[]>([])
let received = offered.get()
let publishing = 0
const ownPosts = new Set<string>()

/** Returns the new posts, newest first. */
export function useNewPosts(): readonly NewPost[] {
  return useStore(offered)
}

/** Adds a post, unless this tab published it: the lists then already have it. */
export function addNewPost(post: NewPost): void {
  const { id } = post.edge.node
  if (ownPosts.has(id) || received.some(({ edge }) => edge.node.id === id)) return
  change([post, ...received])
}

/** Removes posts that the lists now show, or that were deleted. */
export function removeNewPosts(isRemoved: (post: NewPost) => boolean): void {
  if (received.some(isRemoved)) change(received.filter((post) => !isRemoved(post)))
}

/** Updates `inFeed` when the viewer follows or unfollows an author. */
export function setInFeed(authorId: string, inFeed: boolean): void {
  change(received.map((post) => (post.author.id === authorId ? { ...post, inFeed } : post)))
}

/** Runs `publish`, which resolves to the created post, and does not offer that post as new in this tab. */
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

/** Stores the posts. While this tab publishes a post, they may include it, so they are offered only afterwards. */
function change(next: readonly NewPost[]): void {
  received = next
  if (publishing === 0) offered.set(next)
}
