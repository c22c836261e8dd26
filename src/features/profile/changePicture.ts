import { serverRefusalIn } from '../../backend/refusals.ts'
import { reportError } from '../../lib/reportError.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import { currentSession } from '../../session/session.ts'
import { toast } from '../../ui/toasts/toast.ts'
import {
  attachmentOf,
  dispatch,
  dropSavedPicture,
  isPick,
  newFileId,
  pictureId,
} from '../attachments/attachmentStore.ts'
import { attachFile, uploadFile } from '../attachments/attachPicked.ts'
import { checkMedia } from '../attachments/checkMedia.ts'
import { editProfile, refetchProfile } from './saveProfile.ts'

/**
 * Checks, uploads and saves the viewer's picture. Continues when the form closes or the page is left, and then shows a
 * failure as a toast. The upload of a picture ends when another one passes its check.
 */
export async function changePicture(scope: SessionScope, source: File): Promise<void> {
  const file = { id: newFileId(), source, type: 'IMAGE' } as const
  const fail = (problem: string) => {
    if (attachmentOf(scope, pictureId).isShown)
      dispatch(scope, pictureId, { type: 'refused', fileId: file.id, problem })
    else if (!scope.signal.aborted) {
      dispatch(scope, pictureId, { type: 'removed' })
      toast.error(problem)
    }
  }
  dispatch(scope, pictureId, { type: 'picked', pick: { status: 'checking', file, initial: null }, hadOthers: false })
  const problem = await checkMedia(source, 'IMAGE')
  // Another picture was picked meanwhile, or the user has logged out.
  if (!isPick(attachmentOf(scope, pictureId).pick, file.id)) return
  if (problem !== null) return fail(problem)
  const shown = attachFile(scope, pictureId, file)
  const uploaded = await uploadFile(scope, pictureId, shown)
  if (shown.removal.signal.aborted) return
  if (!uploaded) {
    const { upload } = attachmentOf(scope, pictureId).attached ?? shown
    const reason = upload.status === 'failed' ? upload.reason : undefined
    return fail(reason ?? 'That picture did not upload. Please try again.')
  }
  try {
    await editProfile(scope, { avatarUrl: uploaded.url })
  } catch (error) {
    reportError(error)
    await refetchProfile(scope, error)
    const isSaved = currentSession().session?.user.avatar === uploaded.url
    if (!isSaved) return fail(serverRefusalIn(error) ?? 'That picture could not be saved. Please try again.')
  }
  dispatch(scope, pictureId, { type: 'uploadChanged', fileId: file.id, upload: { status: 'done' } })
  if (!attachmentOf(scope, pictureId).isShown) dropSavedPicture(scope)
}
