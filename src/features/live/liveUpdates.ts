import { isReference, type ApolloCache, type TypedDocumentNode } from '@apollo/client'
import { concat, defer, merge, retry, takeWhile, throwError, timer } from 'rxjs'
import { BoundedMap } from '../../../shared/BoundedMap.ts'
import { clientOf } from '../../apollo/client.ts'
import { checkWhileLost } from '../../apollo/connectionCheck.ts'
import { lastEventOf } from '../../apollo/eventOrder.ts'
import { refusalIn } from '../../backend/refusals.ts'
import { reportError } from '../../lib/reportError.ts'
import { reconnectionEvents } from '../../apollo/retryLink.ts'
import { addToLists, hasId, removeFromLists, type ListField } from '../../pagedList/cachedLists.ts'
import { deletedRecordsOf } from '../../pagedList/deletedRecords.ts'
import { listsOf } from '../../pagedList/lists.ts'
import type { ListName } from '../../pagedList/pageSource.ts'
import { isTokenError } from '../../session/renewToken.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import { sessionUserOf, updateSessionUser } from '../../session/session.ts'
import { newPostsOf } from '../posts/lists/newPostsStore.ts'
import {
  addPostToTimelines,
  markPostRestored,
  refreshShownPostLists,
  removePostEverywhere,
} from '../posts/lists/postLists.ts'
import { ChangesDocument, type ChangesSubscription } from './LiveUpdates.generated.ts'

/**
 * Keeps a client's cache up to date with changes made in other tabs and through `/api`. Apollo Client merges the
 * records; this module adds and removes rows of lists. Notices the return of a lost connection. Ends with the session.
 */
export function startLiveUpdates(scope: SessionScope): void {
  const stop = listen(scope, ChangesDocument, changeListener(scope))
  scope.signal.addEventListener('abort', stop)
  checkWhileLost(scope)
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

const MAX_EDITS = 1000

/** Returns a function that adds and removes the rows of lists that a change concerns. */
function changeListener(scope: SessionScope): (data: ChangesSubscription) => void {
  const { cache } = clientOf(scope)
  const newPosts = newPostsOf(scope)
  /** The last known edits, to tell an edit from a like. */
  const edits = new BoundedMap<string, string>(MAX_EDITS)
  const refresh = (list: ListName, ofId?: string) => void listsOf(scope).refresh(list, ofId).catch(reportError)
  const refreshTags = () => void listsOf(scope).refreshShown('postsByTag').catch(reportError)
  /** Has queries sent again that were executed before this event: their results may lack the new row. */
  const outdateResults = () => {
    const lastEvent = lastEventOf(scope)
    lastEvent.rowAddedAt = lastEvent.id
  }
  return ({ changes: change }) => {
    switch (change.__typename) {
      case 'PostCreation': {
        const { postEdge: edge } = change
        const { author } = edge.node
        // No page of a visitor shows new posts.
        if (!scope.session) break
        refreshTags()
        const inFeed = author.isViewer || author.viewerIsFollowing
        if (author.isViewer) outdateResults()
        // The event of the post's deletion may have arrived first.
        if (deletedRecordsOf(scope).has(edge.node)) break
        // A list that was read before this post may have arrived since the response to the post, and lacks it. Those that
        // arrive later are read again.
        if (newPosts.isOwn(edge.node.id)) addPostToTimelines(cache, edge, author, { inFeed })
        else newPosts.add({ edge, author, inFeed })
        break
      }
      case 'PostChange': {
        const { id, editedAt } = change.post
        listsOf(scope).outdate(['likedBy'])
        refresh('likedBy', id)
        if (editedAt === null || edits.get(id) === editedAt) break
        edits.set(id, editedAt)
        // The edit may have added or removed tags.
        refreshTags()
        break
      }
      case 'PostDeletion': {
        const { deletedPostId, author } = change
        removePostEverywhere(scope, deletedPostId, author)
        // Its tags have one post less.
        refreshTags()
        newPosts.remove(({ edge }) => edge.node.id === deletedPostId)
        break
      }
      case 'PostRestoration':
        markPostRestored(scope, change.postEdge.node)
        // Its position in Trending and in the bookmarks is known only to the backend.
        refreshShownPostLists(scope).catch(reportError)
        break
      case 'UserChange':
        if (change.user.isViewer) updateSessionUser(sessionUserOf(change.user))
        forgetMissing(cache, change.user.username)
        listsOf(scope).outdate(['followers', 'following'])
        listsOf(scope).refreshEmpty(['followers', 'following'], change.user.id).catch(reportError)
        break
      case 'UserDeletion':
        removeUserEverywhere(scope, change.deletedUserId)
        refreshTags()
        break
      case 'ReactionChange':
        break
      case 'BookmarkChange':
        if (change.bookmarkEdge) {
          outdateResults()
          addToLists(cache, ['bookmarks'], change.bookmarkEdge)
        } else removeFromLists(cache, ['bookmarks'], hasId(change.post.id))
        break
      case 'FollowingChange': {
        const { id, viewerIsFollowing } = change.user
        newPosts.setInFeed(id, viewerIsFollowing)
        if (viewerIsFollowing) refresh('feed')
        else removePostsBy(cache, ['feed'], id)
      }
    }
  }
}

/** Removes a result from the cache which says that nobody has this username: the user has just signed up. */
function forgetMissing(cache: ApolloCache, username: string): void {
  const args = JSON.stringify({ username })
  cache.modify({
    fields: {
      userByUsername: (user: unknown, { storeFieldName, DELETE }) =>
        user === null && storeFieldName.endsWith(`(${args})`) ? DELETE : user,
    },
  })
}

/** Removes a user whose account was deleted from all lists, with their posts. Other queries that show the user run again. */
function removeUserEverywhere(scope: SessionScope, userId: string): void {
  const { cache } = clientOf(scope)
  const user = { __typename: 'User', id: userId }
  deletedRecordsOf(scope).add(user)
  newPostsOf(scope).remove(({ author }) => author.id === userId)
  removePostsBy(cache, ['posts', 'feed', 'bookmarks', 'postsByTag'], userId)
  const id = cache.identify(user)
  if (id) cache.evict({ id })
}

function removePostsBy(cache: ApolloCache, lists: readonly ListField[], userId: string): void {
  const id = cache.identify({ __typename: 'User', id: userId })
  removeFromLists(cache, lists, (post, { readField }) => {
    const author = readField('author', post)
    return isReference(author) && author.__ref === id
  })
}

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 30_000

/**
 * Calls `listener` with each event of a subscription. Reconnects with exponential backoff, and when the connection
 * returns, if the subscription fails or ends, unless the backend refused the token. Refetches everything if events were
 * missed. Ignores other errors: the backend reports those of events, and failures to open the backend surface in the
 * page's query.
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
      delay: (_error, failures) =>
        merge(timer(Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))), reconnectionEvents),
      resetOnSuccess: true,
    }),
  )
  const subscription = events.subscribe(({ data, error }) => {
    if (data) listener(data)
    if (refusalIn(error)?.code === 'EVENTS_MISSED') refetchAll(scope)
  })
  return () => subscription.unsubscribe()
}
