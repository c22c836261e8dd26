import { forgetLoss } from '../../backend/connection.ts'
import type { MediaType } from '../../generated/types.ts'
import { createStore } from '../../lib/createStore.ts'
import { newKey } from '../../lib/newKey.ts'
import { sessionState, type SessionScope } from '../../session/sessionScope.ts'
import { fileOf, type EditDraft, type PostDraft } from '../drafts/draft.ts'
import { allDrafts, onDraftsChanged, setDraftFile } from '../drafts/draftStore.ts'

/**
 * The picture or video of each form, from the file picker to the upload, by the id of the form's draft. The viewer's
 * picture has no draft, because it is saved at once. The state outlives the form, so that a check and an upload continue
 * while the user is on another page. Events carry the id of their file: a late event of a file that was replaced changes
 * nothing.
 */

/** A file that the user has chosen, pasted or dropped. */
export interface PickedFile {
  id: string
  source: File
  type: MediaType
}

/** The file of a form: it has passed its check, or comes from the draft, where a closed page may have left it unchecked. */
export interface AttachedFile extends PickedFile {
  /** An object URL of the file, until it is removed. */
  preview: string
  upload: UploadState
  /** Aborted when the file is removed: ends its upload, and removes its copies. */
  removal: AbortController
}

/** `reason` is the message of a server that refused the file by its limits. */
export type UploadState =
  { status: 'uploading'; fraction: number } | { status: 'failed'; reason: string | undefined } | { status: 'done' }

/**
 * The file that was picked last, until it is attached. `asking`: whether it may replace the alt text. `refused`: it failed
 * its check, or could not be saved. `initial` is the draft to start from if the form has none; the viewer's picture has
 * none.
 */
export type PickState =
  | { status: 'none' }
  | { status: 'asking' | 'checking'; file: PickedFile; initial: PostDraft | EditDraft | null }
  | { status: 'refused'; problem: string }

export interface Attachment {
  /** Whether a form shows it. */
  isShown: boolean
  pick: PickState
  /** Whether the last picked file came with others, which were not added. */
  hadOthers: boolean
  attached: AttachedFile | null
  /** The id of the draft's file, if this tab cannot read it. */
  unreadableId: string | null
}

const none: PickState = { status: 'none' }

export const noAttachment: Attachment = {
  isShown: false,
  pick: none,
  hadOthers: false,
  attached: null,
  unreadableId: null,
}

type AttachmentEvent =
  | { type: 'formOpened' | 'pickCancelled' | 'altDiscarded' }
  /** `seen` is the problem that the form has shown: the next form does not repeat it. */
  | { type: 'formClosed'; seen: string | undefined }
  | { type: 'picked'; pick: PickState; hadOthers: boolean }
  | { type: 'refused'; fileId: string; problem: string }
  | { type: 'attached'; file: AttachedFile }
  | { type: 'uploadChanged'; fileId: string; upload: UploadState }
  | { type: 'unreadable'; fileId: string }
  /** The user has picked another file than the one that could not be read. */
  | { type: 'unreadableReplaced' }
  | { type: 'removed' }

function reduce(state: Attachment, event: AttachmentEvent): Attachment {
  const { pick, attached } = state
  switch (event.type) {
    case 'formOpened':
      return { ...state, isShown: true }
    case 'formClosed': {
      const isSeen = pick.status === 'refused' && pick.problem === event.seen
      return { ...state, isShown: false, pick: isSeen ? none : pick }
    }
    case 'picked':
      return { ...state, pick: event.pick, hadOthers: event.hadOthers }
    case 'altDiscarded':
      return pick.status === 'asking' ? { ...state, pick: { ...pick, status: 'checking' } } : state
    case 'pickCancelled':
      return { ...state, pick: none, hadOthers: false }
    case 'refused': {
      const refused: PickState = { status: 'refused', problem: event.problem }
      if (isPick(pick, event.fileId)) return { ...state, pick: refused }
      if (attached?.id !== event.fileId) return state
      // The viewer's picture, whose upload failed: while a form shows it, the media service counts as out of reach.
      const isUploadFailed = attached.upload.status === 'failed'
      // Another file that is being checked is not affected.
      return { ...state, pick: 'file' in pick ? pick : refused, attached: isUploadFailed ? attached : null }
    }
    case 'attached':
      return { ...state, pick: isPick(pick, event.file.id) ? none : pick, attached: event.file, unreadableId: null }
    case 'uploadChanged':
      return attached?.id === event.fileId ? { ...state, attached: { ...attached, upload: event.upload } } : state
    case 'unreadable':
      return { ...state, attached: null, unreadableId: event.fileId }
    case 'unreadableReplaced':
      return { ...state, unreadableId: null }
    case 'removed':
      break
  }
  return { ...noAttachment, isShown: state.isShown }
}

/** Returns whether this is the picked file, which is neither attached nor refused yet. */
export function isPick(pick: PickState, fileId: string): boolean {
  return 'file' in pick && pick.file.id === fileId
}

/** The attachments of a session, by the id of their draft. */
export const attachmentsOf = sessionState((scope) => {
  const attachments = createStore<ReadonlyMap<string, Attachment>>(new Map())
  const unsubscribe = onDraftsChanged(() => {
    for (const id of attachments.get().keys()) dropFormerFile(scope, id)
  })
  const keepUnchecked = () => attachments.get().forEach(({ pick }, id) => attachUnchecked(id, pick))
  addEventListener('pagehide', keepUnchecked, { signal: scope.signal })
  scope.signal.addEventListener('abort', () => {
    unsubscribe()
    // Before they are removed.
    keepUnchecked()
    for (const id of attachments.get().keys()) dispatch(scope, id, { type: 'removed' })
  })
  return attachments
})

/** Attaches a file whose check the end of the page or session interrupts. The next form shows it, or says that it is lost. */
function attachUnchecked(id: string, pick: PickState): void {
  const draft = allDrafts().get(id)
  // The picked file may be refused, so it replaces nothing yet.
  const replaces = draft && draft.kind !== 'profile' && (draft.media?.file ?? draft.media?.alt)
  if (!('file' in pick) || !pick.initial || replaces) return
  const { id: fileId, source, type } = pick.file
  setDraftFile(id, pick.initial, { id: fileId, name: source.name, type })
}

export function attachmentOf(scope: SessionScope, id: string): Attachment {
  return attachmentsOf(scope).get().get(id) ?? noAttachment
}

/**
 * Applies an event to the attachment with this id. Then clears the loss of the media service if no form shows a failed
 * upload any more, and removes the copies of a file that is no longer attached.
 */
export function dispatch(scope: SessionScope, id: string, event: AttachmentEvent): void {
  const before = attachmentOf(scope, id)
  const after = reduce(before, event)
  if (after === before) return
  attachmentsOf(scope).update((all) => {
    const next = new Map(all)
    const isEmpty = after.pick.status === 'none' && !after.isShown && !after.attached && after.unreadableId === null
    if (isEmpty) next.delete(id)
    else next.set(id, after)
    return next
  })
  // No upload is waiting that could report that the media service can be reached.
  if (hasFailed(before) && ![...attachmentsOf(scope).get().values()].some(hasFailed)) forgetLoss('uploads')
  if (before.attached && before.attached.id !== after.attached?.id) before.attached.removal.abort()
}

function hasFailed({ isShown, attached }: Attachment): boolean {
  return isShown && attached?.upload.status === 'failed'
}

/** Removes the file that the draft no longer has: it was posted, discarded or replaced, perhaps in another tab. */
function dropFormerFile(scope: SessionScope, id: string): void {
  const { attached, unreadableId } = attachmentOf(scope, id)
  const shownId = attached?.id ?? unreadableId
  if (id !== pictureId && shownId !== null && shownId !== fileOf(allDrafts().get(id))?.id)
    dispatch(scope, id, { type: 'removed' })
}

/** The id of the viewer's picture among the attachments. */
export const pictureId = 'picture'

/** Shows the viewer's picture as it is saved, unless another one is being uploaded. */
export function dropSavedPicture(scope: SessionScope): void {
  const { pick, attached } = attachmentOf(scope, pictureId)
  if (!('file' in pick) && attached?.upload.status !== 'uploading') dispatch(scope, pictureId, { type: 'removed' })
}

/** Returns an id for a picked file. It starts with the time in ms, so that `draftFiles.ts` can tell new files. */
export function newFileId(): string {
  return `${Date.now()}-${newKey()}`
}
