import {
  ApolloClient,
  ApolloLink,
  InMemoryCache,
  type DocumentNode,
  type OperationVariables,
  type TypedDocumentNode,
} from '@apollo/client'
import possibleTypes from '../generated/possibleTypes.ts'
import { fetchQuery } from './calls.ts'
import { deletedRowsLink } from './deletedRowsLink.ts'
import { eventOrderLink, lastEventOf } from './eventOrder.ts'
import { backendLink, sessionLink } from './links.ts'
import { idempotencyKeyLink, retryLink } from './retryLink.ts'
import { listPolicy, recordPolicy } from '../pagedList/cachedLists.ts'
import { deletedRecordsOf } from '../pagedList/deletedRecords.ts'
import { openBackend } from '../backend/openBackend.ts'
import { sessionState, type SessionScope } from '../session/sessionScope.ts'
import { correctSessionUser, currentScope, currentSession, sessionUserOf, type Session } from '../session/session.ts'
import { endRefusedSession } from '../session/renewToken.ts'
import { isOtherUsersToken } from '../session/tokenOwner.ts'
import { ViewerDocument } from './Viewer.generated.ts'

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
  const { session, signal } = scope
  signal.addEventListener('abort', () => void clearOthersLog(session))
  const client = new ApolloClient({
    // `retryLink` follows the link of the key, so that each resend has the same key. The links below it run again for each.
    link: ApolloLink.from([
      idempotencyKeyLink,
      retryLink(signal),
      eventOrderLink(lastEventOf(scope)),
      deletedRowsLink,
      sessionLink(session, () => endRefusedSession(scope)),
      backendLink,
    ]),
    cache: createCache(scope),
    devtools: { enabled: import.meta.env.DEV },
  })
  if (session && isOtherUsersToken(session)) void loadUserOfToken(client, session)
  return client
}

/** Clears the request log before another user can see it. */
async function clearOthersLog(former: Session | null): Promise<void> {
  if (!former || former.user._id === currentSession().session?.user._id) return
  // Without a backend there is no log.
  await openBackend().then(
    ({ lab }) => lab.clearRequestLog(),
    () => {},
  )
}

async function loadUserOfToken(client: ApolloClient, session: Session): Promise<void> {
  // If this fails, the stored user stays: it is only displayed, and the backend goes by the token.
  const { viewer } = await fetchQuery(client, ViewerDocument, {}).catch(() => ({ viewer: null }))
  if (viewer) correctSessionUser(session, sessionUserOf(viewer))
}

/**
 * Keeps the transformed copy of each document. `gc({ resetResultCache: true })` drops Apollo's copies, and each list
 * would then be read for the old copy and for a new one.
 */
class StableDocumentCache extends InMemoryCache {
  readonly #documents = new WeakMap<DocumentNode, DocumentNode>()

  override transformDocument(document: DocumentNode): DocumentNode {
    const known = this.#documents.get(document)
    if (known) return known
    const transformed = super.transformDocument(document)
    this.#documents.set(document, transformed)
    return transformed
  }
}

/**
 * Keeps the first rows of a list apart if a document marks them with `@connection(key: …)`. They would replace the paged
 * list otherwise, whenever they are read again.
 */
const connectionKey = ['@connection', ['key']]

function createCache(scope: SessionScope): InMemoryCache {
  const deleted = deletedRecordsOf(scope)
  const list = (...keyArgs: (string | string[])[]) => listPolicy(deleted, keyArgs)
  return new StableDocumentCache({
    possibleTypes: possibleTypes.possibleTypes,
    typePolicies: {
      Query: {
        fields: {
          posts: list('orderBy'),
          feed: list('orderBy'),
          postsByTag: list('tag', 'orderBy'),
          bookmarks: list(),
          suggestions: list(),
          post: recordPolicy(deleted),
        },
      },
      User: {
        fields: {
          posts: list('orderBy', ...connectionKey),
          followers: list(),
          following: list(),
        },
      },
      Post: {
        fields: { likedBy: list(...connectionKey) },
      },
      // Each change is on its own: its records are merged, and nothing reads it from the cache.
      Subscription: { fields: { changes: { merge: false } } },
    },
  })
}
