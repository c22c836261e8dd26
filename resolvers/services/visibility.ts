import type { PostRow, UserRow } from '../store/rows.ts'

/** What somebody may see. */
export interface Visibility {
  post(post: Pick<PostRow, 'state' | 'authorId'>): Promise<boolean>
  user(user: Pick<UserRow, 'state' | 'id'>): Promise<boolean>
}

/**
 * Returns what a viewer may see, null for a visitor. Every list, lookup and event of both APIs asks it. The viewer is asked
 * for only if it matters who it is.
 */
export function visibleTo(viewerId: () => Promise<string | null>): Visibility {
  return {
    post: async ({ state, authorId }) => state === 'shown' || (state === 'hidden' && (await viewerId()) === authorId),
    user: async ({ state, id }) => state === 'active' || (await viewerId()) === id,
  }
}
