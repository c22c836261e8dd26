import type { ReactNode } from 'react'
import { NavigationType, useNavigationType } from 'react-router-dom'
import type { Connection } from '../../apollo/listPages.ts'
import type { Paging } from '../../apollo/usePagedQuery.ts'
import { PersonRow, PersonRowSkeleton } from '../../features/people/PersonRow.tsx'
import type { PersonRow_UserFragment } from '../../features/people/PersonRow.generated.ts'
import { ListPill } from '../../features/lists/ListPill.tsx'
import { LoadMore } from '../../features/lists/LoadMore.tsx'
import { useSkippedRows } from '../../features/lists/useSkippedRows.ts'
import { savedPosition, savePosition } from '../../session/listPositions.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonBlock } from '../../ui/SkeletonBlock.tsx'
import { WindowedList } from '../../ui/windowedList/WindowedList.tsx'
import styles from './PeopleList.module.css'

interface PeopleConnection {
  edges: readonly { cursor: string; node: PersonRow_UserFragment }[]
  pageInfo: Connection['pageInfo']
}

interface PeopleListProps {
  connection: PeopleConnection
  paging: Paging
  /** Shown in place of the list if it has no rows. */
  empty: ReactNode
}

/** A list of users. Only the rows near the viewport are in the page. Loads more when the user scrolls near the end. */
export function PeopleList({ connection, paging, empty }: PeopleListProps) {
  const { edges, pageInfo } = connection
  // Only Back, Forward and reload restore the position.
  const restoresPosition = useNavigationType() === NavigationType.Pop
  const { skipped, skippedAfter } = paging.countSkipped(connection)
  const { onSkippedRow, failed, retry } = useSkippedRows(paging)
  const setSize = pageInfo.hasNextPage ? -1 : skipped + edges.length
  if (edges.length === 0 && !pageInfo.hasNextPage) return empty

  return (
    <>
      <ListPill onClick={retry}>{failed && 'These people did not load. Try again'}</ListPill>
      <WindowedList
        as="ul"
        data-people=""
        rows={edges}
        keyOf={({ node }) => node.id}
        skipped={skipped}
        skippedAfter={skippedAfter}
        onSkippedRow={onSkippedRow}
        initialPosition={restoresPosition ? savedPosition(paging.key) : undefined}
        onPosition={(position) => savePosition(paging.key, position, paging.segmentsBefore)}
      >
        {({ node }, index) => <PersonRow user={node} position={skipped + index + 1} setSize={setSize} />}
      </WindowedList>
      {pageInfo.hasNextPage && pageInfo.endCursor && skippedAfter === 0 && (
        <LoadMore
          cursor={pageInfo.endCursor}
          loadMore={paging.loadMore}
          rows="people"
          skeleton={
            <>
              <span className="visually-hidden" role="status">
                Loading more people
              </span>
              <PersonRowSkeleton />
            </>
          }
        />
      )}
    </>
  )
}

/** The skeleton of the heading. */
export function PageHeadSkeleton() {
  return (
    <div className={styles.head}>
      <SkeletonBlock width="12rem" height="1.75rem" />
    </div>
  )
}

/** The skeleton of a list of users. */
export function PeopleListSkeleton() {
  return (
    <Skeleton label="Loading people">
      {Array.from({ length: 6 }, (_, index) => (
        <PersonRowSkeleton key={index} />
      ))}
    </Skeleton>
  )
}
