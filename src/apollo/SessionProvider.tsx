import { ApolloProvider } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { SessionScopeContext } from '../session/sessionScope.ts'
import { useSessionState } from '../session/session.ts'
import { clientOf } from './client.ts'

/** Gives components the scope and the client of the current session. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const { session, scope } = useSessionState()
  return (
    // A change of user remounts the page and so discards the previous user's unfinished input.
    <SessionScopeContext key={session?.user._id} value={scope}>
      <ApolloProvider client={clientOf(scope)}>{children}</ApolloProvider>
    </SessionScopeContext>
  )
}
