/** What the operations of the benchmark do, without GraphQL: the same services and loaders, called as functions. */

import type { Context } from '../../resolvers/context.ts'
import { connection } from '../../resolvers/graphql/connections.ts'
import { postConnection, postLists, searchList } from '../../resolvers/graphql/listIdentities.ts'
import { logIn } from '../../resolvers/services/auth.ts'
import { likePost } from '../../resolvers/services/reactions.ts'
import type { PostOrder } from '../../resolvers/store/port.ts'
import type { PostRow, UserSummary } from '../../resolvers/store/rows.ts'
import { reader } from './data.ts'

export async function feedPage(context: Context, orderBy: PostOrder): Promise<unknown> {
  const { id } = await context.requireViewer()
  const { edges, pageInfo } = await postConnection({ first: 20, orderBy }, postLists('feed', id), (order, request) =>
    context.store.read.posts.feed(id, order, request),
  )
  const loaded = edges.map(async ({ cursor, node }) => ({ cursor, node: await postCard(context, node) }))
  return { edges: await Promise.all(loaded), pageInfo }
}

async function postCard(context: Context, { id, content, likeCount, authorId }: PostRow): Promise<unknown> {
  const [author, reaction, bookmark, follow] = await Promise.all([
    context.users.load(authorId),
    context.reactions.load(id),
    context.bookmarks.load(id),
    context.follows.load(authorId),
  ])
  return {
    id,
    content,
    likeCount,
    viewerHasLiked: reaction?.kind === 'like',
    viewerHasBookmarked: bookmark !== undefined,
    author: author && { ...userLabel(author), viewerIsFollowing: follow !== undefined },
  }
}

export async function postById(context: Context, id: string): Promise<unknown> {
  const post = await context.posts.load(id)
  return post && postCard(context, post)
}

function userLabel({ id, username, firstName, avatarUrl }: UserSummary) {
  return { id, username, firstName, avatarUrl }
}

export async function likedPost(context: Context, postId: string): Promise<unknown> {
  const { id, likeCount } = await likePost(context, postId)
  return { post: { id, likeCount } }
}

export async function profile(context: Context, userId: string): Promise<unknown> {
  const user = await context.users.load(userId)
  if (!user) return null
  const [follow, posts] = await Promise.all([
    context.follows.load(userId),
    postConnection({ first: 20, orderBy: 'LATEST' }, postLists('userPosts', userId), (order, request) =>
      context.postsBy(order, { of: userId, ...request }),
    ),
  ])
  const loaded = posts.edges.map(async ({ cursor, node }) => ({ cursor, node: await postCard(context, node) }))
  const { postCount, followerCount, followingCount } = user
  return {
    ...userLabel(user),
    viewerIsFollowing: follow !== undefined,
    postCount,
    followerCount,
    followingCount,
    posts: { edges: await Promise.all(loaded), pageInfo: posts.pageInfo },
  }
}

export async function search({ store }: Context, firstName: string): Promise<unknown> {
  const { edges } = await connection({ first: 8 }, searchList(firstName), (request) =>
    store.read.search.usersByFirstName(firstName, request),
  )
  return { edges: edges.map(({ node }) => ({ node: userLabel(node) })) }
}

export async function loggedIn(context: Context): Promise<unknown> {
  const { token } = await logIn(context, reader)
  return { token }
}
