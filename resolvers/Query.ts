import { foldedTag, MAX_FOLDED_TAG_LENGTH } from '../shared/tags.ts'
import { textLimits } from '../shared/textLimits.ts'
import { checkIds, connection, mapNodes } from './graphql/connections.ts'
import { idList, postConnection, postLists, searchList } from './graphql/listIdentities.ts'
import type { Context, UserSource } from './context.ts'
import type { QueryResolvers } from './generated/types.ts'
import { storableTexts } from './services/storableTexts.ts'
import type { PostRow } from './store/rows.ts'

export const Query: QueryResolvers = {
  node: async (_root, { id }, ctx) => loadNode(ctx, id),

  nodes: async (_root, { ids }, ctx) => {
    checkIds('ids', ids)
    return Promise.all(ids.map((id) => loadNode(ctx, id)))
  },

  viewer: async (_root, _args, ctx) => (ctx.authorization ? ctx.requireViewer() : null),

  post: async (_root, { id }, { posts }) => (await posts.load(id)) ?? null,

  user: async (_root, { id }, { users }) => (await users.load(id)) ?? null,

  userByUsername: async (_root, { username }, { store }) => {
    if (username.length > textLimits.username) return null
    return (await store.read.users.byUsername(username)) ?? null
  },

  postsByTag: async (_root, { tag, ...args }, { readStale }) => {
    // No tag is longer. Folding a megabyte takes a third of a second.
    const folded = tag.length > MAX_FOLDED_TAG_LENGTH + 1 ? '' : foldedTag(tag)
    const { posts } = readStale()
    const [page, totalCount] = await Promise.all([
      postConnection(args, postLists('postsByTag', folded), (order, request) =>
        posts.pageByTag(folded, order, request),
      ),
      posts.countByTag(folded),
    ])
    return { ...page, totalCount }
  },

  posts: async (_root, args, { readStale }) =>
    postConnection(args, postLists('posts'), (order, request) => readStale().posts.page(order, request)),

  feed: async (_root, args, { store, requireViewer }) => {
    const { id, followingCount } = await requireViewer()
    return postConnection(args, postLists('feed', id), (order, request) =>
      store.read.posts.feed(id, order, { ...request, followingCount }),
    )
  },

  bookmarks: async (_root, args, { store, requireViewer, posts, bookmarks }) => {
    const { id } = await requireViewer()
    const page = await connection(args, idList('bookmarks', id), (request) => store.read.bookmarks.page(id, request))
    // Saves `viewerHasBookmarked` a read.
    for (const { node } of page.edges) bookmarks.prime(node.postId, node)
    return mapNodes(page, posts, (bookmark) => bookmark.postId)
  },

  likes: async (_root, args, { store, requireViewer, posts, reactions }) => {
    const { id } = await requireViewer()
    const page = await connection(args, idList('likes', id), (request) => store.read.reactions.pageOfUser(id, request))
    // Saves `viewerHasLiked` a read.
    for (const { node } of page.edges) reactions.prime(node.postId, node)
    const edges = page.edges.filter(({ node }) => node.kind === 'like')
    return mapNodes({ ...page, edges }, posts, (reaction) => reaction.postId)
  },

  users: async (_root, args, { readStale }) => {
    const { users } = readStale()
    const { firstName } = storableTexts({ firstName: args.firstName ?? '' })
    return firstName
      ? connection(args, searchList(firstName), (request) => users.searchByFirstName(firstName, request))
      : connection(args, idList('users'), (request) => users.page('OLDEST', request))
  },

  suggestions: async (_root, args, { readStale, requireViewer }) => {
    const { id } = await requireViewer()
    return connection(args, idList('suggestions', id), async ({ after, limit }) => {
      const page = await readStale().users.page('NEWEST', { after, limit: limit + 1 })
      return page.filter(({ row }) => row.id !== id).slice(0, limit)
    })
  },
}

/** An id does not tell its type, so it is looked up as both. */
async function loadNode({ users, posts }: Context, id: string): Promise<UserSource | PostRow | null> {
  const [user, post] = await Promise.all([users.load(id), posts.load(id)])
  return user ?? post ?? null
}
