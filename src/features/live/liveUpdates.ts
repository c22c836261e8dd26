import type { TypedDocumentNode } from '@apollo/client'
import { concat, defer, merge, retry, switchMap, throwError, timer } from 'rxjs'
import { clientOf } from '../../apollo/client.ts'
import { checkWhileLost } from '../../apollo/connectionCheck.ts'
import { refusalIn } from '../../backend/refusals.ts'
import { reconnectionEvents } from '../../apollo/retryLink.ts'
import { listsOf } from '../../pagedList/lists.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import { tokensOf } from '../../session/token.ts'
import { onNotificationChange } from '../notifications/notifications.ts'
import { onFollowingChange, onUserChange, onUserDeletion } from '../people/userChanges.ts'
import { removeNewPosts, setInFeed } from '../postChanges/newPosts.ts'
import {
  onBookmarkChange,
  onPostChange,
  onPostCreation,
  onPostDeletion,
  onPostRestoration,
  onReplyCreation,
} from '../postChanges/postChanges.ts'
import { ChangesDocument, type ChangesSubscription } from './LiveUpdates.generated.ts'

/**
 * Keeps a client's cache up to date with changes made in other tabs and through `/api`. Apollo Client merges the
 * records; each feature says what else it does with an event. Notices the return of a lost connection. Ends with the
 * session.
 */
export function startLiveUpdates(scope: SessionScope): void {
  const stop = listen(scope, ChangesDocument, (data) => handle(scope, data))
  scope.signal.addEventListener('abort', stop)
  checkWhileLost(scope)
}

/** Clears the cache, and fetches what is on screen again. */
function refetchAll(scope: SessionScope): void {
  const client = clientOf(scope)
  removeNewPosts(scope, () => true)
  listsOf(scope).reset()
  // `resetStore` would cancel queries in flight, and their pages would show an error.
  void client.cache.reset()
  // Failures surface in the pages' queries.
  client.refetchObservableQueries().catch(() => {})
}

function handle(scope: SessionScope, { changes: change }: ChangesSubscription): void {
  switch (change.__typename) {
    case 'PostCreation':
      return onPostCreation(scope, change)
    case 'ReplyCreation':
      return onReplyCreation(scope, change)
    case 'PostChange':
      return onPostChange(scope, change)
    case 'PostDeletion':
      return onPostDeletion(scope, change)
    case 'PostRestoration':
      return onPostRestoration(scope, change)
    case 'BookmarkChange':
      return onBookmarkChange(scope, change)
    case 'UserChange':
      return onUserChange(scope, change)
    case 'UserDeletion':
      return onUserDeletion(scope, change)
    case 'FollowingChange':
      setInFeed(scope, change.user.id, change.user.viewerIsFollowing)
      return onFollowingChange(scope, change)
    case 'NotificationChange':
      return onNotificationChange(scope, change)
    case 'ReactionChange':
      return undefined
  }
}

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 30_000

/**
 * Calls `listener` with each event of a subscription. Reconnects with exponential backoff, and when the connection
 * returns, if the subscription fails or ends, and at once with a new token. Refetches everything if events were
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
    retry({
      delay: (_error, failures) =>
        merge(timer(Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))), reconnectionEvents),
      resetOnSuccess: true,
    }),
  )
  const subscription = tokensOf(scope)
    .pipe(switchMap(() => events))
    .subscribe(({ data, error }) => {
      if (data) listener(data)
      if (refusalIn(error)?.code === 'EVENTS_MISSED') refetchAll(scope)
    })
  return () => subscription.unsubscribe()
}
