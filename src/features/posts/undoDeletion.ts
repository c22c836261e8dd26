import type { ApolloClient } from '@apollo/client'
import { sessionClient } from '../../apollo/client.ts'
import { isOutcomeUnknown, refusalIn, reportError } from '../../apollo/errors.ts'
import { isDeleted } from '../../apollo/lists.ts'
import { sessionSignal } from '../../session/sessionSignal.ts'
import { announcement, focusMain } from '../../ui/pageFocus.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { actionAutoCloseMs } from '../../ui/toasts/toastQueue.ts'
import { newKey } from '../drafts/drafts.ts'
import { forgetDeletion, readDeletions, rememberDeletion, type Deletion } from './deletions.ts'
import { postExists } from './postExists.ts'
import { addPostEverywhere, forgetPostDeletion } from './postLists.ts'
import { postSummary, type DescribedPost } from './postTexts.ts'
import { focusWhenShown } from './restoredPost.ts'
import { RestorePostDocument } from './RestorePost.generated.ts'

/** What is needed of a post to delete it and to describe that. */
export type DeletedPost = DescribedPost & { id: string }

/** How long the author of a deleted post can restore it. */
const RESTORABLE_MS = 10 * 60_000

/** Remembers a deletion that was just sent, in case a reload cuts off its response. */
export function startDeletion(post: DeletedPost): void {
  rememberDeletion(deletionOf(post), RESTORABLE_MS)
}

/** The deletions of the page that this one replaces. */
let former = readDeletions()

/** Handles the deletions whose response or toast a reload has cut off. */
export async function resumeDeletions(client: ApolloClient): Promise<void> {
  const resumed = former
  former = []
  for (const deletion of resumed) reportOutcome(client, deletion, await isDeletedPost(client, deletion.postId))
}

/**
 * Handles a failed deletion. Resolves to true if the post is deleted. Offers Undo if only the response was lost; otherwise
 * announces what is known.
 */
export async function handleFailedDeletion(client: ApolloClient, post: DeletedPost, error: unknown): Promise<boolean> {
  // Another tab has deleted it.
  if (refusalIn(error)?.code === 'POST_NOT_FOUND') {
    forgetDeletion(post.id)
    return true
  }
  const isGone = isOutcomeUnknown(error) ? await isDeletedPost(client, post.id) : false
  reportOutcome(client, deletionOf(post), isGone)
  return isGone === true
}

/** Offers Undo if the post is deleted, else announces what is known. */
function reportOutcome(client: ApolloClient, deletion: Deletion, isGone: boolean | undefined): void {
  if (isGone) return offerRestoration(client, deletion)
  // If the outcome is unknown, the next page checks it again.
  if (isGone === false) forgetDeletion(deletion.postId)
  const outcome = isGone === false ? 'Not deleted' : 'It is not certain that the post was deleted'
  if (client === sessionClient()) announcement.set(`${outcome}: ${deletion.summary}`)
}

/** Returns whether the post is deleted. Undefined if the backend does not answer and no event of a deletion has arrived. */
async function isDeletedPost(client: ApolloClient, postId: string): Promise<boolean | undefined> {
  const exists = await postExists(client, postId).catch(reportError)
  return exists === undefined ? isDeleted({ __ref: `Post:${postId}` }) || undefined : !exists
}

/** Shows the toast of a deleted post, which offers to restore it, unless the user has logged out meanwhile. */
export function offerUndo(client: ApolloClient, post: DeletedPost): void {
  offerRestoration(client, deletionOf(post))
}

function deletionOf(post: DeletedPost): Deletion {
  return { postId: post.id, summary: postSummary(post, 60) }
}

function offerRestoration(client: ApolloClient, { postId, summary }: Deletion): void {
  if (client !== sessionClient()) return
  rememberDeletion({ postId, summary }, actionAutoCloseMs)
  // The same key for each try: a restoration whose response was lost succeeds again.
  const idempotencyKey = newKey()
  const undo = { label: 'Undo', run: () => void restore(), signal: sessionSignal() }
  toast.info('Post deleted', { action: undo })
  announcement.set(`Deleted: ${summary} Alt+T leads to Undo.`)

  const announceRestored = () => {
    if (!undo.signal.aborted) announcement.set(`Restored: ${summary}`)
  }

  async function restore(): Promise<void> {
    forgetDeletion(postId)
    try {
      // Closing the toast would lose the focus.
      focusMain()
      focusWhenShown(postId)
      await client.mutate({
        mutation: RestorePostDocument,
        variables: { input: { postId, idempotencyKey } },
        update: (cache, { data }) => {
          if (!data) return
          const { postEdge, viewer } = data.restorePost
          forgetPostDeletion(cache, postEdge.node)
          addPostEverywhere(cache, postEdge, viewer, { inFeed: true })
        },
      })
      announceRestored()
    } catch (error) {
      reportError(error)
      if (undo.signal.aborted) return
      if (refusalIn(error)?.code === 'POST_NOT_FOUND') toast.error('This post can no longer be restored.')
      // If only the response was lost, the event of the restoration adds the post to the lists.
      else {
        const exists = await postExists(client, postId).catch(reportError)
        if (exists) announceRestored()
        else if (exists === undefined) toast.error('It is not certain that the post was restored.', { action: undo })
        else toast.error('The post could not be restored.', { action: undo })
      }
    }
  }
}
