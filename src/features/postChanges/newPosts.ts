import { createStore, useStore } from '../../lib/createStore.ts'
import { sessionState, useSessionScope, type SessionScope } from '../../session/sessionScope.ts'

/** A post that was published since the lists were fetched. */
export interface NewPost {
  id: string
  authorId: string
  /** Whether the post belongs to the viewer's feed. */
  inFeed: boolean
  /** The id of the post that it answers, if it is a reply. */
  parentId?: string
}

/** This many new posts are counted. There may be more than these. */
export const MAX_NEW_POSTS = 100

const newPostsOf = sessionState(() => createStore<readonly NewPost[]>([]))

/** The ids of the posts that this tab has published. */
const publishedOf = sessionState(() => new Set<string>())

/** How many posts this tab is publishing. */
const publishingOf = sessionState(() => createStore(0))

export function addNewPost(scope: SessionScope, post: NewPost): void {
  newPostsOf(scope).update((posts) => [post, ...posts].slice(0, MAX_NEW_POSTS))
}

/** Records that this tab has published a post. */
export function addPublished(scope: SessionScope, postId: string): void {
  publishedOf(scope).add(postId)
}

/** Returns whether this tab has published a post. */
export function isPublished(scope: SessionScope, postId: string): boolean {
  return publishedOf(scope).has(postId)
}

/** Removes posts that the lists now have, or that were deleted. */
export function removeNewPosts(scope: SessionScope, isRemoved: (post: NewPost) => boolean): void {
  newPostsOf(scope).update((posts) => posts.filter((post) => !isRemoved(post)))
}

/** Says whether posts by this author belong to the viewer's feed. */
export function setInFeed(scope: SessionScope, authorId: string, inFeed: boolean): void {
  newPostsOf(scope).update((posts) => posts.map((post) => (post.authorId === authorId ? { ...post, inFeed } : post)))
}

/** Runs `publish`. Until it ends, the viewer's posts do not count as new: an event can come before its response. */
export async function whilePublishing<Result>(scope: SessionScope, publish: () => Promise<Result>): Promise<Result> {
  const publishing = publishingOf(scope)
  publishing.update((count) => count + 1)
  try {
    return await publish()
  } finally {
    publishing.update((count) => count - 1)
  }
}

/** Returns the new posts, without replies, the newest first. */
export function useNewPosts(): readonly NewPost[] {
  return useNew(({ parentId }) => parentId === undefined)
}

/** Returns the new replies to a post, the newest first. */
export function useNewReplies(postId: string): readonly NewPost[] {
  return useNew(({ parentId }) => parentId === postId)
}

function useNew(belongs: (post: NewPost) => boolean): readonly NewPost[] {
  const scope = useSessionScope()
  const posts = useStore(newPostsOf(scope))
  const isPublishing = useStore(publishingOf(scope)) > 0
  return posts.filter((post) => belongs(post) && !(isPublishing && post.authorId === scope.userId))
}
