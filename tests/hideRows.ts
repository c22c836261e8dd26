import type { AdministeredStore } from '../resolvers/store/administration.ts'

/**
 * Wraps a store so that it finds no user or post with one of these ids, as if they had just been deleted. Lists still
 * name them.
 */
export function hideRows(store: AdministeredStore, hidden: ReadonlySet<string>): AdministeredStore {
  const shown = <Row extends { id: string }>(row: Row | undefined) => (row && hidden.has(row.id) ? undefined : row)
  const { users, posts } = store.read
  return {
    ...store,
    read: {
      ...store.read,
      users: {
        ...users,
        getMany: async (ids) => (await users.getMany(ids)).map(shown),
        getSummaries: async (ids) => (await users.getSummaries(ids)).map(shown),
      },
      posts: { ...posts, getMany: async (ids) => (await posts.getMany(ids)).map(shown) },
    },
  }
}
