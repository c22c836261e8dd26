import { useApolloClient, useSuspenseQuery } from '@apollo/client/react'
import { useEffect } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { preloadQuery } from '../../apollo/preloadQuery.ts'
import { keepShownResult } from '../../apollo/recentResults.ts'
import { useRetryKey } from '../../apollo/useRetryKey.ts'
import { Likers } from '../../features/posts/Likers.tsx'
import { PostCard } from '../../features/posts/PostCard.tsx'
import { PostListSkeleton } from '../../features/posts/PostListSkeleton.tsx'
import { postSummary, postTitle } from '../../features/posts/postTexts.ts'
import { BackButton, useGoBack } from '../../layout/BackButton.tsx'
import { PageDescription } from '../../layout/PageDescription.tsx'
import { PageHead } from '../../layout/PageHead.tsx'
import { PageSuspense } from '../../layout/PageSuspense.tsx'
import { SuggestionsSlot } from '../../layout/SuggestionsSlot.tsx'
import { Surface } from '../../ui/Surface.tsx'
import { NotFound } from '../notFound/NotFound.tsx'
import listStyles from '../../features/posts/PostList.module.css'
import pageStyles from '../Page.module.css'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { PostPageDocument } from './PostPage.generated.ts'

/**
 * Starts the query of this page.
 * @public `lazyDefault` reads it from the module.
 */
export const startQuery: StartQuery = ({ postId = '' }, sentAt) => preloadQuery(PostPageDocument, { postId }, sentAt)

/** The public page of one post, which the share icon links to (docs/spec-decisions.md, "Screens"). */
export default function PostPage() {
  const { postId = '' } = useParams()
  return (
    <PageSuspense key={postId} fallback={<PostListSkeleton posts={1} />}>
      <Post postId={postId} />
    </PageSuspense>
  )
}

function Post({ postId }: { postId: string }) {
  const { data } = useSuspenseQuery(PostPageDocument, { variables: { postId }, queryKey: useRetryKey() })
  const { post } = data
  const { pathname } = useLocation()
  const goBack = useGoBack('/')
  const { cache } = useApolloClient()
  useEffect(() => keepShownResult(cache, 'post', { id: postId }), [cache, postId])
  if (!post) return <NotFound />

  const leave = () => {
    // The user may have opened another page meanwhile.
    if (location.pathname === pathname) goBack()
  }
  const { author } = post
  const others = author.posts.edges.filter(({ node }) => node.id !== post.id).slice(0, 3)
  const more = `More from ${author.firstName || author.username}`
  return (
    <>
      <PageHead title="Post" documentTitle={postTitle(post)} start={<BackButton fallback="/" />} />
      <PageDescription text={postSummary(post, 200)} />
      <div className={pageStyles.stack}>
        <Surface as="section" aria-label="Post">
          <PostCard post={post} solo onDeleted={leave} />
          <Likers post={post} />
        </Surface>
        {others.length > 0 && (
          <>
            <h2 className={pageStyles.title}>{more}</h2>
            <Surface as="section" aria-label={more} className={listStyles.list}>
              {others.map(({ node }) => (
                <PostCard key={node.id} post={node} />
              ))}
            </Surface>
          </>
        )}
        <SuggestionsSlot layout="shelf" />
      </div>
    </>
  )
}
