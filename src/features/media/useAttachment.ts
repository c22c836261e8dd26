import type { ClipboardEvent, DragEvent } from 'react'
import { codeNotLoaded } from '../../../shared/codeNotLoaded.ts'
import { reportError } from '../../apollo/errors.ts'
import type { MediaType } from '../../generated/types.ts'
import { useStore } from '../../lib/createStore.ts'
import { useSessionScope, type SessionScope } from '../../session/scope.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { newFileId, readDraft, type DraftFile } from '../drafts/drafts.ts'
import { attachmentsOf, change, noAttachment, type Attachment, type PickedFile } from './attachments.ts'

interface AttachmentOptions {
  /** Attaches a file to the draft, or removes it. */
  attach: (file: DraftFile | undefined) => void
  /** Whether no file can be pasted or dropped now. */
  busy?: boolean
}

export interface AttachmentForm extends Attachment {
  pick: (source: File, type: MediaType) => void
  /** Answers the question about the alt text: the picked file may replace it. */
  discardAlt: () => void
  /** Drops the picked file. */
  cancelPick: () => void
  /** The properties of the form. */
  dropTarget: {
    onPaste: (event: ClipboardEvent) => void
    onDragOver: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
}

/** Returns the picture or video of the draft with this id, and how its form picks another one. */
export function useAttachment(id: string, { attach, busy = false }: AttachmentOptions): AttachmentForm {
  const scope = useSessionScope()
  const attachment = useStore(attachmentsOf(scope), (all) => all.get(id) ?? noAttachment)
  const { picked } = attachment

  const pick = (source: File, type: MediaType, hasOthers = false) => {
    const { alt = '', removesMedia } = readDraft(id) ?? {}
    const file = { id: newFileId(), source, type, hasOthers, attach }
    const asks = alt.trim() !== '' && !removesMedia
    change(scope, id, { type: 'picked', file, asks })
    if (!asks) void check(scope, id, file)
  }
  const take = (event: ClipboardEvent | DragEvent, { files: [given, other], types }: DataTransfer) => {
    // A copied text can come with its picture.
    if (!given || types.includes('text/plain')) return
    event.preventDefault()
    if (busy) toast.warning('Your post is being sent. Add the file when that is done.')
    else pick(given, given.type.startsWith('video/') ? 'VIDEO' : 'IMAGE', other !== undefined)
  }
  return {
    ...attachment,
    pick,
    discardAlt: () => {
      change(scope, id, { type: 'altDiscarded' })
      if (picked) void check(scope, id, picked)
    },
    cancelPick: () => change(scope, id, { type: 'pickCancelled' }),
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

async function check(scope: SessionScope, id: string, file: PickedFile): Promise<void> {
  try {
    const { checkPicked } = await import('./attachmentTasks.ts')
    await checkPicked(scope, id, file)
  } catch (error) {
    reportError(error)
    change(scope, id, { type: 'refused', fileId: file.id, problem: codeNotLoaded })
  }
}

/** Lets files be dropped, and keeps the browser from opening them. */
function acceptFiles(event: DragEvent): void {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault()
}
