import { connection, mapNodes } from './graphql/connections.ts'
import type { QueryResolvers } from './generated/types.ts'

export const Query: QueryResolvers = {
  viewer: async (_root, _args, ctx) => (ctx.authorization ? ctx.requireViewer() : null),

  post: async (_root, { id }, { store }) => (await store.read.posts.getMany([id]))[0] ?? null,

  user: async (_root, { id }, { store }) => (await store.read.users.getMany([id]))[0] ?? null,

  posts: async (_root, args, { store }) =>
    connection(args, args.orderBy, (request) => store.read.posts.page(args.orderBy, request)),

  feed: async (_root, args, { store, requireViewer }) => {
    const { id } = await requireViewer()
    return connection(args, args.orderBy, (request) => store.read.posts.feed(id, args.orderBy, request))
  },

  bookmarks: async (_root, args, { store, requireViewer, posts, bookmarks }) => {
    const { id } = await requireViewer()
    const page = await connection(args, 'BOOKMARKS', (request) => store.read.bookmarks.page(id, request))
    // Saves `viewerHasBookmarked` a read.
    for (const { node } of page.edges) bookmarks.prime(node.postId, node)
    return mapNodes(page, posts, (bookmark) => bookmark.postId)
  },

  users: async (_root, args, { store }) => {
    const { users } = store.read
    const { firstName } = args
    return firstName
      ? connection(args, `SEARCH ${firstName}`, (request) => users.searchByFirstName(firstName, request))
      : connection(args, 'OLDEST', (request) => users.page('OLDEST', request))
  },

  suggestions: async (_root, args, { store, requireViewer }) => {
    const { id } = await requireViewer()
    return connection(args, 'NEWEST', async ({ after, limit }) => {
      const page = await store.read.users.page('NEWEST', { after, limit: limit + 1 })
      return page.filter(({ row }) => row.id !== id).slice(0, limit)
    })
  },
}
