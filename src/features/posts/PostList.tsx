import type { FragmentType } from '@apollo/client'
import { Fragment, type ReactNode } from 'react'
import { Surface } from '../../ui/Surface.tsx'
import { LoadMore } from './LoadMore.tsx'
import { PostCard } from './PostCard.tsx'
import styles from './PostList.module.css'
import type { PostCard_PostFragmentDoc } from './PostCard.generated.ts'

/** What every list of posts selects. */
interface PostConnection {
  edges: readonly { node: { id: string } & FragmentType<typeof PostCard_PostFragmentDoc> }[]
  pageInfo: { endCursor: string | null; hasNextPage: boolean }
}

interface PostListProps {
  connection: PostConnection
  /** Loads the page after a cursor. */
  loadMore: (after: string) => Promise<unknown>
  /** Content between the posts: after `after` posts, or at the end of a shorter list. */
  slot?: { after: number; content: ReactNode }
  label?: string
}

/** A list of posts. Loads the next page when the user scrolls near the end. */
export function PostList({ connection, loadMore, slot, label = 'Posts' }: PostListProps) {
  const { edges, pageInfo } = connection
  const slotAt = slot && Math.min(slot.after, edges.length) - 1

  return (
    <Surface as="section" className={styles.list} aria-label={label}>
      {edges.map(({ node }, index) => (
        <Fragment key={node.id}>
          <PostCard post={node} />
          {index === slotAt && slot?.content}
        </Fragment>
      ))}
      {pageInfo.hasNextPage && pageInfo.endCursor && <LoadMore cursor={pageInfo.endCursor} loadMore={loadMore} />}
    </Surface>
  )
}
