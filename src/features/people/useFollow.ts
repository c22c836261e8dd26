import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { messagesOf, refusalIn, reportError } from '../../apollo/errors.ts'
import { forgetLists, refreshLists } from '../../apollo/shownLists.ts'
import { sessionUserOf, updateSessionUser } from '../../session/session.ts'
import { useToggle, type Toggle } from '../../apollo/optimisticToggles.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { FollowStateDocument, FollowUserDocument, UnfollowUserDocument } from './FollowButton.generated.ts'

/**
 * Follows and unfollows a user. The subscription `followingChanged` updates the feed. Refetches the user and the feed
 * after a failure that leaves them in doubt.
 */
export function useFollow(user: { id: string; viewerIsFollowing: boolean }): Toggle {
  const client = useApolloClient()
  return useToggle(`follow ${user.id}`, user.viewerIsFollowing, {
    send: async (on) => {
      const refetchOpened = forgetLists(client, ['followers', 'following'])
      // Also after a failure: the change may be stored although its response was lost.
      await (on ? follow(client, user.id) : unfollow(client, user.id)).finally(refetchOpened)
    },
    onError: showFailure,
    refetch: () => refetch(client, user.id),
  })
}

async function refetch(client: ApolloClient, userId: string): Promise<boolean | undefined> {
  const variables = { userId }
  const { data } = await client.query({ query: FollowStateDocument, variables, fetchPolicy: 'network-only' })
  await refreshLists(client, 'feed').catch(reportError)
  return data?.user?.viewerIsFollowing
}

async function follow(client: ApolloClient, userId: string): Promise<void> {
  const { data } = await client.mutate({ mutation: FollowUserDocument, variables: { input: { userId } } })
  if (data) updateSessionUser(sessionUserOf(data.followUser.viewer))
}

async function unfollow(client: ApolloClient, userId: string): Promise<void> {
  const { data } = await client.mutate({ mutation: UnfollowUserDocument, variables: { input: { userId } } })
  if (data) updateSessionUser(sessionUserOf(data.unfollowUser.viewer))
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
