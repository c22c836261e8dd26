import type { FragmentType } from '@apollo/client'
import { Fragment, type ReactNode } from 'react'
import { Surface } from '../../ui/Surface.tsx'
import { PageEnd } from './PageEnd.tsx'
import { PostCard } from './PostCard.tsx'
import styles from './PostList.module.css'
import type { PostCard_PostFragmentDoc } from './PostCard.generated.ts'

/** The selection that every list of posts makes. */
interface PostConnection {
  edges: readonly { node: { id: string } & FragmentType<typeof PostCard_PostFragmentDoc> }[]
  pageInfo: { endCursor: string | null; hasNextPage: boolean }
}

interface PostListProps {
  connection: PostConnection
  /** Loads the page after this cursor. */
  loadMore: (after: string) => Promise<unknown>
  /** Content between posts: after this many of them, or at the end of a shorter list. */
  slot?: { after: number; content: ReactNode }
  label?: string
}

/** Posts on one sheet. Loads the next page when the user scrolls near the end. */
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
      {pageInfo.hasNextPage && pageInfo.endCursor && <PageEnd cursor={pageInfo.endCursor} loadMore={loadMore} />}
    </Surface>
  )
}
