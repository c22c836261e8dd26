import { Bookmark } from 'lucide-react'
import type { UnmaskedFragment } from '../../../apollo/fragments.ts'
import { useRequireSession } from '../../../session/guards.tsx'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/images/Icon.tsx'
import styles from './Action.module.css'
import type { BookmarkButton_PostFragment } from './BookmarkButton.generated.ts'
import { useBookmark } from './useBookmark.ts'

/** The bookmark toggle of a post. Asks visitors to log in. */
export function BookmarkButton({ post }: { post: UnmaskedFragment<BookmarkButton_PostFragment> }) {
  const { on, press } = useBookmark(post)
  const requireSession = useRequireSession('bookmark')

  return (
    <button
      type="button"
      className={classes(styles.action, styles.bookmark, styles.end)}
      aria-label={on ? 'Remove bookmark' : 'Bookmark'}
      aria-pressed={on}
      onClick={requireSession(press)}
    >
      <Icon of={Bookmark} />
    </button>
  )
}
