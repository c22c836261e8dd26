import { useEffect, useEffectEvent, type ClipboardEvent, type DragEvent } from 'react'
import { codeNotLoaded } from '../../../shared/codeNotLoaded.ts'
import { reportError } from '../../lib/reportError.ts'
import type { MediaType } from '../../generated/types.ts'
import { useStore } from '../../lib/createStore.ts'
import { loadModule } from '../../lib/loadModule.ts'
import { useSessionScope, type SessionScope } from '../../session/sessionScope.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { fileOf, uploadedMediaOf, type EditDraft, type MediaEdit, type PostDraft } from '../drafts/draft.ts'
import {
  attachmentsOf,
  dispatch,
  newFileId,
  noAttachment,
  type Attachment,
  type PickedFile,
} from './attachmentStore.ts'

type DraftWithMedia = PostDraft | EditDraft

export interface AttachmentForm extends Attachment {
  id: string
  draft: DraftWithMedia | undefined
  pickFile: (source: File, type: MediaType) => void
  /** Answers the question about the alt text: the picked file may replace it. */
  discardAlt: () => void
  /** Drops the picked file, or the message that it was refused. */
  cancelPick: () => void
  /** The properties of the form. */
  dropTarget: {
    onPaste: (event: ClipboardEvent) => void
    onDragOver: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
}

/** Returns an attachment for the form that shows it, and marks it as shown. */
export function useShownAttachment(id: string): Attachment {
  const scope = useSessionScope()
  const attachment = useAttachmentState(id)
  const { pick } = attachment
  const close = useEffectEvent(() => {
    const seen = pick.status === 'refused' ? pick.problem : undefined
    dispatch(scope, id, { type: 'formClosed', seen })
  })
  useEffect(() => {
    dispatch(scope, id, { type: 'formOpened' })
    return () => close()
  }, [scope, id])
  return attachment
}

interface AttachmentOptions {
  id: string
  draft: DraftWithMedia | undefined
  /** Returns the draft to attach a file to, if there is none yet. */
  newDraft: () => DraftWithMedia
  /** Whether no file can be pasted or dropped now. */
  busy?: boolean
}

export function useAttachmentState(id: string): Attachment {
  return useStore(attachmentsOf(useSessionScope()), (all) => all.get(id) ?? noAttachment)
}

/** Returns the picture or video of a draft, and how its form chooses another one. Call it where the form is shown. */
export function useAttachment({ id, draft, newDraft, busy = false }: AttachmentOptions): AttachmentForm {
  const scope = useSessionScope()
  const attachment = useShownAttachment(id)
  const file = fileOf(draft)
  const isUploaded = draft !== undefined && uploadedMediaOf(draft) !== undefined

  useEffect(() => {
    if (file) loadAttaching().then(({ attachDraftFile }) => attachDraftFile(scope, id, file, isUploaded), reportError)
  }, [scope, id, file, isUploaded])

  const pickFile = (source: File, type: MediaType, hadOthers = false) => {
    const picked = { id: newFileId(), source, type }
    const initial = newDraft()
    const asks = altOf(draft?.media).trim() !== ''
    const pick = { status: asks ? 'asking' : 'checking', file: picked, initial } as const
    dispatch(scope, id, { type: 'picked', pick, hadOthers })
    if (!asks) void startAttaching(scope, id, picked, initial)
  }
  const take = (event: ClipboardEvent | DragEvent, { files: [given, other], types }: DataTransfer) => {
    // A copied text can come with its picture.
    if (!given || types.includes('text/plain')) return
    event.preventDefault()
    if (busy) toast.warning('Your post is being sent. Add the file when that is done.')
    else pickFile(given, given.type.startsWith('video/') ? 'VIDEO' : 'IMAGE', other !== undefined)
  }
  return {
    ...attachment,
    id,
    draft,
    pickFile,
    discardAlt: () => {
      const { pick } = attachment
      if (pick.status !== 'asking') return
      dispatch(scope, id, { type: 'altDiscarded' })
      void startAttaching(scope, id, pick.file, newDraft())
    },
    cancelPick: () => dispatch(scope, id, { type: 'pickCancelled' }),
    dropTarget: {
      onPaste: (event) => take(event, event.clipboardData),
      onDragOver: acceptFiles,
      onDrop: (event) => {
        acceptFiles(event)
        take(event, event.dataTransfer)
      },
    },
  }
}

/** Returns the alt text that another file would replace. That of a picture that the edit removes is not needed any more. */
function altOf({ file, alt = '', isRemoved }: MediaEdit = {}): string {
  return isRemoved && !file ? '' : alt
}

// Imported on demand, because few visits attach a file.
const loadAttaching = loadModule(() => import('./attachPicked.ts'))

async function startAttaching(
  scope: SessionScope,
  id: string,
  file: PickedFile,
  initial: DraftWithMedia,
): Promise<void> {
  try {
    const { attachPicked } = await loadAttaching()
    await attachPicked(scope, id, file, initial)
  } catch (error) {
    reportError(error)
    dispatch(scope, id, { type: 'refused', fileId: file.id, problem: codeNotLoaded })
  }
}

/** Lets files be dropped, and keeps the browser from opening them. */
function acceptFiles(event: DragEvent): void {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault()
}
