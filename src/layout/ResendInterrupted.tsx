import { useEffect } from 'react'
import { resumeToggles } from '../apollo/optimisticToggles.ts'
import { resendDrafts } from '../features/composer/resendDrafts.ts'
import { followCalls } from '../features/people/FollowButton.tsx'
import { bookmarkCalls } from '../features/posts/card/BookmarkButton.tsx'
import { likeCalls } from '../features/posts/card/LikeButton.tsx'
import { deletionCalls } from '../features/posts/deletion/useDeletePost.ts'
import { useSessionScope } from '../session/sessionScope.ts'

/** Sends again what was not answered when its page closed: toggles, deletions and drafts. */
export function ResendInterrupted() {
  const scope = useSessionScope()
  useEffect(
    () =>
      resumeToggles(scope, { like: likeCalls, bookmark: bookmarkCalls, follow: followCalls, deletion: deletionCalls }),
    [scope],
  )
  useEffect(() => resendDrafts(scope), [scope])
  return null
}
