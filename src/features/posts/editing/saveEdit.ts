import { fetchQuery, sendMutation } from '../../../apollo/calls.ts'
import { clientOf } from '../../../apollo/client.ts'
import { needsRefetch } from '../../../apollo/refusedChanges.ts'
import { refusalIn, serverRefusalIn } from '../../../backend/refusals.ts'
import { reportError } from '../../../lib/reportError.ts'
import type { EditPostInput } from '../../../generated/types.ts'
import { listsOf } from '../../../pagedList/lists.ts'
import type { SessionScope } from '../../../session/sessionScope.ts'
import { readDraft, setPostDeleted, updateDraft } from '../../drafts/draftStore.ts'
import { sendDraft, type SendFailure } from '../../drafts/sendDraft.ts'
import { reportUnshown } from '../../drafts/shownForms.ts'
import {
  EditedPostDocument,
  EditPost_PostFragmentDoc,
  EditPostDocument,
  type EditPost_PostFragment,
} from './EditPost.generated.ts'

/** Saves an edit: stores the request in its draft, and sends it. */
export function submitEdit(scope: SessionScope, id: string, input: EditPostInput): void {
  updateDraft('edit', id, (draft) => {
    const { request } = draft
    return { ...draft, request: { ...request, input: { ...input, idempotencyKey: request.key } } }
  })
  void saveEdit(scope, id)
}

/**
 * Sends the edit of a draft with the request that it has. The form has closed meanwhile, and the cache shows the edit. A
 * failure is logged (spec §8), and the form opens again.
 */
export async function saveEdit(scope: SessionScope, id: string): Promise<void> {
  const { input } = readDraft('edit', id)?.request ?? {}
  if (!input) return
  const client = clientOf(scope)
  const handleError = async (failure: unknown): Promise<SendFailure> => {
    reportError(failure)
    const { postId } = input
    if (refusalIn(failure)?.code === 'POST_NOT_FOUND') {
      setPostDeleted(scope, postId, true)
      return { message: 'This post was deleted.' }
    }
    // The edit may have been made all the same: the form then has no change, and closes.
    if (needsRefetch(failure)) await fetchQuery(client, EditedPostDocument, { postId }).catch(reportError)
    const refusal = serverRefusalIn(failure)
    if (refusal) reportUnshown(scope, id, `Your edit was not saved. ${refusal}`)
    return { message: refusal ?? 'Not saved.' }
  }
  const send = (firstSentAt: number) => {
    const post = client.cache.readFragment({ fragment: EditPost_PostFragmentDoc, id: `Post:${input.postId}` })
    const optimisticResponse = post && {
      editPost: { __typename: 'EditPostPayload' as const, post: withEdit(post, input) },
    }
    // The edit can change tags.
    return listsOf(scope).outdateAndSend(['postsByTag'], () =>
      sendMutation(client, EditPostDocument, { input }, undefined, { optimisticResponse, firstSentAt }),
    )
  }
  await sendDraft(scope, id, { send, handleError })
}

/** Returns the post as the edit makes it. */
function withEdit<Post extends EditPost_PostFragment>(post: Post, { content, media }: EditPostInput): Post {
  const { url = '', type = 'IMAGE', width = null, height = null, alt = null } = media ?? {}
  const changed = media && ({ __typename: 'Media', url, type, width, height, alt: alt ?? '' } as const)
  return { ...post, content: content ?? post.content, ...(changed !== undefined && { media: changed }) }
}
