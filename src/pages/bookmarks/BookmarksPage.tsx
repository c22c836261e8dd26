import { appPages } from '../../../shared/appPages.ts'
import { preloadQuery } from '../../apollo/client.ts'
import { BookmarkList } from '../../features/posts/lists/BookmarkList.tsx'
import { PostListSkeleton } from '../../features/posts/lists/PostListSkeleton.tsx'
import { PageHead } from '../../layout/page/PageHead.tsx'
import { PageSuspense } from '../../layout/page/PageSuspense.tsx'
import { SuggestionsSlot } from '../../layout/SuggestionsSlot.tsx'
import type { StartQuery } from '../../lib/lazyComponent.ts'
import { BookmarksPageDocument } from '../../features/posts/lists/BookmarkList.generated.ts'

export const startQuery: StartQuery = (_params, sentAt) => preloadQuery(BookmarksPageDocument, {}, sentAt)

/** The viewer's bookmarked posts, the latest bookmark first (spec §2). */
export default function BookmarksPage() {
  return (
    <>
      <PageHead title={appPages.bookmarks.title} />
      <PageSuspense fallback={<PostListSkeleton />}>
        <BookmarkList shelf={<SuggestionsSlot layout="shelf" />} />
      </PageSuspense>
    </>
  )
}
