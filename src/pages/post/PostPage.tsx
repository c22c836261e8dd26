import { useSuspenseQuery } from '@apollo/client/react'
import { useId, useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { preloadQuery } from '../../apollo/client.ts'
import { usePendingValue } from '../../apollo/optimisticToggles.ts'
import { useAttempt } from '../../ui/ErrorBoundary.tsx'
import { profilePath, shortName } from '../../features/people/userLinks.ts'
import { Likers } from '../../features/posts/card/Likers.tsx'
import { PostCard } from '../../features/posts/card/PostCard.tsx'
import { PostListSkeleton } from '../../features/posts/lists/PostListSkeleton.tsx'
import { postSummary, postTitle } from '../../features/texts/postTexts.ts'
import { BackButton, useGoBack } from '../../layout/page/BackButton.tsx'
import { PageDescription } from '../../layout/page/PageDescription.tsx'
import { PageHead } from '../../layout/page/PageHead.tsx'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import { SuggestionsSlot } from '../../layout/SuggestionsSlot.tsx'
import { Surface } from '../../ui/Surface.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { NotFound } from '../notFound/NotFound.tsx'
import listStyles from '../../features/posts/lists/PostList.module.css'
import pageStyles from '../Page.module.css'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { PostPageDocument } from './PostPage.generated.ts'

/**
 * Starts the query of this page.
 * @public `lazyDefault` reads it from the module.
 */
export const startQuery: StartQuery = ({ postId = '' }, sentAt) => preloadQuery(PostPageDocument, { postId }, sentAt)

/** How many other posts of the author are shown. The query reads one more, because this post may be among them. */
const MAX_OTHER_POSTS = 3

/** The public page of one post, which the share icon links to (docs/spec-decisions.md, "Screens"). */
export default function PostPage() {
  const { postId = '' } = useParams()
  const [isMissing, setMissing] = useState(false)
  return (
    <>
      {!isMissing && <PageHead title="Post" documentTitle={null} start={<BackButton fallback="/" />} />}
      <PageSuspense
        fallback={
          <>
            <title>Post · Weft</title>
            <PostListSkeleton posts={1} />
          </>
        }
      >
        <Post postId={postId} onMissing={setMissing} />
      </PageSuspense>
    </>
  )
}

function Post({ postId, onMissing }: { postId: string; onMissing: (isMissing: boolean) => void }) {
  const { data } = useSuspenseQuery(PostPageDocument, { variables: { postId }, queryKey: useAttempt().queryKey })
  const { post } = data
  const othersId = useId()
  const { pathname } = useLocation()
  const goBack = useGoBack('/')
  const isDeleting = usePendingValue('deletion', postId) ?? false
  const [wasDeletedHere, setDeletedHere] = useState(false)
  if (isDeleting && !wasDeletedHere) setDeletedHere(true)
  // The page before opens.
  if (!post) return wasDeletedHere ? null : <NotFound onMissing={onMissing} />

  const leave = () => {
    // The user may have opened another page meanwhile.
    if (location.pathname === pathname) goBack()
  }
  const { author } = post
  const others = author.posts.edges.filter(({ node }) => node.id !== post.id).slice(0, MAX_OTHER_POSTS)
  return (
    <>
      <title>{postTitle(post)}</title>
      <PageDescription text={postSummary(post, 200)} />
      <div className={pageStyles.stack}>
        <Surface as="section" aria-label="Post">
          <PostCard post={post} solo onDeleted={leave} />
          <Likers post={post} />
        </Surface>
        {others.length > 0 && (
          <>
            <h2 id={othersId} className={pageStyles.title}>
              More from <TextLink to={profilePath(author)}>{shortName(author)}</TextLink>
            </h2>
            <Surface as="section" aria-labelledby={othersId} className={listStyles.list}>
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
