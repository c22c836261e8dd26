import type { ApolloClient } from '@apollo/client'
import { sessionUserOf, updateSessionUser } from '../session/session.ts'
import { SessionUserFragmentDoc } from '../session/SessionUser.generated.ts'

/**
 * Keeps the user of the session in step with the viewer in the cache: the only place that does. Whatever merges another
 * name or picture of the viewer, such as a payload or an event, also changes the navigation and `localStorage`. Returns
 * the subscription.
 */
export function followViewer(userId: string, client: ApolloClient): { unsubscribe: () => void } {
  return client
    .watchFragment({
      fragment: SessionUserFragmentDoc,
      fragmentName: 'SessionUser',
      from: { __typename: 'User', id: userId },
    })
    .subscribe(({ data, dataState }) => {
      if (dataState === 'complete') updateSessionUser(sessionUserOf(data))
    })
}
