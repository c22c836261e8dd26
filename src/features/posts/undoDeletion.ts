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
export function rememberSentDeletion(post: DeletedPost): void {
  rememberDeletion(deletionOf(post), RESTORABLE_MS)
}

/** The deletions of the page that this one replaces. */
let deletionsBeforeReload = readDeletions()

/** Handles the deletions whose response or toast a reload has cut off. */
export async function resumeDeletions(client: ApolloClient): Promise<void> {
  const resumed = deletionsBeforeReload
  deletionsBeforeReload = []
  const areGone = await Promise.all(resumed.map(({ postId }) => isDeletedPost(client, postId)))
  const outcomes = resumed.map((deletion, index) => handleOutcome(client, deletion, areGone[index]))
  if (outcomes.length > 0) announce(client, outcomes.join(' '))
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
  announce(client, handleOutcome(client, deletionOf(post), isGone))
  return isGone === true
}

/** Offers Undo if the post is deleted. Returns what to announce. */
function handleOutcome(client: ApolloClient, deletion: Deletion, isGone: boolean | undefined): string {
  if (isGone) {
    offerRestoration(client, deletion)
    return `Deleted: ${deletion.summary} Alt+T leads to Undo.`
  }
  // If the outcome is unknown, the next page checks it again.
  if (isGone === false) forgetDeletion(deletion.postId)
  const outcome = isGone === false ? 'Not deleted' : 'It is not certain that the post was deleted'
  return `${outcome}: ${deletion.summary}`
}

/** Announces a text, unless the user has logged out meanwhile. */
function announce(client: ApolloClient, text: string): void {
  if (client === sessionClient()) announcement.set(text)
}

/** Returns whether the post is deleted. Undefined if the backend does not answer and no event of a deletion has arrived. */
async function isDeletedPost(client: ApolloClient, postId: string): Promise<boolean | undefined> {
  const exists = await postExists(client, postId).catch(reportError)
  return exists === undefined ? isDeleted({ __ref: `Post:${postId}` }) || undefined : !exists
}

/** Shows the toast of a deleted post, which offers to restore it, unless the user has logged out meanwhile. */
export function offerUndo(client: ApolloClient, post: DeletedPost): void {
  announce(client, handleOutcome(client, deletionOf(post), true))
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
