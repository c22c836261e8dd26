import { ApolloClient, ApolloLink, InMemoryCache, type DocumentNode } from '@apollo/client'
import possibleTypes from '../generated/possibleTypes.ts'
import { fetchQuery } from './calls.ts'
import { deletedRowsLink } from './deletedRows.ts'
import { backendLink, sessionLink } from './links.ts'
import { deletable, pagedList } from '../pagedList/cachedLists.ts'
import { openBackend, replacements } from '../backend/openBackend.ts'
import { currentScope, sessionState, type SessionScope } from '../session/scope.ts'
import {
  correctSessionUser,
  currentSession,
  endSession,
  isOtherUsersToken,
  sessionUserOf,
  type Session,
} from '../session/session.ts'
import { tokenRenewed } from '../session/tokenRenewal.ts'
import { ViewerDocument } from './Viewer.generated.ts'

/** Returns the client of a session. Each session has its own cache, so that no user sees another's data. */
export const clientOf = sessionState(createClient)

/** Returns the client of the current session, for code outside React. */
export function sessionClient(): ApolloClient {
  return clientOf(currentScope())
}

/** The value of `replacements` before the first query of a session. */
export const replacementsAtStart = sessionState(() => replacements.get())

function createClient(scope: SessionScope): ApolloClient {
  const { session, signal } = scope
  replacementsAtStart(scope)
  const onTokenRejected = async () => {
    await tokenRenewed(scope)
    if (!signal.aborted) endSession('tokenRejected')
  }
  signal.addEventListener('abort', () => void prepareBackend(session))
  const client = new ApolloClient({
    link: ApolloLink.from([deletedRowsLink, sessionLink(session, onTokenRejected), backendLink]),
    cache: createCache(),
    devtools: { enabled: import.meta.env.DEV },
  })
  if (session && isOtherUsersToken(session)) void loadUserOfToken(client, session)
  return client
}

/** Keeps the events for the session that follows, and clears the request log before another user can see it. */
async function prepareBackend(former: Session | null): Promise<void> {
  try {
    const { keepEvents, clearRequestLog } = await openBackend()
    keepEvents()
    if (former && former.user._id !== currentSession().session?.user._id) clearRequestLog()
  } catch {
    // Without a backend there are no events and no log.
  }
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

function createCache(): InMemoryCache {
  return new StableDocumentCache({
    possibleTypes: possibleTypes.possibleTypes,
    typePolicies: {
      Query: {
        fields: {
          posts: pagedList(['orderBy']),
          feed: pagedList(['orderBy']),
          postsByTag: pagedList(['tag', 'orderBy']),
          bookmarks: pagedList(),
          suggestions: pagedList(),
          post: deletable,
        },
      },
      User: {
        fields: {
          posts: pagedList(['orderBy', ...connectionKey]),
          followers: pagedList(),
          following: pagedList(),
        },
      },
      Post: {
        fields: { likedBy: pagedList(connectionKey) },
      },
    },
  })
}
