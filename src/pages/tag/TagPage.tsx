import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { foldedTag } from '../../../shared/tags.ts'
import { preloadQuery } from '../../apollo/client.ts'
import { usePagedQuery } from '../../pagedList/usePagedQuery.ts'
import { PostList } from '../../features/posts/lists/PostList.tsx'
import { PostListSkeleton } from '../../features/posts/lists/PostListSkeleton.tsx'
import { preferences, usePreferences } from '../../ui/preferences/preferences.ts'
import { SortSelect } from '../../features/posts/lists/SortSelect.tsx'
import type { PostOrder } from '../../generated/types.ts'
import { BackButton } from '../../layout/page/BackButton.tsx'
import { PageBoundary } from '../../layout/page/PageBoundary.tsx'
import { PageHead } from '../../layout/page/PageHead.tsx'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import { SuggestionsSlot } from '../../layout/SuggestionsSlot.tsx'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { formatCount } from '../../lib/format.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from '../Page.module.css'
import { TagPageDocument } from './TagPage.generated.ts'

/**
 * Starts the query of this page.
 * @public `lazyDefault` reads it from the module.
 */
export const startQuery: StartQuery = ({ tag = '' }, sentAt) =>
  preloadQuery(TagPageDocument, { tag: foldedTag(tag), orderBy: preferences.get().tagSort }, sentAt)

/** The posts with a tag, which its links lead to. */
export default function TagPage() {
  const { tag: typed = '' } = useParams()
  const tag = foldedTag(typed)
  return <Tag key={tag} tag={tag} />
}

function Tag({ tag }: { tag: string }) {
  const orderBy = usePreferences().tagSort
  const { cache } = useApolloClient()
  // A page that was open before has its count at once: the heading must not grow after the list has restored its position.
  const [count, setCount] = useState(
    () => cache.readQuery({ query: TagPageDocument, variables: { tag, orderBy } })?.postsByTag.totalCount ?? null,
  )
  return (
    <>
      <PageHead
        title={`#${tag}`}
        heading={
          <>
            <span className={styles.hash}>#</span>
            {tag}
          </>
        }
        start={<BackButton fallback="/explore" />}
        note={count ? formatCount(count, 'post') : ''}
      >
        <SortSelect preference="tagSort" />
      </PageHead>
      <PageBoundary key={orderBy} scope="posts">
        <PageSuspense fallback={<PostListSkeleton />}>
          <Posts tag={tag} orderBy={orderBy} onCount={setCount} />
        </PageSuspense>
      </PageBoundary>
    </>
  )
}

interface PostsProps {
  tag: string
  orderBy: PostOrder
  onCount: (count: number | null) => void
}

function Posts({ tag, orderBy, onCount }: PostsProps) {
  const { data, isEmpty, paging } = usePagedQuery({
    name: 'postsByTag',
    document: TagPageDocument,
    variables: { tag, orderBy },
    connectionOf: ({ postsByTag }) => postsByTag,
  })
  const { totalCount } = data.postsByTag
  useEffect(() => onCount(totalCount), [onCount, totalCount])

  return !isEmpty ? (
    <PostList paging={paging} slot={{ before: 3, content: <SuggestionsSlot layout="shelf" inFeed /> }} />
  ) : (
    <EmptyState art="/art/empty-post.svg" title={`No posts with #${tag}`}>
      When someone writes it in a post, the post will show up here.
    </EmptyState>
  )
}
