import type { ApolloClient } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { messagesOf, refusalIn } from '../../apollo/errors.ts'
import { sessionUserOf, updateSessionUser } from '../../session/session.ts'
import { useToggle, type Toggle } from '../../apollo/useToggle.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { FollowUserDocument, UnfollowUserDocument } from './FollowButton.generated.ts'

/** Follows a member and takes it back. What that means for the feed is said by `followingChanged` (frame/live). */
export function useFollow(user: { id: string; viewerIsFollowing: boolean }): Toggle {
  const client = useApolloClient()
  return useToggle(`follow ${user.id}`, user.viewerIsFollowing, async (on) => {
    try {
      await (on ? follow(client, user.id) : unfollow(client, user.id))
      return true
    } catch (error) {
      tell(error, on)
      return false
    }
  })
}

async function follow(client: ApolloClient, userId: string): Promise<void> {
  const { data } = await client.mutate({ mutation: FollowUserDocument, variables: { input: { userId } } })
  if (data) updateSessionUser(sessionUserOf(data.followUser.viewer))
}

async function unfollow(client: ApolloClient, userId: string): Promise<void> {
  const { data } = await client.mutate({ mutation: UnfollowUserDocument, variables: { input: { userId } } })
  if (data) updateSessionUser(sessionUserOf(data.unfollowUser.viewer))
}

/** Spec §8, "Client reactions". */
function tell(error: unknown, following: boolean): void {
  const status = refusalIn(error)?.status
  if (status === 400 || status === 404) {
    if (following) toast.warning(`That did not work: the server answered with status code ${status}.`)
    else for (const message of messagesOf(error)) toast.warning(message)
    return
  }
  console.error(error)
  for (const message of messagesOf(error)) toast.error(message)
}
