import { tryStorage } from '../../lib/tryStorage.ts'
import { removeDeletionRequest, requestedDeletion } from '../../session/deletionRequest.ts'
import { currentSession } from '../../session/session.ts'
import { allDrafts, removeDraft } from './draftStore.ts'
import { removeFileOf } from './sendDraft.ts'

/** Removes what this browser keeps for a deleted user. The keys of a user's own entries contain their id. */
export function forgetUser(id: string): void {
  for (const [key, draft] of allDrafts()) {
    if (!key.includes(id)) continue
    removeDraft(key)
    removeFileOf(draft)
  }
  tryStorage(() => {
    for (const key of Object.keys(localStorage)) if (key.includes(id)) localStorage.removeItem(key)
  })
  removeDeletionRequest()
}

/** Forgets a user whom a refused token shows to be deleted: the response to the deletion did not arrive. */
export function forgetDeletedUser(): void {
  const id = requestedDeletion()
  if (currentSession().signOutReason === 'accountDeleted' && id !== undefined) forgetUser(id)
}
