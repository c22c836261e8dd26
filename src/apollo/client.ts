import {
  ApolloClient,
  ApolloLink,
  InMemoryCache,
  type OperationVariables,
  type TypedDocumentNode,
} from '@apollo/client'
import possibleTypes from '../generated/possibleTypes.ts'
import { lastEventLink, lastEventOf } from './lastEvent.ts'
import { backendLink, sessionLink } from './links.ts'
import { idempotencyKeyLink, retryLink } from './retryLink.ts'
import { cachePolicies } from '../pagedList/cachedLists.ts'
import { openBackend } from '../backend/openBackend.ts'
import { sessionState, type SessionScope } from '../session/sessionScope.ts'
import { currentScope } from '../session/session.ts'
import { followViewer } from './viewer.ts'

/** Returns the client of a session. Each session has its own cache, so that no user sees another's data. */
export const clientOf = sessionState(createClient)

/** Returns the client of the current session, for code outside React. */
export function sessionClient(): ApolloClient {
  return clientOf(currentScope())
}

/**
 * Starts a page's query unless its result is cached. Until it ends, a hook with the same query and variables joins it.
 * Rejects if it fails.
 */
export async function preloadQuery<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  sentAt = performance.now(),
): Promise<void> {
  await sessionClient().query<Data>({ query, variables, context: { sentAt } })
}

function createClient(scope: SessionScope): ApolloClient {
  const { userId, signal } = scope
  const client = new ApolloClient({
    // `retryLink` follows the link of the key, so that each resend has the same key. The links below it run again for each.
    link: ApolloLink.from([
      idempotencyKeyLink,
      retryLink(signal),
      lastEventLink(lastEventOf(scope)),
      sessionLink(scope),
      backendLink,
    ]),
    cache: createCache(),
    devtools: { enabled: import.meta.env.DEV },
  })
  if (!userId) return client
  const viewer = followViewer(userId, client)
  signal.addEventListener('abort', () => {
    viewer.unsubscribe()
    void clearRequestLog()
  })
  return client
}

/** Clears the request log before another user can see it. */
async function clearRequestLog(): Promise<void> {
  // Without a backend there is no log.
  await openBackend().then(
    ({ lab }) => lab.clearRequestLog(),
    () => {},
  )
}

function createCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes: possibleTypes.possibleTypes,
    typePolicies: {
      ...cachePolicies(),
      // Each change is on its own: its records are merged, and nothing reads it from the cache.
      Subscription: { fields: { changes: { merge: false } } },
    },
  })
}
