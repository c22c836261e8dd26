import type { ApolloCache, TypedDocumentNode } from '@apollo/client'
import { concat, defer, retry, takeWhile, throwError, timer } from 'rxjs'
import { BoundedMap } from '../../../shared/BoundedMap.ts'
import { clientOf, replacementsAtStart } from '../../apollo/client.ts'
import { replacements } from '../../backend/openBackend.ts'
import { addToLists, hasId, removeFromLists } from '../../pagedList/cachedLists.ts'
import { deletedRecordsOf } from '../../pagedList/deletedRecords.ts'
import { fetchQuery } from '../../apollo/calls.ts'
import { isTokenError, refusalIn, reportError } from '../../apollo/errors.ts'
import { listsOf } from '../../pagedList/lists.ts'
import { ViewerDocument } from '../../apollo/Viewer.generated.ts'
import type { SessionScope } from '../../session/scope.ts'
import { sessionUserOf, updateSessionUser } from '../../session/session.ts'
import { newPostsOf } from '../posts/lists/newPostsStore.ts'
import { forgetPostDeletion, refreshPostLists, removePostEverywhere } from '../posts/lists/postLists.ts'
import {
  BookmarkChangedDocument,
  FollowingChangedDocument,
  PostChangedDocument,
  PostCreatedDocument,
  PostDeletedDocument,
  PostRestoredDocument,
  UserChangedDocument,
} from './LiveUpdates.generated.ts'

/**
 * Keeps a client's cache up to date with changes made in other tabs and through `/api`. Apollo Client merges the
 * records; this module adds and removes rows of lists. Ends with the session.
 */
export function startLiveUpdates(scope: SessionScope): void {
  const stops = [
    refetchAfterReplacement(scope),
    ...publicUpdates(scope),
    ...(scope.session ? viewerUpdates(scope) : []),
  ]
  scope.signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
}

function refetchAfterReplacement(scope: SessionScope): () => void {
  const client = clientOf(scope)
  let refetchedAt = replacementsAtStart(scope)
  const listener = () => {
    if (replacements.get() === refetchedAt) return
    refetchedAt = replacements.get()
    refetchAll(scope)
    // The page may show nothing of the viewer: if they are gone, the refused token ends the session.
    if (scope.session) fetchQuery(client, ViewerDocument, {}).catch(() => {})
  }
  // The data may have been replaced before the live updates started.
  listener()
  return replacements.subscribe(listener)
}

/** Clears the cache and what is known of rows outside it, and refetches what is on screen. */
function refetchAll(scope: SessionScope): void {
  const client = clientOf(scope)
  newPostsOf(scope).remove(() => true)
  deletedRecordsOf(scope).clear()
  listsOf(scope).reset()
  // `resetStore` would cancel queries in flight, and their pages would show an error.
  void client.cache.reset()
  // Failures surface in the pages' queries.
  client.refetchObservableQueries().catch(() => {})
}

function publicUpdates(scope: SessionScope): (() => void)[] {
  /** The last known edits, to tell the event of an edit from that of a like. */
  const edits = new BoundedMap<string, string>(MAX_EDITS)
  return [
    listen(scope, PostChangedDocument, ({ postChanged: { id, editedAt } }) => {
      listsOf(scope).forget(['likedBy'])
      listsOf(scope).refresh('likedBy', id).catch(reportError)
      if (editedAt === null || edits.get(id) === editedAt) return
      edits.set(id, editedAt)
      // The edit may have added or removed tags.
      listsOf(scope).refresh('postsByTag').catch(reportError)
    }),
    listen(scope, PostDeletedDocument, ({ postDeleted: { deletedPostId, author } }) => {
      removePostEverywhere(scope, deletedPostId, author)
      newPostsOf(scope).remove(({ edge }) => edge.node.id === deletedPostId)
    }),
    listen(scope, PostRestoredDocument, ({ postRestored: { node } }) => {
      forgetPostDeletion(scope, node)
      // Its position in Trending and in the bookmarks is known only to the backend.
      refreshPostLists(scope).catch(reportError)
    }),
    listen(scope, UserChangedDocument, ({ userChanged: user }) => {
      if (user.isViewer) updateSessionUser(sessionUserOf(user))
      listsOf(scope).forget(['followers', 'following'])
    }),
  ]
}

const MAX_EDITS = 1000

/** Subscriptions that no page of a visitor needs. */
function viewerUpdates(scope: SessionScope): (() => void)[] {
  const { cache } = clientOf(scope)
  const newPosts = newPostsOf(scope)
  return [
    listen(scope, PostCreatedDocument, ({ postCreated: edge }) => {
      const { author } = edge.node
      listsOf(scope).refresh('postsByTag').catch(reportError)
      // The event of the post's deletion may have arrived first.
      if (deletedRecordsOf(scope).has(edge.node)) return
      newPosts.add({ edge, author, inFeed: author.isViewer || author.viewerIsFollowing })
    }),
    listen(scope, BookmarkChangedDocument, ({ bookmarkChanged: { post, bookmarkEdge } }) => {
      if (bookmarkEdge) addToLists(cache, ['bookmarks'], bookmarkEdge)
      else removeFromLists(cache, ['bookmarks'], hasId(post.id))
    }),
    listen(scope, FollowingChangedDocument, ({ followingChanged: user }) => {
      newPosts.setInFeed(user.id, user.viewerIsFollowing)
      if (user.viewerIsFollowing) listsOf(scope).refresh('feed').catch(reportError)
      else removeAuthorFromFeed(cache, user.id)
    }),
  ]
}

/** Removes an author's posts from the feed after the viewer has unfollowed them. */
function removeAuthorFromFeed(cache: ApolloCache, userId: string): void {
  const author = cache.identify({ __typename: 'User', id: userId })
  removeFromLists(cache, ['feed'], (post, { readField }) => isReferenceTo(author, readField('author', post)))
}

function isReferenceTo(id: string | undefined, value: unknown): boolean {
  return typeof value === 'object' && value !== null && '__ref' in value && value.__ref === id
}

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 30_000

/**
 * Calls `listener` with each event of a subscription. Reconnects with exponential backoff if the subscription fails or
 * ends, unless the backend refused the token. Refetches everything if events were missed. Ignores other errors: the
 * backend reports those of events, and failures to open the backend surface in the page's query.
 */
function listen<Data, Variables extends Record<string, never>>(
  scope: SessionScope,
  query: TypedDocumentNode<Data, Variables>,
  listener: (data: Data) => void,
): () => void {
  const ended = throwError(() => new Error('The subscription has ended.'))
  const events = concat(
    defer(() => clientOf(scope).subscribe<Data>({ query })),
    ended,
  ).pipe(
    takeWhile(({ error }) => !isTokenError(refusalIn(error)?.code)),
    retry({
      delay: (_error, failures) => timer(Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))),
      resetOnSuccess: true,
    }),
  )
  const subscription = events.subscribe(({ data, error }) => {
    if (data) listener(data)
    if (refusalIn(error)?.code === 'EVENTS_MISSED') refetchAll(scope)
  })
  return () => subscription.unsubscribe()
}
