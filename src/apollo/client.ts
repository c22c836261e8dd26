import { ApolloClient, ApolloLink, InMemoryCache, type DocumentNode } from '@apollo/client'
import possibleTypes from '../generated/possibleTypes.ts'
import { deletedRowsLink } from './deletedRows.ts'
import { backendLink, sessionLink } from './links.ts'
import { pagedList } from './lists.ts'
import {
  correctSessionUser,
  currentSession,
  endSession,
  isOtherUsersToken,
  sessionUserOf,
  type Session,
} from '../session/session.ts'
import { ViewerDocument } from './Viewer.generated.ts'

/** How many users are named below a post, as in Likers.graphql. */
const NAMED_LIKERS = 3

let current: { session: Session | null; client: ApolloClient } | undefined

/**
 * Returns the client of the current session. Each session has its own cache, so that no user sees another's data.
 * Requests of an earlier session complete, into a cache that nothing reads.
 */
export function sessionClient(): ApolloClient {
  const { session } = currentSession()
  if (!current || current.session?.token !== session?.token) current = { session, client: createClient(session) }
  return current.client
}

function createClient(session: Session | null): ApolloClient {
  const onTokenRejected = () => {
    if (currentSession().session?.token === session?.token) endSession('tokenRejected')
  }
  const client = new ApolloClient({
    link: ApolloLink.from([deletedRowsLink, sessionLink(session, onTokenRejected), backendLink]),
    cache: createCache(),
    devtools: { enabled: import.meta.env.DEV },
  })
  if (session && isOtherUsersToken(session)) void loadUserOfToken(client, session)
  return client
}

async function loadUserOfToken(client: ApolloClient, session: Session): Promise<void> {
  // If this fails, the stored user stays: it is only displayed, and the backend goes by the token.
  const { data } = await client.query({ query: ViewerDocument, errorPolicy: 'all' }).catch(() => ({ data: null }))
  if (data?.viewer) correctSessionUser(session, sessionUserOf(data.viewer))
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
        },
      },
      User: { fields: { posts: pagedList(['orderBy']), followers: pagedList(), following: pagedList() } },
      // The users named below a post are kept apart from the list: each change of the post replaces them.
      Post: {
        fields: { likedBy: { ...pagedList(), keyArgs: (args) => args?.['first'] === NAMED_LIKERS && ['first'] } },
      },
    },
  })
}
