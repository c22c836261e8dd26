import type { FragmentType } from '@apollo/client'
import { useSuspenseFragment } from '@apollo/client/react'
import { Bookmark } from 'lucide-react'
import { useRequireSession } from '../../session/guards.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Action.module.css'
import { BookmarkButton_PostFragmentDoc } from './BookmarkButton.generated.ts'
import { useBookmark } from './useBookmark.ts'

/** The bookmark toggle of a post. Asks visitors to log in. */
export function BookmarkButton({ post }: { post: FragmentType<typeof BookmarkButton_PostFragmentDoc> }) {
  const { data } = useSuspenseFragment({ fragment: BookmarkButton_PostFragmentDoc, from: post })
  const { on, press } = useBookmark(data)
  const requireSession = useRequireSession()

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
