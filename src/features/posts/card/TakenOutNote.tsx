import { useBookmark } from './BookmarkButton.tsx'
import { useFollow } from '../../people/FollowButton.tsx'
import { Button } from '../../../ui/Button.tsx'
import styles from './PostCard.module.css'
import type { PostCard_PostFragment } from './PostCard.generated.ts'

/** In the feed, on a post of a user whom the viewer has just unfollowed. */
export function UnfollowedNote({ author }: { author: PostCard_PostFragment['author'] }) {
  const { on, toggle } = useFollow(author)
  return on ? null : <TakenOutNote text="Unfollowed" onUndo={toggle} />
}

/** In the bookmarks, on a post whose bookmark the viewer has just removed. */
export function UnbookmarkedNote({ post }: { post: PostCard_PostFragment }) {
  const { on, toggle } = useBookmark(post)
  return on ? null : <TakenOutNote text="Bookmark removed" onUndo={toggle} />
}

/** Says that the post has left the list, which shows it until the page is left, and offers to undo that. */
function TakenOutNote({ text, onUndo }: { text: string; onUndo: () => void }) {
  return (
    <div className={styles.takenOut}>
      {text} <span aria-hidden="true">·</span>
      <Button size="sm" variant="quiet" onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}
