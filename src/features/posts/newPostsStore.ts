import type { NewEdge } from '../../apollo/lists.ts'

/**
 * Posts that were published elsewhere while one reads: announced, not inserted, so that no line moves under the eyes.
 */
export interface AnnouncedPost {
  edge: NewEdge
  author: { __typename: string; id: string }
  /** Whether it belongs into the viewer's feed. */
  inFeed: boolean
}

let announced: readonly AnnouncedPost[] = []
let shown = announced
let publishing = 0
const publishedHere = new Set<string>()
const listeners = new Set<() => void>()

/** What waits to be shown, the newest first. Changes identity exactly when it changes. */
export function announcedPosts(): readonly AnnouncedPost[] {
  return shown
}

export function subscribeToAnnounced(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A post of this tab is not announced here: it stands in the lists already. */
export function announcePost(post: AnnouncedPost): void {
  const { id } = post.edge.node
  if (publishedHere.has(id) || announced.some(({ edge }) => edge.node.id === id)) return
  change([post, ...announced])
}

/** For posts that are shown now, or gone. */
export function withdrawPosts(leaves: (post: AnnouncedPost) => boolean): void {
  if (announced.some(leaves)) change(announced.filter((post) => !leaves(post)))
}

/** For an author whom the viewer follows now, or no longer does. */
export function announceInFeed(authorId: string, inFeed: boolean): void {
  change(announced.map((post) => (post.author.id === authorId ? { ...post, inFeed } : post)))
}

/** Publishes a post; `publish` answers it. It is announced to everyone but those who look at this tab. */
export async function publishHere(publish: () => Promise<{ id: string } | undefined>): Promise<void> {
  publishing += 1
  try {
    const post = await publish()
    if (!post) return
    publishedHere.add(post.id)
    announced = announced.filter(({ edge }) => edge.node.id !== post.id)
  } finally {
    publishing -= 1
    change(announced)
  }
}

/** What is announced while a post of this tab is on its way may be that very post: it is not shown before one knows. */
function change(next: readonly AnnouncedPost[]): void {
  announced = next
  if (publishing > 0 || shown === next) return
  shown = next
  for (const listener of listeners) listener()
}
