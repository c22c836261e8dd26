import type { FragmentType } from '@apollo/client'
import { useSuspenseFragment } from '@apollo/client/react'
import { useRequireSession } from '../../session/guards.tsx'
import { Button } from '../../ui/Button.tsx'
import { FollowButton_UserFragmentDoc } from './FollowButton.generated.ts'
import { useFollow } from './useFollow.ts'

interface FollowButtonProps {
  user: FragmentType<typeof FollowButton_UserFragmentDoc>
  size?: 'sm' | 'md'
  /** Adds the username to the accessible name, for lists of users. */
  listed?: boolean
}

/** The follow toggle of a user. Asks visitors to log in. */
export function FollowButton({ user, size = 'sm', listed = false }: FollowButtonProps) {
  const { data } = useSuspenseFragment({ fragment: FollowButton_UserFragmentDoc, from: user })
  const { on, press } = useFollow(data)
  const requireSession = useRequireSession()
  const label = on ? 'Unfollow' : 'Follow'

  return (
    <Button
      size={size}
      variant={on ? 'unfollow' : 'soft'}
      aria-label={listed ? `${label} @${data.username}` : undefined}
      onClick={requireSession(press)}
    >
      {label}
    </Button>
  )
}
