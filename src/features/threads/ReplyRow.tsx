import { memo } from 'react'
import { PostCard } from '../posts/card/PostCard.tsx'
import styles from './Thread.module.css'
import { Tombstone } from './Tombstone.tsx'
import { Twigs, type ReplyItem } from './Twigs.tsx'

interface ReplyRowProps {
  item: ReplyItem
  /** The place in the list, from 1. */
  position: number
  /** The length of the list, or -1 if it is unknown. */
  setSize: number
}

/** A reply, or what is left of it, with the first replies to it. */
export const ReplyRow = memo(function ReplyRow({ item, position, setSize }: ReplyRowProps) {
  const hasTwigs = item.replies.edges.length > 0
  return (
    <div role="listitem" aria-posinset={position} aria-setsize={setSize} className={styles.row}>
      <div className={hasTwigs ? styles.trunk : undefined}>
        {item.__typename === 'Post' ? (
          <PostCard post={item} thread={hasTwigs ? 'trunk' : 'reply'} />
        ) : (
          <Tombstone reason={item.reason} />
        )}
      </div>
      {hasTwigs && <Twigs item={item} />}
    </div>
  )
})
