import type { ApolloClient } from '@apollo/client'
import { reportError } from '../../apollo/errors.ts'
import { allDrafts, draftId, setPostDeleted } from '../drafts/drafts.ts'
import { postExists } from '../posts/postExists.ts'

/** The drafts whose posts each session has looked up: its live updates report later deletions. */
const checkedDrafts = new WeakMap<ApolloClient, Set<string>>()

/** Marks the drafts of edits whose posts were deleted while no page of Weft was open. */
export function markDeletedEdits(client: ApolloClient): void {
  const checked = checkedDrafts.get(client) ?? new Set<string>()
  checkedDrafts.set(client, checked)
  const start = draftId('edit:')
  for (const id of allDrafts().keys()) {
    if (!id.startsWith(start) || checked.has(id)) continue
    const postId = id.slice(start.length)
    checked.add(id)
    postExists(client, postId)
      .then((exists) => (exists ? undefined : setPostDeleted(postId, true)))
      .catch((error: unknown) => {
        checked.delete(id)
        reportError(error)
      })
  }
}
