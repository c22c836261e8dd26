import { fetchQuery, sendMutation } from '../../apollo/calls.ts'
import { clientOf } from '../../apollo/client.ts'
import { messagesOf, refusalIn, reportError } from '../../apollo/errors.ts'
import { listsOf } from '../../pagedList/lists.ts'
import { sessionUserOf, updateSessionUser } from '../../session/session.ts'
import { useToggle, type Toggle, type ToggleCalls } from '../../apollo/optimisticToggles.ts'
import { useSessionScope, type SessionScope } from '../../session/scope.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { FollowStateDocument, FollowUserDocument, UnfollowUserDocument } from './FollowButton.generated.ts'

/**
 * Follows and unfollows a user. The subscription `followingChanged` updates the feed. Refetches the user and the feed
 * after a failure that leaves them in doubt.
 */
export function useFollow(user: { id: string; viewerIsFollowing: boolean }): Toggle {
  return useToggle(user.viewerIsFollowing, followCalls(useSessionScope(), user.id))
}

export function followCalls(scope: SessionScope, userId: string): ToggleCalls {
  const client = clientOf(scope)
  return {
    kind: 'follow',
    id: userId,
    send: async (on) => {
      const refetchOpened = listsOf(scope).forget(['followers', 'following'])
      const variables = { input: { userId } }
      try {
        const { viewer } = on
          ? (await sendMutation(client, FollowUserDocument, variables)).followUser
          : (await sendMutation(client, UnfollowUserDocument, variables)).unfollowUser
        updateSessionUser(sessionUserOf(viewer))
      } finally {
        // Also after a failure: the change may be stored although its response was lost.
        refetchOpened()
      }
    },
    onError: showFailure,
    refetch: async () => {
      const { user } = await fetchQuery(client, FollowStateDocument, { userId })
      await listsOf(scope).refresh('feed').catch(reportError)
      return user?.viewerIsFollowing
    },
  }
}

/** Reports a failure as spec §8, "Client reactions", requires. */
function showFailure(error: unknown, following: boolean): void {
  const status = refusalIn(error)?.status
  if (status === 400 || status === 404) {
    if (following) toast.warning(`That did not work: the server answered with status code ${status}.`)
    else for (const message of messagesOf(error)) toast.warning(message)
    return
  }
  reportError(error)
  for (const message of messagesOf(error)) toast.error(message)
}
