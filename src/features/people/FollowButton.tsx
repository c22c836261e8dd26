import type { UnmaskedFragment } from '../../apollo/fragments.ts'
import { useRequireSession } from '../../session/guards.tsx'
import { Button } from '../../ui/Button.tsx'
import type { FollowButton_UserFragment } from './FollowButton.generated.ts'
import { useFollow } from './useFollow.ts'

interface FollowButtonProps {
  user: UnmaskedFragment<FollowButton_UserFragment>
  size?: 'sm' | 'md'
  /** Adds the username to the accessible name, for lists of users. */
  listed?: boolean
}

/** The follow toggle of a user. Asks visitors to log in. */
export function FollowButton({ user, size = 'sm', listed = false }: FollowButtonProps) {
  const { on, press } = useFollow(user)
  const requireSession = useRequireSession('follow')
  const label = on ? 'Unfollow' : 'Follow'

  return (
    <Button
      size={size}
      variant={on ? 'unfollow' : 'soft'}
      aria-label={listed ? `${label} @${user.username}` : undefined}
      onClick={requireSession(press)}
    >
      {label}
    </Button>
  )
}
