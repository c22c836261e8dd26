import { useDeferredValue, type KeyboardEvent, type ReactNode } from 'react'
import type { Connection } from '../../apollo/listPages.ts'
import type { Paging } from '../../apollo/usePagedQuery.ts'
import { savedPosition, savePosition } from '../../session/listPositions.ts'
import { Surface } from '../../ui/Surface.tsx'
import { WindowedList } from '../../ui/windowedList/WindowedList.tsx'
import { ListPill } from '../lists/ListPill.tsx'
import { LoadMore } from '../lists/LoadMore.tsx'
import { PostCard } from './PostCard.tsx'
import styles from './PostList.module.css'
import type { PostCard_PostFragment } from './PostCard.generated.ts'
import { useSkippedRows } from '../lists/useSkippedRows.ts'

/** What every list of posts selects. */
interface PostConnection {
  edges: readonly { cursor: string; node: PostCard_PostFragment }[]
  pageInfo: Connection['pageInfo']
}

/** The posts of the first render, enough for most windows. The others follow in a render that yields to the browser. */
const FIRST_POSTS = 3

interface PostListProps {
  connection: PostConnection
  paging: Paging
  /** Whether the list starts at the position where the user left it. Default: true. */
  restoresPosition?: boolean
  /** Content between the posts: after `after` posts, or at the end of a shorter list. */
  slot?: { after: number; content: ReactNode }
}

/**
 * A feed of posts (ARIA): only the posts near the viewport are in the page, and Page Down and Page Up move between them.
 * Loads the next page when the user scrolls near the end.
 */
export function PostList({ connection, paging, restoresPosition = true, slot }: PostListProps) {
  const { edges, pageInfo } = connection
  const { skipped, skippedAfter } = paging.countSkipped(connection)
  const loaded = skipped + edges.length
  const setSize = pageInfo.hasNextPage ? -1 : loaded
  const { onSkippedRow, failed, retry } = useSkippedRows(paging)
  const initialPosition = restoresPosition ? savedPosition(paging.key) : undefined
  const showsAll = useDeferredValue(true, initialPosition !== undefined || skippedAfter > 0)

  return (
    <div>
      <ListPill onClick={retry}>{failed && 'These posts did not load. Try again'}</ListPill>
      <Surface className={styles.list}>
        <WindowedList
          role="feed"
          aria-label="Posts"
          onKeyDown={moveBetweenPosts}
          rows={showsAll ? edges : edges.slice(0, FIRST_POSTS)}
          keyOf={({ node }) => node.id}
          skipped={skipped}
          skippedAfter={skippedAfter}
          onSkippedRow={onSkippedRow}
          initialPosition={initialPosition}
          onPosition={(position) => savePosition(paging.key, position, paging.segmentsBefore)}
        >
          {({ node }, index) => (
            <div className={styles.row}>
              <PostCard post={node} position={skipped + index + 1} setSize={setSize} />
              {skipped + index + 1 === slot?.after && slot.content}
            </div>
          )}
        </WindowedList>
        {slot && slot.after > loaded && slot.content}
        {showsAll && pageInfo.hasNextPage && pageInfo.endCursor && skippedAfter === 0 && (
          <LoadMore cursor={pageInfo.endCursor} loadMore={paging.loadMore} />
        )}
      </Surface>
    </div>
  )
}

/** Moves the focus to the next or previous post, as the ARIA Authoring Practices describe a feed. */
function moveBetweenPosts(event: KeyboardEvent<HTMLElement>): void {
  const step = { PageDown: 1, PageUp: -1 }[event.key]
  if (!step || !(event.target instanceof Element) || event.target.matches('textarea, video')) return
  const posts = [...event.currentTarget.querySelectorAll<HTMLElement>('article')]
  const target = posts[posts.findIndex((post) => post.contains(document.activeElement)) + step]
  if (!target) return
  event.preventDefault()
  target.focus({ preventScroll: true })
  target.scrollIntoView({ behavior: 'instant' })
}
