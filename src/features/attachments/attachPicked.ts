import { serverRefusalIn } from '../../backend/refusals.ts'
import { reportError } from '../../lib/reportError.ts'
import type { MediaInput } from '../../generated/types.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import { fileOf, type DraftFile, type EditDraft, type PostDraft } from '../drafts/draft.ts'
import { readDraftFile, removeUnusedDraftFile, saveDraftFile } from '../drafts/draftFiles.ts'
import { allDrafts, clearDraftFile, setDraftFile, writeDraft } from '../drafts/draftStore.ts'
import { attachmentOf, dispatch, isPick, pictureId, type AttachedFile, type PickedFile } from './attachmentStore.ts'
import { checkDecoding, checkFormat } from './checkMedia.ts'
import { uploadMedia } from './uploadMedia.ts'

/**
 * Checks a picked file, saves it in this browser, attaches it to the draft, and uploads it. `initial` is the draft if there
 * is none yet.
 */
export async function attachPicked(
  scope: SessionScope,
  id: string,
  picked: PickedFile,
  initial: PostDraft | EditDraft,
): Promise<void> {
  const { id: fileId, source, type } = picked
  if (attachmentOf(scope, id).unreadableId !== null) {
    dispatch(scope, id, { type: 'unreadableReplaced' })
    clearDraftFile(id)
  }
  const formatProblem = await checkFormat(source, type)
  if (formatProblem !== null) return refuse(scope, id, fileId, formatProblem)
  // Saved while it is decoded, because the page may close meanwhile.
  const [problem, isSaved] = await Promise.all([checkDecoding(source, type), saveFile(picked)])
  if (problem !== null) {
    refuse(scope, id, fileId, problem)
    return removeUnusedDraftFile(fileId)
  }
  // Another file was picked meanwhile, or the session has ended. In the latter case `attachUnchecked` has put the file into
  // the draft, which keeps it.
  if (!isPick(attachmentOf(scope, id).pick, fileId)) return removeUnusedDraftFile(fileId)
  const file = attachFile(scope, id, picked)
  setDraftFile(id, initial, { id: fileId, name: source.name, type, ...(!isSaved && { isUnsaved: true }) })
  await uploadToDraft(scope, id, file)
}

function refuse(scope: SessionScope, id: string, fileId: string, problem: string): void {
  dispatch(scope, id, { type: 'refused', fileId, problem })
  // `attachUnchecked` has put it into the draft, but the page stayed open.
  if (fileOf(allDrafts().get(id))?.id === fileId) clearDraftFile(id)
}

/** Saves a picked file in this browser. Resolves to whether that succeeds. */
async function saveFile({ id, source }: PickedFile): Promise<boolean> {
  try {
    await saveDraftFile(id, source)
    return true
  } catch (error) {
    reportError(error)
    return false
  }
}

/**
 * Attaches the file that the draft got before a reload or in another tab. Uploads it if it has no upload, if its upload
 * has failed, or if that is too old.
 */
export async function attachDraftFile(
  scope: SessionScope,
  id: string,
  file: DraftFile,
  isUploaded: boolean,
): Promise<void> {
  const { attached, pick } = attachmentOf(scope, id)
  if (isPick(pick, file.id)) return
  if (attached?.id === file.id) {
    const { status } = attached.upload
    if (status === 'failed' || (status === 'done' && !isUploaded)) await uploadToDraft(scope, id, attached)
    return
  }
  const source = await readDraftFile(file.id).catch(reportError)
  const isCurrent = fileOf(allDrafts().get(id))?.id === file.id && attachmentOf(scope, id).attached?.id !== file.id
  if (!isCurrent || scope.signal.aborted) return
  // The draft keeps the reference: another tab may still have the file, or a reload may be able to read it.
  if (!source) return dispatch(scope, id, { type: 'unreadable', fileId: file.id })
  const shown = attachFile(scope, id, { ...file, source })
  if (isUploaded) dispatch(scope, id, { type: 'uploadChanged', fileId: file.id, upload: { status: 'done' } })
  else await uploadToDraft(scope, id, shown)
}

/** Attaches a file to a form, which shows it. */
export function attachFile(scope: SessionScope, id: string, { id: fileId, source, type }: PickedFile): AttachedFile {
  const preview = URL.createObjectURL(source)
  const removal = new AbortController()
  removal.signal.addEventListener('abort', () => {
    URL.revokeObjectURL(preview)
    if (id !== pictureId) void removeUnusedDraftFile(fileId)
  })
  const file: AttachedFile = {
    id: fileId,
    source,
    type,
    preview,
    upload: { status: 'uploading', fraction: 0 },
    removal,
  }
  dispatch(scope, id, { type: 'attached', file })
  return file
}

/** Uploads the file of a draft, and stores the result in the draft. */
export async function uploadToDraft(scope: SessionScope, id: string, file: AttachedFile): Promise<void> {
  const uploaded = await uploadFile(scope, id, file)
  const draft = allDrafts().get(id)
  if (!uploaded || !draft || draft.kind === 'profile' || fileOf(draft)?.id !== file.id) return
  dispatch(scope, id, { type: 'uploadChanged', fileId: file.id, upload: { status: 'done' } })
  writeDraft(id, { ...draft, upload: { fileId: file.id, media: uploaded, at: Date.now() } })
}

/** Uploads an attached file. Resolves to undefined if that fails, or if the file is removed meanwhile. */
export async function uploadFile(
  scope: SessionScope,
  id: string,
  { id: fileId, source, type, removal: { signal } }: AttachedFile,
): Promise<MediaInput | undefined> {
  const onProgress = (fraction: number) =>
    dispatch(scope, id, { type: 'uploadChanged', fileId, upload: { status: 'uploading', fraction } })
  onProgress(0)
  try {
    const uploaded = await uploadMedia(scope, source, type, { onProgress, signal })
    return signal.aborted ? undefined : uploaded
  } catch (error) {
    if (!signal.aborted) {
      reportError(error)
      const reason = serverRefusalIn(error)
      dispatch(scope, id, { type: 'uploadChanged', fileId, upload: { status: 'failed', reason } })
    }
    return undefined
  }
}
