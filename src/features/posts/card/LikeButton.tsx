import { Heart } from 'lucide-react'
import { useId } from 'react'
import { fetchQuery, sendMutation, type UnmaskedFragment } from '../../../apollo/calls.ts'
import { clientOf } from '../../../apollo/client.ts'
import { reportToggleFailure } from '../../../apollo/refusedChanges.ts'
import { useToggle, type ToggleCalls } from '../../../apollo/optimisticToggles.ts'
import { useRequireSession } from '../../../session/guards.tsx'
import { useSessionScope, type SessionScope } from '../../../session/sessionScope.ts'
import { formatNumber } from '../../../lib/format.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/images/Icon.tsx'
import styles from './Action.module.css'
import {
  DislikePostDocument,
  LikePostDocument,
  LikeStateDocument,
  type LikeButton_PostFragment,
} from './LikeButton.generated.ts'

/** The like toggle of a post with its count. Asks visitors to log in. */
export function LikeButton({ post }: { post: UnmaskedFragment<LikeButton_PostFragment> }) {
  const { on, delta, toggle } = useToggle(post.viewerHasLiked, likeCalls(useSessionScope(), post.id))
  const requireSession = useRequireSession('Log in to like posts.')
  const count = post.likeCount + delta
  const countId = useId()

  return (
    <button
      type="button"
      className={classes(styles.action, styles.counted, styles.like)}
      aria-label={on ? 'Unlike' : 'Like'}
      data-on={on || undefined}
      aria-describedby={count > 0 ? countId : undefined}
      onClick={requireSession(toggle)}
    >
      <Icon of={Heart} />
      {count > 0 && <span id={countId}>{formatNumber(count)}</span>}
    </button>
  )
}

/** Likes and unlikes a post. Logs failures (spec §8). */
function likeCalls(scope: SessionScope, postId: string): ToggleCalls {
  const client = clientOf(scope)
  return {
    kind: 'like',
    id: postId,
    send: (on) => {
      const variables = { input: { postId } }
      return on
        ? sendMutation(client, LikePostDocument, variables)
        : sendMutation(client, DislikePostDocument, variables)
    },
    onError: reportToggleFailure,
    refetch: () => fetchQuery(client, LikeStateDocument, { postId }),
  }
}
