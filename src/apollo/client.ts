import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client'
import possibleTypes from '../generated/possibleTypes.ts'
import { backendLink, sessionLink } from './links.ts'
import { pagedList } from './lists.ts'
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
    link: ApolloLink.from([sessionLink(session, refuse), backendLink]),
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
          posts: pagedList(['orderBy']),
          feed: pagedList(['orderBy']),
          bookmarks: pagedList(),
          suggestions: pagedList(),
        },
      },
      User: { fields: { posts: pagedList(['orderBy']) } },
    },
  })
}
