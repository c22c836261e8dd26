import { useApolloClient } from '@apollo/client/react'
import { useEffect } from 'react'
import { resumeToggles } from '../apollo/optimisticToggles.ts'
import { followCalls } from '../features/people/useFollow.ts'
import { resumeDeletions } from '../features/posts/deletion/sendDeletion.ts'
import { bookmarkCalls } from '../features/posts/card/useBookmark.ts'
import { likeCalls } from '../features/posts/card/useLike.ts'
import { useSessionScope } from '../session/scope.ts'

/** Sends the toggles and deletions that were pending when their page closed. */
export function ResumedCalls() {
  const client = useApolloClient()
  const scope = useSessionScope()
  useEffect(() => {
    void resumeToggles(scope, 'like', (id) => likeCalls(client, id))
    void resumeToggles(scope, 'bookmark', (id) => bookmarkCalls(scope, id))
    void resumeToggles(scope, 'follow', (id) => followCalls(scope, id))
    void resumeDeletions(scope)
  }, [client, scope])
  return null
}
