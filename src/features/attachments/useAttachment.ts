import { useEffect, useEffectEvent, type ClipboardEvent, type DragEvent } from 'react'
import type { MediaType } from '../../generated/types.ts'
import { useStore } from '../../lib/createStore.ts'
import { useReconnection } from '../../lib/reconnections.ts'
import { useSessionScope } from '../../session/sessionScope.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { fileOf, uploadedMediaOf, type Draft } from '../drafts/draft.ts'
import {
  attachFile,
  attachmentIn,
  attachmentsOf,
  attachSavedFile,
  forgetRefusal,
  uploadAttachment,
  type Attachment,
} from './attachments.ts'

export interface AttachmentForm {
  id: string
  draft: Draft | undefined
  state: Attachment
  /** Whether the draft has a file already, which has to be removed before another one is chosen. */
  isFull: boolean
  pickFile: (source: File, type: MediaType) => void
  upload: () => void
  /** Forgets that a file was refused. */
  forgetRefusal: () => void
  /** The properties of the form. */
  dropTarget: {
    onPaste: (event: ClipboardEvent) => void
    onDragOver: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
}

interface AttachmentOptions {
  id: string
  draft: Draft | undefined
  /** Returns the draft to attach a file to, if there is none yet. */
  newDraft: () => Draft
  /** Whether no file can be pasted or dropped now. */
  busy?: boolean
}

/** Returns the picture or video of a draft, and how its form chooses one. Call it where the form is shown. */
export function useAttachment({ id, draft, newDraft, busy = false }: AttachmentOptions): AttachmentForm {
  const scope = useSessionScope()
  const state = useStore(attachmentsOf(scope), (all) => attachmentIn(all, id))
  const file = fileOf(draft)
  const isUploaded = draft !== undefined && uploadedMediaOf(draft) !== undefined
  const isFull = file !== undefined && state.status !== 'refused'

  useEffect(() => {
    if (file) void attachSavedFile(scope, id, file, isUploaded)
  }, [scope, id, file, isUploaded])
  const close = useEffectEvent(() => {
    // The next form does not repeat what this one has shown.
    if (state.status === 'refused') forgetRefusal(scope, id)
  })
  useEffect(() => () => close(), [])

  const upload = () => void uploadAttachment(scope, id)
  useReconnection(() => {
    if (state.status === 'ready' && state.upload.status === 'failed') upload()
  })

  const pickFile = (source: File, type: MediaType) => void attachFile(scope, id, newDraft(), source, type)
  const take = (event: ClipboardEvent | DragEvent, { files: [given, other], types }: DataTransfer) => {
    // A copied text can come with its picture.
    if (!given || types.includes('text/plain')) return
    event.preventDefault()
    if (busy) return toast.warning('Your post is being sent. Add the file when that is done.')
    if (isFull) return toast.warning('A post has one picture or video. Remove it before you add another one.')
    if (other) toast.warning('A post has one picture or video. The other files were not added.')
    pickFile(given, given.type.startsWith('video/') ? 'VIDEO' : 'IMAGE')
  }
  return {
    id,
    draft,
    state,
    isFull,
    pickFile,
    upload,
    forgetRefusal: () => forgetRefusal(scope, id),
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

/** Lets files be dropped, and keeps the browser from opening them. */
function acceptFiles(event: DragEvent): void {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault()
}
