import { foldedTag, MAX_FOLDED_TAG_LENGTH } from '../shared/tags.ts'
import { textLimits } from '../shared/textLimits.ts'
import { checkIds, connection, keepNodes, mapNodes } from './graphql/connections.ts'
import {
  idList,
  notificationList,
  postConnection,
  postLists,
  postSearchList,
  reactionList,
  searchList,
  suggestionList,
  userSearchList,
  type SuggestionCursor,
} from './graphql/listIdentities.ts'
import type { Context, UserSource } from './context.ts'
import type { QueryResolvers } from './generated/types.ts'
import { graphqlKindOf, rowKindOf, visibleNotifications } from './graphql/notifications.ts'
import { mentionSuggestions } from './services/mentions.ts'
import { kindsOf, notificationKinds, pageOfNotifications, unreadCount } from './services/notifications.ts'
import { hasPushSubscription } from './services/pushSubscriptions.ts'
import { storableTexts } from './services/storableTexts.ts'
import type { Page, PostSearch, SearchScope } from './store/port.ts'
import type { NotificationRow, PostRow } from './store/rows.ts'

export const Query: QueryResolvers = {
  node: async (_root, { id }, ctx) => loadNode(ctx, id),

  nodes: async (_root, { ids }, ctx) => {
    checkIds('ids', ids)
    return Promise.all(ids.map((id) => loadNode(ctx, id)))
  },

  viewer: async (_root, _args, ctx) => (ctx.authorization ? ctx.requireViewer() : null),

  post: async (_root, { id }, { posts }) => (await posts.load(id)) ?? null,

  user: async (_root, { id }, { users }) => (await users.load(id)) ?? null,

  userByUsername: async (_root, { username }, { store, visible }) => {
    if (username.length > textLimits.username) return null
    const user = await store.read.users.byUsername(username)
    return user ? ((await visible.users([user]))[0] ?? null) : null
  },

  postsByTag: async (_root, { tag, ...args }, { store, visible }) => {
    // No tag is longer. Folding a megabyte takes a third of a second.
    const folded = tag.length > MAX_FOLDED_TAG_LENGTH + 1 ? '' : foldedTag(tag)
    const [page, totalCount] = await Promise.all([
      postConnection(args, postLists('postsByTag', folded), (order, request) =>
        store.read.posts.pageByTag(folded, order, request),
      ),
      store.read.posts.countByTag(folded),
    ])
    return { ...(await keepNodes(page, visible.posts)), totalCount }
  },

  posts: async (_root, args, { store, visible }) => {
    const page = await postConnection(args, postLists('posts'), (order, request) =>
      store.read.posts.page(order, request),
    )
    return keepNodes(page, visible.posts)
  },

  feed: async (_root, args, { store, requireViewer, visible }) => {
    const { id, followingCount } = await requireViewer()
    const page = await postConnection(args, postLists('feed', id), (order, request) =>
      store.read.posts.feed(id, order, { ...request, followingCount }),
    )
    return keepNodes(page, visible.posts)
  },

  bookmarks: async (_root, args, { store, requireViewer, posts, bookmarks }) => {
    const { id } = await requireViewer()
    const page = await connection(args, idList('bookmarks', id), (request) =>
      store.read.bookmarks.page('byUser', { of: id, ...request }),
    )
    // Saves `viewerHasBookmarked` a read.
    for (const { node } of page.edges) bookmarks.prime(node.postId, node)
    return mapNodes(page, posts, (bookmark) => bookmark.postId)
  },

  likes: async (_root, args, { store, requireViewer, posts, reactions }) => {
    const { id } = await requireViewer()
    const page = await connection(args, reactionList(id), (request) =>
      store.read.reactions.page('byUser', { of: id, ...request }),
    )
    // Saves `viewerHasLiked` a read.
    for (const { node } of page.edges) reactions.prime(node.postId, node)
    const edges = page.edges.filter(({ node }) => node.kind === 'like')
    return mapNodes({ ...page, edges }, posts, (reaction) => reaction.postId)
  },

  notifications: async (_root, { kinds, ...args }, ctx) => {
    const { id } = await ctx.requireViewer()
    const wanted = kinds ? [...new Set(kinds.map(rowKindOf))] : notificationKinds
    const page = await connection(args, notificationList(id, wanted), (request) =>
      pageOfNotifications(ctx.store.read, id, wanted, request),
    )
    return keepNodes(page, (rows) => visibleNotifications(rows, ctx))
  },
  unreadNotificationCount: async (_root, _args, { store, requireViewer }) =>
    unreadCount(store.read, (await requireViewer()).id),
  notificationKinds: async (_root, _args, { store, requireViewer }) =>
    (await kindsOf(store.read, (await requireViewer()).id)).map(graphqlKindOf),
  pushPublicKey: (_root, _args, { push }) => push?.publicKey ?? null,
  hasPushSubscription: async (_root, { endpoint }, ctx) =>
    hasPushSubscription(ctx, await ctx.requireViewer(), endpoint),

  users: async (_root, args, { store, visible }) => {
    const { firstName } = storableTexts({ firstName: args.firstName ?? '' })
    const { users, search } = store.read
    const page = firstName
      ? connection(args, searchList(firstName), (request) => search.usersByFirstName(firstName, request))
      : connection(args, idList('users'), (request) => users.page('byId', { ...request, direction: 'ascending' }))
    return keepNodes(await page, visible.users)
  },

  searchPosts: async (_root, { scope, ...args }, { store, requireViewer, visible }) => {
    const { text } = storableTexts({ text: args.text })
    const search: PostSearch = { text, scope: await searchScope(scope, requireViewer) }
    const page = await connection(args, postSearchList(search), (request) => store.read.search.posts(search, request))
    return keepNodes(page, visible.posts)
  },

  searchUsers: async (_root, args, { store, visible }) => {
    const { text } = storableTexts({ text: args.text })
    const page = await connection(args, userSearchList(text), (request) => store.read.search.users(text, request))
    return keepNodes(page, visible.users)
  },

  mentionSuggestions: async (_root, { prefix }, { store, requireViewer, visible }) =>
    mentionSuggestions({ tx: store.read, visible }, (await requireViewer()).id, prefix),

  suggestions: async (_root, args, { store, requireViewer, users, following, visible }) => {
    const { id } = await requireViewer()
    const page = await connection<UserSource, SuggestionCursor>(args, suggestionList(id), async ({ after, limit }) => {
      const others = after?.isFollowed ? [] : await store.read.users.pageOfNotFollowed(id, { after, limit })
      const suggestions: Page<UserSource, SuggestionCursor> = others.map(({ row, cursor }) => ({
        row,
        cursor: { ...cursor, isFollowed: false },
      }))
      if (others.length === limit) return suggestions
      const follows = await following.load({ of: id, after: after?.isFollowed ? after : undefined, limit })
      // The viewer may have followed some of the others between the two reads.
      const known = new Set(others.map(({ row }) => row.id))
      const rest = follows.filter(({ row }) => !known.has(row.followeeId)).slice(0, limit - others.length)
      const followed = await Promise.all(rest.map(({ row }) => users.load(row.followeeId)))
      for (const [index, { cursor }] of rest.entries()) {
        const user = followed[index]
        if (user) suggestions.push({ row: user, cursor: { ...cursor, isFollowed: true } })
      }
      return suggestions
    })
    return keepNodes(page, visible.users)
  },
}

async function searchScope(name: SearchScope['name'], requireViewer: Context['requireViewer']): Promise<SearchScope> {
  if (name === 'ALL') return { name }
  const { id, followingCount } = await requireViewer()
  return name === 'FOLLOWING' ? { name, userId: id, followingCount } : { name, userId: id }
}

/** An id does not tell its type, so it is looked up as each. */
async function loadNode(ctx: Context, id: string): Promise<UserSource | PostRow | NotificationRow | null> {
  const [user, post] = await Promise.all([ctx.users.load(id), ctx.posts.load(id)])
  return user ?? post ?? (await loadNotification(ctx, id))
}

async function loadNotification(ctx: Context, id: string): Promise<NotificationRow | null> {
  const viewerId = await ctx.viewerId()
  if (viewerId === null) return null
  const [found] = await ctx.store.read.notifications.page('byId', { of: id, limit: 1 })
  if (found?.row.userId !== viewerId) return null
  return (await visibleNotifications([found.row], ctx))[0] ?? null
}
