import type { ApolloCache, ApolloClient, TypedDocumentNode } from '@apollo/client'
import { BoundedMap } from '../../../shared/BoundedMap.ts'
import { replacements } from '../../backend/openBackend.ts'
import { addToLists, forgetDeleted, hasId, isDeleted, removeFromLists } from '../../apollo/lists.ts'
import { isTokenError, refusalIn, reportError } from '../../apollo/errors.ts'
import { forgetLists, refreshLists } from '../../apollo/shownLists.ts'
import { sessionUserOf, updateSessionUser } from '../../session/session.ts'
import { setInFeed, addNewPost, removeNewPosts } from '../posts/newPostsStore.ts'
import { forgetPostDeletion, refreshPostLists, removePostEverywhere } from '../posts/postLists.ts'
import {
  BookmarkChangedDocument,
  FollowingChangedDocument,
  PostChangedDocument,
  PostCreatedDocument,
  PostDeletedDocument,
  PostRestoredDocument,
  UserChangedDocument,
} from './LiveUpdates.generated.ts'

export interface LiveUpdateOptions {
  signedIn: boolean
  /** The value of `replacements` before the client's first query. */
  replacementsAtStart: number
}

/**
 * Keeps a client's cache up to date with changes made in other tabs and through `/api`. Apollo Client merges the
 * records; this module adds and removes rows of lists. Returns a function that stops the updates.
 */
export function startLiveUpdates(
  client: ApolloClient,
  { signedIn, replacementsAtStart }: LiveUpdateOptions,
): () => void {
  const stops = [
    refetchAfterReplacement(client, replacementsAtStart),
    ...publicUpdates(client),
    ...(signedIn ? viewerUpdates(client) : []),
  ]
  return () => {
    for (const stop of stops) stop()
    removeNewPosts(() => true)
  }
}

function refetchAfterReplacement(client: ApolloClient, replacementsAtStart: number): () => void {
  let refetchedAt = replacementsAtStart
  const listener = () => {
    if (replacements.get() === refetchedAt) return
    refetchedAt = replacements.get()
    forgetDeleted()
    refetchAll(client)
  }
  // The data may have been replaced before the live updates started.
  listener()
  return replacements.subscribe(listener)
}

/** Clears the cache and refetches what is on screen. */
function refetchAll(client: ApolloClient): void {
  removeNewPosts(() => true)
  // `resetStore` would cancel queries in flight, and their pages would show an error.
  void client.cache.reset()
  // Failures surface in the pages' queries.
  client.refetchObservableQueries().catch(() => {})
}

function publicUpdates(client: ApolloClient): (() => void)[] {
  const { cache } = client
  /** The last known edits, to tell the event of an edit from that of a like. */
  const edits = new BoundedMap<string, string>(MAX_EDITS)
  return [
    listen(client, PostChangedDocument, ({ postChanged: { id, editedAt } }) => {
      forgetLists(client, ['likedBy'])
      refreshLists(client, 'likedBy', id).catch(reportError)
      if (editedAt === null || edits.get(id) === editedAt) return
      edits.set(id, editedAt)
      // The edit may have added or removed tags.
      refreshLists(client, 'postsByTag').catch(reportError)
    }),
    listen(client, PostDeletedDocument, ({ postDeleted: { deletedPostId, author } }) => {
      removePostEverywhere(cache, deletedPostId, author)
      removeNewPosts(({ edge }) => edge.node.id === deletedPostId)
    }),
    listen(client, PostRestoredDocument, ({ postRestored: { node } }) => {
      forgetPostDeletion(cache, node)
      // Its position in Trending and in the bookmarks is known only to the backend.
      refreshPostLists(client)
    }),
    listen(client, UserChangedDocument, ({ userChanged: user }) => {
      if (user.isViewer) updateSessionUser(sessionUserOf(user))
      forgetLists(client, ['followers', 'following'])
    }),
  ]
}

const MAX_EDITS = 1000

/** Subscriptions that no page of a visitor needs. */
function viewerUpdates(client: ApolloClient): (() => void)[] {
  const { cache } = client
  return [
    listen(client, PostCreatedDocument, ({ postCreated: edge }) => {
      const { author } = edge.node
      refreshLists(client, 'postsByTag').catch(reportError)
      // The event of the post's deletion may have arrived first.
      if (isDeleted({ __ref: cache.identify(edge.node) ?? '' })) return
      addNewPost(cache, { edge, author, inFeed: author.isViewer || author.viewerIsFollowing })
    }),
    listen(client, BookmarkChangedDocument, ({ bookmarkChanged: { post, bookmarkEdge } }) => {
      if (bookmarkEdge) addToLists(cache, ['bookmarks'], bookmarkEdge)
      else removeFromLists(cache, ['bookmarks'], hasId(post.id))
    }),
    listen(client, FollowingChangedDocument, ({ followingChanged: user }) => {
      setInFeed(user.id, user.viewerIsFollowing)
      if (user.viewerIsFollowing) refreshLists(client, 'feed').catch(reportError)
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
  client: ApolloClient,
  query: TypedDocumentNode<Data, Variables>,
  listener: (data: Data) => void,
): () => void {
  let refused = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const connect = () =>
    client.subscribe<Data>({ query }).subscribe({
      next: ({ data, error }) => {
        if (data) listener(data)
        const code = refusalIn(error)?.code
        refused = isTokenError(code)
        if (code === 'EVENTS_MISSED') refetchAll(client)
        failures = 0
      },
      error: reconnect,
      complete: () => {
        if (!refused) reconnect()
      },
    })
  let subscription = connect()
  return () => {
    clearTimeout(timer)
    subscription.unsubscribe()
  }

  function reconnect(): void {
    timer = setTimeout(
      () => {
        subscription = connect()
      },
      Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** failures),
    )
    failures += 1
  }
}
