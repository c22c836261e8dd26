import { fetchQuery, sendMutation } from '../../../apollo/calls.ts'
import { clientOf } from '../../../apollo/client.ts'
import { needsRefetch } from '../../../apollo/refusedChanges.ts'
import { refusalIn, serverRefusalIn } from '../../../backend/refusals.ts'
import { reportError } from '../../../lib/reportError.ts'
import type { EditPostInput } from '../../../generated/types.ts'
import type { SessionScope } from '../../../session/sessionScope.ts'
import { readDraft, setPostDeleted } from '../../drafts/draftStore.ts'
import { sendDraft, type SendFailure } from '../../drafts/sendDraft.ts'
import { refetchTagLists } from '../postLists.ts'
import { PostContent_PostFragmentDoc, type PostContent_PostFragment } from '../PostContent.generated.ts'
import { EditedPostDocument, EditPostDocument } from './EditPost.generated.ts'

/**
 * Sends the edit of a draft. The form closes meanwhile, and the cache shows the edit. A failure is logged (spec §8), and
 * the form opens again.
 */
export async function saveEdit(scope: SessionScope, id: string, contents: EditPostInput): Promise<void> {
  const draft = readDraft('edit', id)
  if (!draft) return
  const input = { ...contents, idempotencyKey: draft.request.key }
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
    return { message: serverRefusalIn(failure) ?? 'Not saved.' }
  }
  const send = (firstSentAt: number) => {
    const post = client.cache.readFragment({ fragment: PostContent_PostFragmentDoc, id: `Post:${input.postId}` })
    const optimisticResponse = post && {
      editPost: { __typename: 'EditPostPayload' as const, post: withEdit(post, input) },
    }
    return sendMutation(client, EditPostDocument, { input }, undefined, { optimisticResponse, firstSentAt })
  }
  await sendDraft(scope, id, { send, handleError })
  refetchTagLists(scope)
}

/** Returns the post as the edit makes it. */
function withEdit<Post extends PostContent_PostFragment>(post: Post, { content, media }: EditPostInput): Post {
  const { url = '', type = 'IMAGE', width = null, height = null, alt = null } = media ?? {}
  const changed = media && ({ __typename: 'Media', url, type, width, height, alt: alt ?? '' } as const)
  const isSameText = content == null || content === post.content
  return {
    ...post,
    // The backend resolves the mentions of a new text.
    ...(!isSameText && { content, mentions: [] }),
    ...(changed !== undefined && { media: changed }),
  }
}
