import { Heart } from 'lucide-react'
import { useId } from 'react'
import type { UnmaskedFragment } from '../../../apollo/fragments.ts'
import { useRequireSession } from '../../../session/guards.tsx'
import { formatNumber } from '../../../lib/formatNumber.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/images/Icon.tsx'
import styles from './Action.module.css'
import type { LikeButton_PostFragment } from './LikeButton.generated.ts'
import { useLike } from './useLike.ts'

/** The like toggle of a post with its count. Asks visitors to log in. */
export function LikeButton({ post }: { post: UnmaskedFragment<LikeButton_PostFragment> }) {
  const { on, delta, press } = useLike(post)
  const requireSession = useRequireSession('like')
  const count = post.likeCount + delta
  const countId = useId()

  return (
    <button
      type="button"
      className={classes(styles.action, styles.like)}
      aria-label={on ? 'Unlike' : 'Like'}
      aria-pressed={on}
      aria-describedby={count > 0 ? countId : undefined}
      onClick={requireSession(press)}
    >
      <Icon of={Heart} />
      {count > 0 && <span id={countId}>{formatNumber(count)}</span>}
    </button>
  )
}
