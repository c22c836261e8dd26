import { clientOf } from '../../apollo/client.ts'
import { reportError } from '../../apollo/errors.ts'
import { sessionState, type SessionScope } from '../../session/scope.ts'
import { allDrafts, draftId, setPostDeleted } from '../drafts/drafts.ts'
import { postExists } from '../posts/deletion/postExists.ts'

/** The drafts whose posts were looked up: live updates report later deletions. */
const checkedDraftsOf = sessionState(() => new Set<string>())

/** Marks the drafts of edits whose posts were deleted while no page of Weft was open. */
export function markDeletedEdits(scope: SessionScope): void {
  const checked = checkedDraftsOf(scope)
  const start = draftId('edit:')
  for (const id of allDrafts().keys()) {
    if (!id.startsWith(start) || checked.has(id)) continue
    const postId = id.slice(start.length)
    checked.add(id)
    postExists(clientOf(scope), postId)
      .then((exists) => (exists ? undefined : setPostDeleted(postId, true)))
      .catch((error: unknown) => {
        checked.delete(id)
        reportError(error)
      })
  }
}
