import type { ApolloClient } from '@apollo/client'
import { reportError } from '../../apollo/errors.ts'
import { draftId, editedPostIds, setPostDeleted } from '../drafts/drafts.ts'
import { LikeStateDocument } from '../posts/LikeButton.generated.ts'

/** The drafts whose posts were looked up since the page was opened: live updates report later deletions. */
const checked = new Set<string>()

/** Marks the drafts of edits whose posts were deleted while no page of Weft was open. */
export function markDeletedEdits(client: ApolloClient): void {
  for (const postId of editedPostIds()) {
    const id = draftId(`edit:${postId}`)
    if (checked.has(id)) continue
    checked.add(id)
    // Any query of the post would do.
    client
      .query({ query: LikeStateDocument, variables: { postId }, fetchPolicy: 'network-only' })
      .then(({ data }) => data?.post === null && setPostDeleted(postId, true))
      .catch((error: unknown) => {
        checked.delete(id)
        reportError(error)
      })
  }
}
