import { sendMutation } from '../../../apollo/calls.ts'
import { clientOf } from '../../../apollo/client.ts'
import { reportError } from '../../../apollo/errors.ts'
import { callKey, interruptedCalls, markPending, takeInterruptedCall } from '../../../apollo/pendingCalls.ts'
import type { SessionScope } from '../../../session/scope.ts'
import { DeletePostDocument } from './DeletePost.generated.ts'
import { postExists } from './postExists.ts'
import { removePostEverywhere } from '../lists/postLists.ts'

const keyOf = (postId: string) => callKey('delete', postId)

/** Deletes a post in the backend and in the cached lists. */
export async function sendDeletion(scope: SessionScope, postId: string): Promise<void> {
  const markDone = markPending(keyOf(postId), true)
  await sendMutation(clientOf(scope), DeletePostDocument, { input: { postId } }, (_, { deletePost }) =>
    removePostEverywhere(scope, postId, deletePost.viewer),
  ).finally(markDone)
}

/** Deletes the posts whose deletion was pending when its page closed. Reports failures and never rejects. */
export async function resumeDeletions(scope: SessionScope): Promise<void> {
  const resume = async (postId: string) => {
    const exists = await postExists(clientOf(scope), postId)
    if (takeInterruptedCall(keyOf(postId)) && exists) await sendDeletion(scope, postId)
  }
  await Promise.all(interruptedCalls('delete').map((postId) => resume(postId).catch(reportError)))
}
