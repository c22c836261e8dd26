import type { Ref } from 'react'
import { fetchQuery, sendMutation, type UnmaskedFragment } from '../../apollo/calls.ts'
import { clientOf } from '../../apollo/client.ts'
import { messagesOf, refusalIn } from '../../backend/refusals.ts'
import { reportError } from '../../lib/reportError.ts'
import { useToggle, type Toggle, type ToggleCalls } from '../../apollo/optimisticToggles.ts'
import { listsOf } from '../../pagedList/lists.ts'
import { changeFollowLists } from './followLists.ts'
import { useRequireSession } from '../../session/guards.tsx'
import { useSessionScope, type SessionScope } from '../../session/sessionScope.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import {
  FollowStateDocument,
  FollowUserDocument,
  UnfollowUserDocument,
  type FollowButton_UserFragment,
} from './FollowButton.generated.ts'

interface FollowButtonProps {
  ref?: Ref<HTMLButtonElement>
  user: UnmaskedFragment<FollowButton_UserFragment>
  size?: 'sm' | 'md'
  /** Adds the username to the accessible name, for lists of users. */
  listed?: boolean
  /** Makes the button of a followed user inconspicuous, for places that repeat it. */
  quiet?: boolean
}

/** The follow toggle of a user. Asks visitors to log in. */
export function FollowButton({ ref, user, size = 'sm', listed = false, quiet = false }: FollowButtonProps) {
  const { on, toggle } = useFollow(user)
  const requireSession = useRequireSession('Log in to follow people.')
  const label = on ? 'Unfollow' : 'Follow'

  return (
    <Button
      ref={ref}
      size={size}
      variant={!on ? 'soft' : quiet ? 'quiet' : 'unfollow'}
      aria-label={listed ? `${label} @${user.username}` : undefined}
      onClick={requireSession(toggle)}
    >
      {label}
    </Button>
  )
}

/** Returns the follow toggle of a user, also for the count of followers. */
export function useFollow(user: { id: string; viewerIsFollowing: boolean }): Toggle {
  return useToggle(user.viewerIsFollowing, followCalls(useSessionScope(), user.id))
}

/** Follows and unfollows a user. Live updates refresh the feed. */
function followCalls(scope: SessionScope, userId: string): ToggleCalls {
  const client = clientOf(scope)
  return {
    kind: 'follow',
    id: userId,
    send: async (on) => {
      const variables = { input: { userId } }
      if (on) await sendMutation(client, FollowUserDocument, variables)
      else await sendMutation(client, UnfollowUserDocument, variables)
      changeFollowLists(scope, on)
    },
    onError: showFailure,
    refetch: () =>
      Promise.all([
        fetchQuery(client, FollowStateDocument, { userId }),
        listsOf(scope).refetch(({ name }) => name === 'feed'),
      ]),
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
