import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { preloadQuery } from '../../apollo/client.ts'
import { useListState, usePagedQuery } from '../../pagedList/usePagedQuery.ts'
import { fullName } from '../../features/people/userLinks.ts'
import { BackButton } from '../../layout/page/BackButton.tsx'
import { PageHead } from '../../layout/page/PageHead.tsx'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import { PageTitle } from '../../layout/page/PageTitle.tsx'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Surface } from '../../ui/Surface.tsx'
import { NotFound } from '../notFound/NotFound.tsx'
import { LikesDocument } from './People.generated.ts'
import { PeopleList, PeopleListSkeleton } from '../../features/people/PeopleList.tsx'
import styles from '../../features/people/PeopleList.module.css'

export const startQuery: StartQuery = ({ postId = '' }, sentAt) => preloadQuery(LikesDocument, { postId }, sentAt)

/** The users who like a post, the latest first. Public, as the post itself. */
export default function LikesPage() {
  const { postId = '' } = useParams()
  const [isMissing, setMissing] = useState(false)
  return (
    <>
      {!isMissing && (
        <PageHead title="Likes" documentTitle={null} start={<BackButton fallback={`/post/${postId}`} />} />
      )}
      <PageSuspense
        fallback={
          <>
            <PageTitle>Likes</PageTitle>
            <Surface className={styles.sheet}>
              <PeopleListSkeleton />
            </Surface>
          </>
        }
      >
        <Likes key={postId} postId={postId} onMissing={setMissing} />
      </PageSuspense>
    </>
  )
}

function Likes({ postId, onMissing }: { postId: string; onMissing: (isMissing: boolean) => void }) {
  const { data, isEmpty, paging } = usePagedQuery({
    name: 'likedBy',
    document: LikesDocument,
    variables: { postId },
    connectionOf: ({ post }) => post?.likedBy,
    ofId: postId,
  })
  const { post } = data
  const { count: named, endCursor } = useListState(paging)
  const withoutNames = useLikesWithoutNames(named, post?.likeCount ?? 0)
  if (!post) return <NotFound onMissing={onMissing} />

  const hasLikesWithoutNames = endCursor === null && withoutNames > 0
  return (
    <>
      <PageTitle>{`People who like a post by ${fullName(post.author)}`}</PageTitle>
      <Surface as="section" className={styles.sheet} aria-label="Likes">
        {isEmpty ? (
          <EmptyState
            bare
            art="/art/empty-thread.svg"
            title={hasLikesWithoutNames ? 'No names to show' : 'No likes yet'}
          >
            {hasLikesWithoutNames
              ? 'This sample post came with its likes, but not with the people who gave them.'
              : 'People who like this post will show up here.'}
          </EmptyState>
        ) : (
          <PeopleList paging={paging} />
        )}
        {hasLikesWithoutNames && !isEmpty && (
          <p className={styles.note}>This sample post came with its other likes, without names.</p>
        )}
      </Surface>
    </>
  )
}

/**
 * Returns how many likes have no names: the fewest seen so far. A like is counted before it is named, and only samples have
 * likes that never are.
 */
function useLikesWithoutNames(named: number, likeCount: number): number {
  const [fewest, setFewest] = useState(likeCount - named)
  const now = likeCount - named
  if (now < fewest) setFewest(now)
  return Math.min(now, fewest)
}
