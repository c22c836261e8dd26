import type { PostRow, UserRow, UserSummary } from '../store/rows.ts'

/** Keeps those rows that somebody may see, in their order. */
export interface Visibility {
  posts<Row extends Pick<PostRow, 'state' | 'authorId'>>(posts: readonly Row[]): Promise<Row[]>
  users<Row extends Pick<UserRow, 'state' | 'id'>>(users: readonly Row[]): Promise<Row[]>
}

/**
 * Returns what a viewer may see, null for a visitor. Every list, lookup and event of both APIs asks it. The viewer is asked
 * for only if it matters who it is. The posts of a deleted user remain until housekeeping removes them, and nobody sees them.
 */
export function visibleTo(
  viewerId: () => Promise<string | null>,
  usersOf: (ids: readonly string[]) => Promise<readonly (UserSummary | undefined)[]>,
): Visibility {
  const keepUsers = async <Row extends Pick<UserRow, 'state' | 'id'>>(users: readonly Row[]) => {
    const isActive = ({ state }: Row) => state === 'active'
    if (users.every(isActive)) return [...users]
    const viewer = await viewerId()
    return users.filter((user) => isActive(user) || user.id === viewer)
  }
  const keepPosts = async <Row extends Pick<PostRow, 'state' | 'authorId'>>(posts: readonly Row[]) => {
    const viewer = posts.some(({ state }) => state === 'hidden') ? await viewerId() : null
    const shown = posts.filter(
      ({ state, authorId }) => state === 'shown' || (state === 'hidden' && authorId === viewer),
    )
    if (shown.length === 0) return []
    const authors = await usersOf([...new Set(shown.map(({ authorId }) => authorId))])
    const seen = new Set((await keepUsers(authors.flatMap((author) => author ?? []))).map(({ id }) => id))
    return shown.filter(({ authorId }) => seen.has(authorId))
  }
  return { posts: keepPosts, users: keepUsers }
}
