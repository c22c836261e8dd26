import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { foldedTag } from '../../../shared/tags.ts'
import { preloadQuery } from '../../apollo/preloadQuery.ts'
import { usePagedQuery } from '../../apollo/usePagedQuery.ts'
import { PostList } from '../../features/posts/PostList.tsx'
import { PostListSkeleton } from '../../features/posts/PostListSkeleton.tsx'
import { currentSort, SortSelect, useSort } from '../../features/posts/SortSelect.tsx'
import type { PostOrder } from '../../generated/types.ts'
import { BackButton } from '../../layout/BackButton.tsx'
import { PageHead } from '../../layout/PageHead.tsx'
import { PageSuspense } from '../../layout/PageSuspense.tsx'
import { SuggestionsSlot } from '../../layout/SuggestionsSlot.tsx'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { formatNumber } from '../../lib/formatNumber.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import styles from '../Page.module.css'
import { TagPageDocument } from './TagPage.generated.ts'

/**
 * Starts the query of this page.
 * @public `lazyDefault` reads it from the module.
 */
export const startQuery: StartQuery = ({ tag = '' }, sentAt) =>
  preloadQuery(TagPageDocument, { tag: foldedTag(tag), orderBy: currentSort() }, sentAt)

/** The posts with a tag, which its links lead to. */
export default function TagPage() {
  const { tag: typed = '' } = useParams()
  const tag = foldedTag(typed)
  return <Tag key={tag} tag={tag} />
}

function Tag({ tag }: { tag: string }) {
  const orderBy = useSort()
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
        note={count ? `${formatNumber(count)} ${count === 1 ? 'post' : 'posts'}` : ''}
      >
        <SortSelect />
      </PageHead>
      <PageSuspense key={orderBy} fallback={<PostListSkeleton />}>
        <Posts tag={tag} orderBy={orderBy} onCount={setCount} />
      </PageSuspense>
    </>
  )
}

interface PostsProps {
  tag: string
  orderBy: PostOrder
  onCount: (count: number | null) => void
}

function Posts({ tag, orderBy, onCount }: PostsProps) {
  const { data, paging } = usePagedQuery({
    name: 'postsByTag',
    query: TagPageDocument,
    variables: { tag, orderBy },
    connectionOf: ({ postsByTag }) => postsByTag,
  })
  const { edges, totalCount } = data.postsByTag
  useEffect(() => onCount(totalCount), [onCount, totalCount])

  return edges.length > 0 ? (
    <PostList
      connection={data.postsByTag}
      paging={paging}
      slot={{ after: 2, content: <SuggestionsSlot layout="shelf" inFeed /> }}
    />
  ) : (
    <EmptyState art="/art/empty-post.svg" title={`No posts with #${tag}`}>
      When someone writes it in a post, the post will show up here.
    </EmptyState>
  )
}
