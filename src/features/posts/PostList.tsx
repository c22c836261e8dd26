import type { FragmentType } from '@apollo/client'
import { Fragment, type ReactNode } from 'react'
import { Sheet } from '../../ui/Sheet.tsx'
import { PageEnd } from './PageEnd.tsx'
import { PostCard } from './PostCard.tsx'
import styles from './PostList.module.css'
import type { PostCard_PostFragmentDoc } from './PostCard.generated.ts'

/** A page of posts as every list on screen asks for it. */
interface PostConnection {
  edges: readonly { node: { id: string } & FragmentType<typeof PostCard_PostFragmentDoc> }[]
  pageInfo: { endCursor: string | null; hasNextPage: boolean }
}

interface PostListProps {
  connection: PostConnection
  /** Fetches what comes after this cursor. */
  loadMore: (after: string) => Promise<unknown>
  /** Shown within the list, after so many posts or at its end. */
  slot?: { after: number; content: ReactNode }
  label?: string
}

/** Posts on one sheet, divided by hairlines; the next page is fetched when its end comes near. */
export function PostList({ connection, loadMore, slot, label = 'Posts' }: PostListProps) {
  const { edges, pageInfo } = connection
  const slotAt = slot && Math.min(slot.after, edges.length) - 1

  return (
    <Sheet as="section" className={styles.list} aria-label={label}>
      {edges.map(({ node }, at) => (
        <Fragment key={node.id}>
          <PostCard post={node} />
          {at === slotAt && slot?.content}
        </Fragment>
      ))}
      {pageInfo.hasNextPage && pageInfo.endCursor && <PageEnd cursor={pageInfo.endCursor} loadMore={loadMore} />}
    </Sheet>
  )
}
