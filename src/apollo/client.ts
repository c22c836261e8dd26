import { ApolloClient, ApolloLink, InMemoryCache, type Reference } from '@apollo/client'
import { relayStylePagination, type RelayFieldPolicy } from '@apollo/client/utilities'
import possibleTypes from '../generated/possibleTypes.ts'
import { abortLink, backendLink, sessionLink } from './links.ts'
import { isDeleted } from './listUpdates.ts'
import { currentSession, endSession, type Session } from '../session/session.ts'

let current: { session: Session | null; client: ApolloClient } | undefined

/** The client of the present session. Each session has a client and a cache of its own: nothing of a former member stays. */
export function sessionClient(): ApolloClient {
  const { session } = currentSession()
  if (!current || current.session?.token !== session?.token) {
    current?.client.stop()
    current = { session, client: createClient(session) }
  }
  return current.client
}

function createClient(session: Session | null): ApolloClient {
  const refuse = () => {
    if (currentSession().session?.token === session?.token) endSession('tokenRejected')
  }
  return new ApolloClient({
    link: ApolloLink.from([sessionLink(session, refuse), abortLink, backendLink]),
    cache: createCache(),
    dataMasking: true,
    devtools: { enabled: import.meta.env.DEV },
  })
}

function createCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes: possibleTypes.possibleTypes,
    typePolicies: {
      Query: {
        fields: {
          posts: pagination(['orderBy']),
          feed: pagination(['orderBy']),
          bookmarks: pagination(),
          suggestions: pagination(),
        },
      },
      User: { fields: { posts: pagination(['orderBy']) } },
    },
  })
}

/** A list that was read just before a row was deleted may arrive after that was told: the row is left out. */
function pagination(keyArgs?: string[]): RelayFieldPolicy<Reference> {
  const { merge, ...policy } = relayStylePagination(keyArgs)
  if (typeof merge !== 'function') return policy
  return {
    ...policy,
    merge: (known, incoming, options) => {
      const edges = incoming?.edges?.filter((edge) => !('node' in edge && isDeleted(edge.node)))
      return merge(known, incoming && { ...incoming, ...(edges && { edges }) }, options)
    },
  }
}
