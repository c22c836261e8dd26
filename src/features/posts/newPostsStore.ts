import type { ApolloCache } from '@apollo/client'
import { BoundedMap } from '../../../shared/BoundedMap.ts'
import { retainRecord, type NewEdge, type NewNode } from '../../apollo/lists.ts'
import { createStore, useStore } from '../../lib/createStore.ts'

/** A post published outside this tab. Lists show it only after the viewer asks for it, so that they do not jump. */
export interface NewPost {
  edge: NewEdge
  author: NewNode
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

/** The posts that `NewPosts` offers. Not updated while this tab publishes a post. */
const offered = createStore<readonly ReceivedPost[]>([])
let received = offered.get()
let publishing = 0
const ownPosts = new BoundedMap<string, true>(MAX_OWN_POSTS)

/** Returns the new posts, newest first. */
export function useNewPosts(): readonly NewPost[] {
  return useStore(offered)
}

/** Adds a post, unless this tab published it: the lists then already have it. */
export function addNewPost(cache: ApolloCache, post: NewPost): void {
  const { node } = post.edge
  if (ownPosts.has(node.id) || received.some(({ edge }) => edge.node.id === node.id)) return
  const added = { ...post, release: retainRecord(cache, node) }
  for (const { release } of received.slice(MAX_NEW_POSTS - 1)) release()
  change([added, ...received.slice(0, MAX_NEW_POSTS - 1)])
}

/** Removes posts that the lists now show, or that were deleted. */
export function removeNewPosts(isRemoved: (post: NewPost) => boolean): void {
  const removed = received.filter(isRemoved)
  if (removed.length === 0) return
  for (const { release } of removed) release()
  change(received.filter((post) => !removed.includes(post)))
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
    ownPosts.set(post.id, true)
    removeNewPosts(({ edge }) => edge.node.id === post.id)
  } finally {
    publishing -= 1
    change(received)
  }
}

/** Stores the posts. While this tab publishes a post, they may include it, so they are offered only afterwards. */
function change(next: readonly ReceivedPost[]): void {
  received = next
  if (publishing === 0) offered.set(next)
}
