import { reportError } from '../../apollo/errors.ts'
import type { MediaType } from '../../generated/types.ts'
import type { SessionScope } from '../../session/scope.ts'
import { readDraftFile, removeUnusedDraftFiles, saveDraftFile } from '../drafts/draftFiles.ts'
import { isUploaded, readDraft, updateDraft, type DraftFile } from '../drafts/drafts.ts'
import { attachmentOf, change, type AttachedFile, type PickedFile, type Upload } from './attachments.ts'
import { checkMedia } from './checkMedia.ts'

/** Checks and saves a picked file, attaches it to its draft, and uploads it. */
export async function checkPicked(scope: SessionScope, id: string, picked: PickedFile): Promise<void> {
  const { id: fileId, source, type, attach } = picked
  const attached: DraftFile = { id: fileId, name: source.name, type }
  const { file: former } = readDraft(id) ?? {}
  // The draft has a file that could not be read: the user has chosen another one.
  if (former && former.id !== fileId && !attachmentOf(scope, id).attached) attach(undefined)
  let saving: Promise<void> | undefined
  const problem = await checkMedia(source, type, () => {
    saving = saveDraftFile(fileId, source).catch((error: unknown) => {
      reportError(error)
      attached.isUnsaved = true
    })
  })
  if (problem !== null) change(scope, id, { type: 'refused', fileId, problem })
  await saving
  if (attachmentOf(scope, id).picked?.id === fileId) {
    const file = showFile(scope, id, source, attached, { status: 'uploading', fraction: 0 })
    attach(attached)
    return uploadFile(scope, id, file)
  }
  // It was attached when the page was about to close.
  if (problem !== null && readDraft(id)?.file?.id === fileId) attach(undefined)
  if (saving) removeUnusedDraftFiles(fileId).catch(reportError)
}

/** Reads the file that the draft got before a reload or in another tab, and uploads it unless it is uploaded. */
export async function restoreFile(scope: SessionScope, id: string, file: DraftFile | undefined): Promise<void> {
  const request = readDraft(id)?.request
  const { attached, picked, lost } = attachmentOf(scope, id)
  if (!file || file.id === picked?.id) return
  // A retry sends the same request, with the same upload.
  const isExpired = file.uploaded !== undefined && !request && !isUploaded(file)
  if (attached?.id === file.id) {
    const { status } = attached.upload
    if (status === 'failed' || (status === 'done' && isExpired)) await uploadFile(scope, id, attached)
    return
  }
  // Another tab may have saved and uploaded it meanwhile.
  if (lost?.id === file.id && (lost.uploaded || !file.uploaded)) return
  const source = await readDraftFile(file.id).catch(reportError)
  const isCurrent = readDraft(id)?.file?.id === file.id && attachmentOf(scope, id).attached?.id !== file.id
  if (!isCurrent || scope.signal.aborted) return
  if (source && file.uploaded && !isExpired) {
    showFile(scope, id, source, file, { status: 'done', uploaded: file.uploaded })
  } else if (source) {
    await uploadFile(scope, id, showFile(scope, id, source, file, { status: 'uploading', fraction: 0 }))
  }
  // The draft keeps the reference: another tab may still have the file, or a reload may be able to read it.
  else if (!request) change(scope, id, { type: 'lost', file })
}

function showFile(scope: SessionScope, id: string, source: File, file: FileOfDraft, upload: Upload): AttachedFile {
  const { id: fileId, type } = file
  const preview = URL.createObjectURL(source)
  const attached = { id: fileId, source, type, preview, upload, removal: new AbortController() }
  change(scope, id, { type: 'attached', file: attached })
  return attached
}

type FileOfDraft = { id: string; type: MediaType }

/** Uploads the file of a draft. Removing the file aborts the upload. */
export async function uploadFile(scope: SessionScope, id: string, file: AttachedFile): Promise<void> {
  const { id: fileId, source, type, removal } = file
  const { signal } = removal
  const report = (upload: Upload) => change(scope, id, { type: 'uploadChanged', fileId, upload })
  report({ status: 'uploading', fraction: 0 })
  try {
    // Imported on demand, because few visits upload a file.
    const { uploadMedia } = await import('./uploadMedia.ts')
    const onProgress = (fraction: number) => report({ status: 'uploading', fraction })
    const uploaded = await uploadMedia(source, type, { onProgress, signal })
    if (signal.aborted) return
    report({ status: 'done', uploaded })
    updateDraft(id, (draft) => ({
      ...draft,
      ...(draft.file?.id === fileId && { file: { ...draft.file, uploaded, uploadedAt: Date.now() } }),
    }))
  } catch (error) {
    if (signal.aborted) return
    reportError(error)
    report({ status: 'failed' })
  }
}
