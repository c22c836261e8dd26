import { useEffect, useState } from 'react'
import { reportError } from '../../../apollo/errors.ts'
import { useSessionScope } from '../../../session/scope.ts'
import { delayEviction, knownDeletion, stopAwaitingDeletion } from '../lists/postLists.ts'
import { sendDeletion } from './sendDeletion.ts'
import type { DeletedPost } from './undoDeletion.ts'

const loadUndo = () => import('./undoDeletion.ts').catch(reportError)

/**
 * Deletes a post and offers to undo that. `deleted` becomes true at once, and false again unless the post is known to be
 * deleted; a failure is only logged (spec §8). `deletePost` resolves once the outcome is known.
 */
export function useDeletePost(post: DeletedPost): {
  deleted: boolean
  deletePost: () => Promise<boolean>
} {
  const [status, setStatus] = useState<'kept' | 'deleted' | 'uncertain'>('kept')
  const maybeDeleted = status !== 'kept'
  const scope = useSessionScope()
  useEffect(() => (maybeDeleted ? delayEviction(scope, post.id) : undefined), [maybeDeleted, scope, post.id])
  const deletePost = async () => {
    setStatus('deleted')
    // A second try offers Undo itself.
    stopAwaitingDeletion(scope, post.id)
    const undo = loadUndo()
    try {
      await sendDeletion(scope, post.id)
    } catch (error) {
      reportError(error)
      const isGone = await (await undo)?.handleFailedDeletion(scope, post, error)
      if (isGone !== undefined) {
        setStatus(isGone ? 'deleted' : 'kept')
        return isGone
      }
      setStatus('uncertain')
      // The event of the deletion may arrive later than the failures.
      await knownDeletion(scope, post.id)
      setStatus('deleted')
    }
    void undo.then((code) => code?.offerUndo(scope, post))
    return true
  }
  return { deleted: status === 'deleted', deletePost }
}
