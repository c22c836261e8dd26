import { setUploadFailed } from '../../backend/connection.ts'
import type { MediaInput, MediaType } from '../../generated/types.ts'
import { createStore } from '../../lib/createStore.ts'
import { sessionState, type SessionScope } from '../../session/scope.ts'
import { onDraftsChanged, readDraft, type DraftFile } from '../drafts/drafts.ts'

/**
 * The picture or video of each draft, from the file picker to the upload. The state outlives the form, so that a check
 * and an upload continue while the user is on another page. Events carry the id of their file: a late event of a file
 * that was replaced changes nothing.
 */

/** A file that the user has chosen, pasted or dropped. */
export interface PickedFile {
  id: string
  source: File
  type: MediaType
  /** Whether other files were pasted or dropped with it. */
  hasOthers: boolean
  /** Attaches the file to its draft, or removes it again. */
  attach: (file: DraftFile | undefined) => void
}

/** A file that has passed `checkMedia`. */
export interface AttachedFile {
  id: string
  source: File
  type: MediaType
  /** An object URL of the file, until it is removed. */
  preview: string
  upload: Upload
  /** Aborted when the file is removed. */
  removal: AbortController
}

export type Upload =
  { status: 'uploading'; fraction: number } | { status: 'failed' } | { status: 'done'; uploaded: MediaInput }

export interface Attachment {
  /** The file that was picked last, until it is attached or refused. */
  picked: PickedFile | null
  /** Whether the user is asked whether the picked file may replace the alt text. It is checked afterwards. */
  asks: boolean
  /** Why the last picked file was refused, as a message for the user. */
  problem: string | null
  /** Whether the last picked file came with others, which were not added. */
  hadOthers: boolean
  attached: AttachedFile | null
  /** The file of the draft, if this tab cannot read it. */
  lost: DraftFile | null
}

export const noAttachment: Attachment = {
  picked: null,
  asks: false,
  problem: null,
  hadOthers: false,
  attached: null,
  lost: null,
}

type AttachmentEvent =
  | { type: 'picked'; file: PickedFile; asks: boolean }
  | { type: 'altDiscarded' }
  | { type: 'refused'; fileId: string; problem: string }
  | { type: 'pickCancelled' }
  | { type: 'attached'; file: AttachedFile }
  | { type: 'uploadChanged'; fileId: string; upload: Upload }
  | { type: 'lost'; file: DraftFile }
  | { type: 'lostReplaced' }
  | { type: 'problemSeen'; problem: string | null }
  | { type: 'removed' }

function reduce(state: Attachment, event: AttachmentEvent): Attachment {
  const { picked, attached } = state
  switch (event.type) {
    case 'picked':
      return { ...state, picked: event.file, asks: event.asks, problem: null }
    case 'altDiscarded':
      return { ...state, asks: false }
    case 'refused':
      if (picked?.id !== event.fileId) return state
      return { ...state, picked: null, problem: event.problem, hadOthers: picked.hasOthers }
    case 'pickCancelled':
      return { ...state, picked: null, asks: false }
    case 'attached':
      return picked?.id === event.file.id
        ? { ...noAttachment, attached: event.file, hadOthers: picked.hasOthers }
        : { ...state, attached: event.file, lost: null }
    case 'uploadChanged':
      return attached?.id === event.fileId ? { ...state, attached: { ...attached, upload: event.upload } } : state
    case 'lost':
      return { ...state, attached: null, lost: event.file }
    case 'lostReplaced':
      return { ...state, lost: null }
    case 'problemSeen':
      return state.problem === event.problem ? { ...state, problem: null } : state
    case 'removed':
      break
  }
  return noAttachment
}

/** The attachments of a session, by the id of their draft. */
export const attachmentsOf = sessionState((scope) => {
  const attachments = createStore<ReadonlyMap<string, Attachment>>(new Map())
  const unsubscribe = onDraftsChanged(() => {
    for (const id of attachments.get().keys()) followDraft(scope, id)
  })
  const keepUnchecked = () => attachments.get().forEach(({ picked }, id) => attachUnchecked(id, picked))
  addEventListener('pagehide', keepUnchecked, { signal: scope.signal })
  scope.signal.addEventListener('abort', () => {
    unsubscribe()
    keepUnchecked()
    for (const id of attachments.get().keys()) change(scope, id, { type: 'removed' })
  })
  return attachments
})

/** Attaches a file whose check the end of the page or session interrupts. The next form shows it, or says that it is lost. */
function attachUnchecked(id: string, picked: PickedFile | null): void {
  const { file, alt } = readDraft(id) ?? {}
  // The picked file may be refused, so it replaces nothing yet.
  if (picked && !file && !alt) picked.attach({ id: picked.id, name: picked.source.name, type: picked.type })
}

export function attachmentOf(scope: SessionScope, id: string): Attachment {
  return attachmentsOf(scope).get().get(id) ?? noAttachment
}

/** Applies an event to the attachment of the draft with this id. */
export function change(scope: SessionScope, id: string, event: AttachmentEvent): void {
  const before = attachmentOf(scope, id)
  const after = reduce(before, event)
  if (after === before) return
  attachmentsOf(scope).update((all) => {
    const next = new Map(all)
    if (Object.values(after).some(Boolean)) next.set(id, after)
    else next.delete(id)
    return next
  })
  if (before.attached && before.attached.preview !== after.attached?.preview) {
    before.attached.removal.abort()
    URL.revokeObjectURL(before.attached.preview)
  }
  setUploadFailed(id, after.attached?.upload.status === 'failed')
}

/** Removes the file that the draft no longer has: it was posted, discarded or replaced, perhaps in another tab. */
function followDraft(scope: SessionScope, id: string): void {
  const { attached, lost } = attachmentOf(scope, id)
  const fileId = readDraft(id)?.file?.id
  if (attached && attached.id !== fileId) change(scope, id, { type: 'removed' })
  else if (lost && lost.id !== fileId) change(scope, id, { type: 'lostReplaced' })
}
