/** The lists that clients page through. */

import { boolean, object, picklist, type GenericSchema } from 'valibot'
import { ranks, spelledName } from '../store/search/firstNames.ts'
import { nameRanks } from '../store/search/nameRanks.ts'
import type {
  IdCursor,
  NameCursor,
  Page,
  PageRequest,
  PostCursors,
  PostOrder,
  PostSearch,
  SearchCursor,
} from '../store/port.ts'
import { storableText } from '../store/columns.ts'
import type { PostRow } from '../store/rows.ts'
import { tables, type CursorOf } from '../store/tables.ts'
import {
  connection,
  cursorOf,
  type Connection,
  type ConnectionArgs,
  type Edge,
  type ListIdentity,
} from './connections.ts'

const { id, likeCount } = tables.posts.shape.entries
const { updatedAt } = tables.notifications.shape.entries
const idPlace = object({ id })
const likesPlace = object({ likeCount, id })
const searchPlace = object({
  rank: picklist(Object.values(ranks)),
  part: storableText,
  folded: storableText,
  spelled: storableText,
  id,
})

const namePlace = object({
  rank: picklist(Object.values(nameRanks)),
  key: storableText,
  spelled: storableText,
  id,
})

type PostLists = { readonly [Order in PostOrder]: ListIdentity<PostCursors[Order]> }

/** Returns a list of posts in each order. `of` is the id of the user, or the folded tag, that selects them. */
export function postLists(name: 'posts' | 'feed' | 'userPosts' | 'postsByTag', of = ''): PostLists {
  return {
    LATEST: listOf(idPlace, name, 'LATEST', of),
    TRENDING: listOf(likesPlace, name, 'TRENDING', of),
  }
}

/** Returns the list of the reactions of a user, in the order of the posts. */
export function reactionList(userId: string): ListIdentity<CursorOf<'reactions', 'byUser'>> {
  return listOf(object({ postId: id }), 'likes', userId)
}

/** Returns a list in the order of ids. `of` is the id of the user or the post that has it. */
export function idList(
  name: 'users' | 'bookmarks' | 'likedBy' | 'followers' | 'following' | 'replies' | 'userReplies' | 'mediaPosts',
  of = '',
): ListIdentity<IdCursor> {
  return listOf(idPlace, name, of)
}

/** A place in the suggestions: the id of a user, or of the follow of one that the viewer follows. */
export interface SuggestionCursor extends IdCursor {
  isFollowed: boolean
}

/** Returns the list of suggestions for this user. */
export function suggestionList(userId: string): ListIdentity<SuggestionCursor> {
  return listOf(object({ id, isFollowed: boolean() }), 'suggestions', userId)
}

/** Returns the list of the notifications of a user that are of some kinds. */
export function notificationList(
  userId: string,
  kinds: readonly string[],
): ListIdentity<CursorOf<'notifications', 'byUser'>> {
  return listOf(object({ updatedAt, id }), 'notifications', userId, ...kinds.toSorted())
}

/** Returns the list of users whose first name contains a text. */
export function searchList(text: string): ListIdentity<SearchCursor> {
  return listOf(searchPlace, 'search', spelledName(text))
}

/** Returns the list of posts that a search finds. */
export function postSearchList({ text, scope }: PostSearch): ListIdentity<IdCursor> {
  return listOf(idPlace, 'searchPosts', scope.name, scope.name === 'ALL' ? '' : scope.userId, spelledName(text))
}

/** Returns the list of users whom a text finds by their names. */
export function userSearchList(text: string): ListIdentity<NameCursor> {
  return listOf(namePlace, 'searchUsers', spelledName(text))
}

function listOf<Place>(place: GenericSchema<Place>, ...identity: readonly string[]): ListIdentity<Place> {
  return { key: hashOf(JSON.stringify(identity)), place }
}

/** Returns a short hash of a text (FNV-1a), so that cursors are short. It protects nothing: a cursor gives no access. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return (hash >>> 0).toString(36)
}

/** Loads a page of posts in the requested order. */
export function postConnection<Order extends PostOrder>(
  args: ConnectionArgs & { orderBy: Order },
  lists: PostLists,
  load: (order: Order, request: PageRequest<PostCursors[Order]>) => Promise<Page<PostRow, PostCursors[Order]>>,
): Promise<Connection<PostRow>> {
  return connection(args, lists[args.orderBy], (request) => load(args.orderBy, request))
}

/**
 * Returns a new or restored post as an edge. Its cursor is valid in every order of `posts`, of its author's posts and of
 * the viewer's feed, which it may join later: the viewer may follow the author before showing the post.
 */
export function postEdge(post: PostRow, viewerId: string | null): Edge<PostRow> {
  const lists = [
    postLists('posts'),
    postLists('userPosts', post.authorId),
    ...(viewerId === null ? [] : [postLists('feed', viewerId)]),
  ]
  const place: PostCursors['TRENDING'] = { likeCount: post.likeCount, id: post.id }
  return { cursor: cursorOf(place, ...lists.flatMap(({ LATEST, TRENDING }) => [LATEST, TRENDING])), node: post }
}

/** Returns a reply as the last edge of the replies to its parent. */
export function replyEdge(reply: PostRow, parentId: string): Edge<PostRow> {
  return { cursor: cursorOf({ id: reply.id }, idList('replies', parentId)), node: reply }
}
