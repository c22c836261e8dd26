import { forgetLoss } from '../../backend/connection.ts'
import { serverRefusalIn } from '../../backend/refusals.ts'
import type { MediaType } from '../../generated/types.ts'
import { createStore } from '../../lib/createStore.ts'
import { reportError } from '../../lib/reportError.ts'
import { sessionState, type SessionScope } from '../../session/sessionScope.ts'
import { fileOf, type Draft, type DraftFile } from '../drafts/draft.ts'
import { newFileId, readDraftFile, removeUnusedDraftFile, saveDraftFile } from '../drafts/draftFiles.ts'
import { allDrafts, clearDraftFile, onDraftsChanged, setDraftFile, writeDraft } from '../drafts/draftStore.ts'
import { checkDecoding, checkFormat } from './checkMedia.ts'
import { uploadMedia } from './uploadMedia.ts'

/**
 * The file of each draft, from the picker to its upload. A picked file is that of its draft at once, and is saved beside
 * it; here is what this page does with it. It outlives the form, so that a check and an upload continue while the user is
 * on another page, and ends when the draft has the file no longer: it was posted, discarded, removed or replaced.
 */

/** `reason` is the message of a server that refused the file by its limits. */
export type UploadState =
  { status: 'running'; fraction: number } | { status: 'failed'; reason: string | undefined } | { status: 'done' }

interface OwnFile {
  file: DraftFile
  source: File
  /** Aborted when the draft has the file no longer: ends its upload, and removes its copies. */
  removal: AbortController
}

export interface ReadyFile extends OwnFile {
  status: 'ready'
  /** An object URL of the file, until it is removed. */
  preview: string
  upload: UploadState
}

/** `unread`: the draft has a file that this page could not read. Another refused file is not that of the draft any more. */
export type Attachment =
  | { status: 'none' }
  | ({ status: 'checking' } & OwnFile)
  | ReadyFile
  | { status: 'refused'; problem: string; unread?: DraftFile }

const none: Attachment = { status: 'none' }

/** The attachments of a session, by the id of their draft. */
export const attachmentsOf = sessionState((scope) => {
  const attachments = createStore<ReadonlyMap<string, Attachment>>(new Map())
  const unsubscribe = onDraftsChanged(() => {
    for (const [id, attachment] of attachments.get()) {
      const file = knownFileOf(attachment)
      if (file && file.id !== fileOf(allDrafts().get(id))?.id) setAttachment(scope, id, none)
    }
  })
  scope.signal.addEventListener('abort', () => {
    unsubscribe()
    for (const id of attachments.get().keys()) setAttachment(scope, id, none)
  })
  return attachments
})

function knownFileOf(attachment: Attachment): DraftFile | undefined {
  return 'file' in attachment ? attachment.file : 'unread' in attachment ? attachment.unread : undefined
}

export function attachmentIn(all: ReadonlyMap<string, Attachment>, id: string): Attachment {
  return all.get(id) ?? none
}

/** Also clears the loss of the media service if no failed upload is left that could report its return. */
function setAttachment(scope: SessionScope, id: string, attachment: Attachment): void {
  const attachments = attachmentsOf(scope)
  const before = attachmentIn(attachments.get(), id)
  attachments.update((all) => {
    const next = new Map(all)
    if (attachment.status === 'none') next.delete(id)
    else next.set(id, attachment)
    return next
  })
  if (hasFailed(before) && ![...attachments.get().values()].some(hasFailed)) forgetLoss('uploads')
  if ('removal' in before && !('removal' in attachment && attachment.removal === before.removal)) before.removal.abort()
}

function hasFailed(attachment: Attachment): boolean {
  return attachment.status === 'ready' && attachment.upload.status === 'failed'
}

/** Makes a picked file that of a draft, then checks, saves and uploads it. `initial` is the draft if there is none yet. */
export async function attachFile(
  scope: SessionScope,
  id: string,
  initial: Draft,
  source: File,
  type: MediaType,
): Promise<void> {
  const file = { id: newFileId(), name: source.name, type }
  setDraftFile(id, initial, file)
  const own = checking(scope, id, file, source)
  let problem = await checkFormat(source, type)
  if (problem === null) {
    // Saved while it is decoded, because the page may close meanwhile.
    const [decodingProblem, isSaved] = await Promise.all([checkDecoding(source, type), save(file, source)])
    problem = decodingProblem
    // It was removed before it was saved.
    if (own.removal.signal.aborted) return removeUnusedDraftFile(file.id)
    if (!isSaved) setDraftFile(id, initial, { ...file, isUnsaved: true })
  }
  await takeChecked(scope, id, own, problem)
}

/**
 * Shows the file that a draft got before a reload or in another tab. Uploads it if it has no upload, or too old a one. Does
 * nothing if this page has the file already.
 */
export async function attachSavedFile(scope: SessionScope, id: string, file: DraftFile, isUploaded: boolean) {
  const known = attachmentIn(attachmentsOf(scope).get(), id)
  if (known.status === 'checking') return
  if (known.status === 'ready') {
    if (known.upload.status === 'done' && !isUploaded) await uploadAttachment(scope, id)
    return
  }
  const source = await readDraftFile(file.id).catch(reportError)
  const isCurrent = fileOf(allDrafts().get(id))?.id === file.id
  if (!isCurrent || scope.signal.aborted || 'file' in attachmentIn(attachmentsOf(scope).get(), id)) return
  if (!source) {
    // The draft keeps the reference: another tab may still have the file, or a reload may be able to read it.
    const problem = 'The file of this draft could not be read. Please choose it again.'
    return setAttachment(scope, id, { status: 'refused', problem, unread: file })
  }
  const own = checking(scope, id, file, source)
  if (isUploaded) return setReady(scope, id, own, { status: 'done' })
  await takeChecked(scope, id, own, (await checkFormat(source, file.type)) ?? (await checkDecoding(source, file.type)))
}

/** Forgets that a file was refused. */
export function forgetRefusal(scope: SessionScope, id: string): void {
  const { status } = attachmentIn(attachmentsOf(scope).get(), id)
  if (status === 'refused') setAttachment(scope, id, none)
}

function checking(scope: SessionScope, id: string, file: DraftFile, source: File): OwnFile {
  const own = { file, source, removal: new AbortController() }
  own.removal.signal.addEventListener('abort', () => void removeUnusedDraftFile(file.id))
  setAttachment(scope, id, { status: 'checking', ...own })
  return own
}

/** Resolves to whether the browser could save the file. */
async function save({ id }: DraftFile, source: File): Promise<boolean> {
  try {
    await saveDraftFile(id, source)
    return true
  } catch (error) {
    reportError(error)
    return false
  }
}

/** Refuses a checked file, or uploads it. */
async function takeChecked(scope: SessionScope, id: string, own: OwnFile, problem: string | null): Promise<void> {
  if (own.removal.signal.aborted) return
  if (problem !== null) {
    const draft = allDrafts().get(id)
    clearDraftFile(id, draft?.kind === 'edit' ? draft.media?.alt : undefined)
    return setAttachment(scope, id, { status: 'refused', problem })
  }
  setReady(scope, id, own, { status: 'running', fraction: 0 })
  await uploadAttachment(scope, id)
}

function setReady(scope: SessionScope, id: string, own: OwnFile, upload: UploadState): void {
  const preview = URL.createObjectURL(own.source)
  own.removal.signal.addEventListener('abort', () => URL.revokeObjectURL(preview))
  setAttachment(scope, id, { status: 'ready', ...own, preview, upload })
}

/** Uploads the file of a draft, and stores the result in the draft. */
export async function uploadAttachment(scope: SessionScope, id: string): Promise<void> {
  const ready = attachmentIn(attachmentsOf(scope).get(), id)
  if (ready.status !== 'ready') return
  const { file, source, removal } = ready
  const { signal } = removal
  const show = (upload: UploadState) => setAttachment(scope, id, { ...ready, upload })
  const onProgress = (fraction: number) => show({ status: 'running', fraction })
  onProgress(0)
  try {
    const media = await uploadMedia(scope, source, file.type, { onProgress, signal })
    const draft = allDrafts().get(id)
    if (signal.aborted || !draft) return
    show({ status: 'done' })
    writeDraft(id, { ...draft, upload: { fileId: file.id, media, at: Date.now() } })
  } catch (error) {
    if (signal.aborted) return
    reportError(error)
    show({ status: 'failed', reason: serverRefusalIn(error) })
  }
}
