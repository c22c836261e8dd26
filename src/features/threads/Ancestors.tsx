import { formFor } from '../../lib/format.ts'
import { focusMain, focusWhenShown } from '../../ui/pageFocus.ts'
import { PostCard } from '../posts/card/PostCard.tsx'
import type { Ancestors_PostFragment } from './Ancestors.generated.ts'
import { MoreButton } from './MoreButton.tsx'
import { useOpened } from './opened.ts'
import styles from './Thread.module.css'
import { Tombstone } from './Tombstone.tsx'

/** Of a longer chain, the first and the last two posts are shown. */
const MAX_SHOWN = 3

/** The posts that a reply answers, from the first one to its parent. */
export function Ancestors({ post: { id, ancestors } }: { post: Ancestors_PostFragment }) {
  const [isOpen, open] = useOpened(`above ${id}`)
  const hidden = isOpen || ancestors.length <= MAX_SHOWN ? [] : ancestors.slice(1, -2)
  const show = () => {
    const first = hidden.find(({ __typename }) => __typename === 'Post')
    if (first) focusWhenShown(first.id)
    else focusMain()
    open()
  }

  return ancestors.map((item, index) => {
    const isHidden = hidden.includes(item)
    if (isHidden && index > 1) return null
    return (
      <div key={item.id} className={styles.above}>
        {isHidden ? (
          <MoreButton onClick={show}>
            Show {hidden.length} earlier {formFor(hidden.length, 'post')}
          </MoreButton>
        ) : item.__typename === 'Post' ? (
          <PostCard post={item} thread="ancestor" />
        ) : (
          <Tombstone reason={item.reason} />
        )}
      </div>
    )
  })
}
