import type { ApolloCache, ApolloClient, TypedDocumentNode } from '@apollo/client'
import { dataEvents } from '../../backend/backend.ts'
import { addToLists, forgetDeleted, isDeleted, removeFromLists } from '../../apollo/lists.ts'
import { refusalIn, reportError } from '../../apollo/errors.ts'
import { refreshLists } from '../../apollo/usePagedQuery.ts'
import { sessionUserOf, updateSessionUser } from '../../session/session.ts'
import { setInFeed, addNewPost, dismiss } from '../posts/newPostsStore.ts'
import { removePostEverywhere } from '../posts/postLists.ts'
import {
  BookmarkChangedDocument,
  FollowingChangedDocument,
  PostChangedDocument,
  PostCreatedDocument,
  PostDeletedDocument,
  UserChangedDocument,
} from './LiveUpdates.generated.ts'

/**
 * Keeps a client's cache in step with what happens in other tabs and through `/api`: Apollo takes in the records, and
 * lists gain and lose their rows here. Answers how to stop.
 */
export function startLive(client: ApolloClient, { signedIn }: { signedIn: boolean }): () => void {
  const stops = [followReplacing(client), ...publicUpdates(client), ...(signedIn ? ownUpdates(client) : [])]
  return () => {
    for (const stop of stops) stop()
    dismiss(() => true)
  }
}

/** All that is shown is asked for anew. */
function followReplacing(client: ApolloClient): () => void {
  const hear = () => {
    dismiss(() => true)
    forgetDeleted()
    // Unlike `resetStore`, this lets what is being asked for come: a page would fail for it.
    void client.cache.reset()
    // What is not answered is told where it would be shown.
    client.refetchObservableQueries().catch(() => {})
  }
  dataEvents.addEventListener('replaced', hear)
  return () => dataEvents.removeEventListener('replaced', hear)
}

function publicUpdates(client: ApolloClient): (() => void)[] {
  const { cache } = client
  return [
    listen(client, PostCreatedDocument, ({ postCreated: edge }) => {
      const { author } = edge.node
      // It may have been deleted before this came.
      if (isDeleted({ __ref: cache.identify(edge.node) ?? '' })) return
      addNewPost({ edge, author, inFeed: author.viewerCanEdit || author.viewerIsFollowing })
    }),
    listen(client, PostChangedDocument, () => {}),
    listen(client, PostDeletedDocument, ({ postDeleted: { deletedPostId, author } }) => {
      removePostEverywhere(cache, deletedPostId, author)
      dismiss(({ edge }) => edge.node.id === deletedPostId)
    }),
    listen(client, UserChangedDocument, ({ userChanged: user }) => {
      if (user.viewerCanEdit) updateSessionUser(sessionUserOf(user))
    }),
  ]
}

/** What is the viewer's affair alone. */
function ownUpdates(client: ApolloClient): (() => void)[] {
  const { cache } = client
  return [
    listen(client, BookmarkChangedDocument, ({ bookmarkChanged: { post, bookmarkEdge } }) => {
      if (bookmarkEdge) addToLists(cache, ['bookmarks'], bookmarkEdge)
      else removeFromLists(cache, ['bookmarks'], (row, { readField }) => readField('id', row) === post.id)
    }),
    listen(client, FollowingChangedDocument, ({ followingChanged: user }) => {
      setInFeed(user.id, user.viewerIsFollowing)
      if (user.viewerIsFollowing) refreshLists(client, 'feed').catch(reportError)
      else removeAuthorFromFeed(cache, user.id)
    }),
  ]
}

/** Removes the posts of an author whom the viewer no longer follows from the feed. */
function removeAuthorFromFeed(cache: ApolloCache, userId: string): void {
  const author = cache.identify({ __typename: 'User', id: userId })
  removeFromLists(cache, ['feed'], (post, { readField }) => isReferenceTo(author, readField('author', post)))
}

function isReferenceTo(id: string | undefined, value: unknown): boolean {
  return typeof value === 'object' && value !== null && '__ref' in value && value.__ref === id
}

/** Milliseconds before it is tried again: at first, and at most, doubled with each failure. */
const wait = { first: 500, longest: 30_000 }

/**
 * An event that came with errors is left out, as the backend has reported it; a backend that does not open is told by the
 * page. Where it fails, or the data was lost, it begins again; where it is refused, it ends.
 */
function listen<Data, Variables extends Record<string, never>>(
  client: ApolloClient,
  query: TypedDocumentNode<Data, Variables>,
  hear: (data: Data) => void,
): () => void {
  let refused = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = () =>
    client.subscribe<Data>({ query }).subscribe({
      next: ({ data, error }) => {
        if (data) hear(data)
        const code = refusalIn(error)?.code
        refused = code === 'TOKEN_INVALID' || code === 'NOT_REGISTERED'
        failures = 0
      },
      error: beginAgain,
      complete: () => {
        if (!refused) beginAgain()
      },
    })
  let subscription = begin()
  return () => {
    clearTimeout(timer)
    subscription.unsubscribe()
  }

  function beginAgain(): void {
    timer = setTimeout(
      () => {
        subscription = begin()
      },
      Math.min(wait.longest, wait.first * 2 ** failures),
    )
    failures += 1
  }
}
