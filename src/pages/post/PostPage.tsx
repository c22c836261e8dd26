import { useSuspenseQuery } from '@apollo/client/react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import { preloadQuery } from '../../apollo/client.ts'
import { usePendingValue } from '../../apollo/optimisticToggles.ts'
import { useSession } from '../../session/session.ts'
import { useSessionScope } from '../../session/sessionScope.ts'
import { useAttempt } from '../../ui/ErrorBoundary.tsx'
import { Composer } from '../../features/composer/Composer.tsx'
import { draftId, setPostDeleted, useDraft } from '../../features/drafts/draftStore.ts'
import { fullName, profilePath, shortName } from '../../features/people/userLinks.ts'
import { Likers } from '../../features/posts/card/Likers.tsx'
import { PostCard } from '../../features/posts/card/PostCard.tsx'
import { PostListSkeleton } from '../../features/posts/lists/PostListSkeleton.tsx'
import { postSummary, postTitle } from '../../features/texts/postTexts.ts'
import { Ancestors } from '../../features/threads/Ancestors.tsx'
import { LogInToReply } from '../../features/threads/LogInToReply.tsx'
import { Replies } from '../../features/threads/Replies.tsx'
import { RepliesDocument } from '../../features/threads/Replies.generated.ts'
import { Tombstone } from '../../features/threads/Tombstone.tsx'
import threadStyles from '../../features/threads/Thread.module.css'
import { BackButton, useGoBack } from '../../layout/page/BackButton.tsx'
import { PageBoundary } from '../../layout/page/PageBoundary.tsx'
import { PageDescription } from '../../layout/page/PageDescription.tsx'
import { PageHead } from '../../layout/page/PageHead.tsx'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import { PageTitle } from '../../layout/page/PageTitle.tsx'
import { useOpensAt } from '../../layout/page/ScrollRestoration.tsx'
import { SuggestionsSlot } from '../../layout/SuggestionsSlot.tsx'
import { formatNumber } from '../../lib/format.ts'
import { Surface } from '../../ui/Surface.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { NotFound } from '../notFound/NotFound.tsx'
import listStyles from '../../features/posts/lists/PostList.module.css'
import pageStyles from '../Page.module.css'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { PostPageDocument, type PostPageQuery } from './PostPage.generated.ts'

/**
 * Starts the queries of this page.
 * @public `lazyDefault` reads it from the module.
 */
export const startQuery: StartQuery = ({ postId = '' }, sentAt) =>
  Promise.all([
    preloadQuery(PostPageDocument, { postId }, sentAt),
    // The replies have a message of their own.
    preloadQuery(RepliesDocument, { postId }, sentAt).catch(() => {}),
  ])

/** How many other posts of the author are shown. The query reads one more, because this post may be among them. */
const MAX_OTHER_POSTS = 3

/** The public page of a post: the posts that it answers, the post, and the replies (docs/spec-decisions.md, "Screens"). */
export default function PostPage() {
  const { postId = '' } = useParams()
  const [isMissing, setMissing] = useState(false)
  return (
    <>
      {!isMissing && <PageHead title="Post" documentTitle={null} start={<BackButton fallback="/" />} />}
      <PageSuspense
        fallback={
          <>
            <PageTitle>Post</PageTitle>
            <PostListSkeleton posts={1} />
          </>
        }
      >
        <Thread postId={postId} onMissing={setMissing} />
      </PageSuspense>
    </>
  )
}

function Thread({ postId, onMissing }: { postId: string; onMissing: (isMissing: boolean) => void }) {
  const { data } = useSuspenseQuery(PostPageDocument, { variables: { postId }, queryKey: useAttempt().queryKey })
  const { post } = data
  const session = useSession()
  const draft = useReplyDraft(postId, post === null)
  const { pathname } = useLocation()
  const goBack = useGoBack('/')
  const isDeleting = usePendingValue('deletion', postId) ?? false
  const [wasDeletedHere, setDeletedHere] = useState(false)
  if (isDeleting && !wasDeletedHere) setDeletedHere(true)
  const element = useRef<HTMLDivElement>(null)
  useOpensAt(element, post !== null && post.ancestors.length > 0)
  // The page before opens.
  if (!post && wasDeletedHere) return null
  // What the viewer has typed stays.
  const answered = post ? { id: postId, name: fullName(post.author) } : draft?.inReplyTo
  if (!answered) return <NotFound onMissing={onMissing} />

  const leave = () => {
    // The user may have opened another page meanwhile.
    if (location.pathname === pathname) goBack()
  }
  return (
    <>
      <PageTitle namesApp={post !== null}>{post ? postTitle(post) : 'Post'}</PageTitle>
      {post && <PageDescription text={postSummary(post, 200)} />}
      <div className={pageStyles.stack}>
        <Surface as="section" aria-label="Post" className={threadStyles.thread}>
          {post && <Ancestors post={post} />}
          <div ref={element}>
            {post ? (
              <>
                <PostCard post={post} solo onDeleted={leave} />
                <Likers post={post} />
              </>
            ) : (
              <Tombstone reason="DELETED" />
            )}
          </div>
          {session ? <Composer inReplyTo={answered} isParentDeleted={!post} /> : <LogInToReply />}
          {post && post.replyCount > 0 && (
            <h2 className={threadStyles.head}>
              Replies <span className={threadStyles.count}>{formatNumber(post.replyCount)}</span>
            </h2>
          )}
          {post && (
            <PageBoundary scope="replies" bare>
              <PageSuspense fallback={<PostListSkeleton posts={2} rows="replies" bare />}>
                <Replies postId={postId} />
              </PageSuspense>
            </PageBoundary>
          )}
        </Surface>
        {post && !post.isReply && <OtherPosts post={post} />}
        <SuggestionsSlot layout="shelf" />
      </div>
    </>
  )
}

/** Returns the draft of a reply to a post. If the post is deleted, the outbox offers to post its text as a new post. */
function useReplyDraft(postId: string, isDeleted: boolean) {
  const scope = useSessionScope()
  const draft = useDraft('post', draftId(scope, { kind: 'post', inReplyTo: { id: postId, name: '' } }))
  const marks = isDeleted && draft !== undefined
  useEffect(() => {
    if (marks) setPostDeleted(scope, postId, true)
  }, [marks, scope, postId])
  return draft
}

/** The latest other posts of the author. */
function OtherPosts({ post: { id, author } }: { post: NonNullable<PostPageQuery['post']> }) {
  const headingId = useId()
  const others = author.posts.edges.filter(({ node }) => node.id !== id).slice(0, MAX_OTHER_POSTS)
  if (others.length === 0) return null
  return (
    <>
      <h2 id={headingId} className={pageStyles.title}>
        More from <TextLink to={profilePath(author)}>{shortName(author)}</TextLink>
      </h2>
      <Surface as="section" aria-labelledby={headingId} className={listStyles.list}>
        {others.map(({ node }) => (
          <PostCard key={node.id} post={node} />
        ))}
      </Surface>
    </>
  )
}
