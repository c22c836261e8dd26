import { useEffect, useEffectEvent, useLayoutEffect, useState, type ClipboardEvent, type DragEvent } from 'react'
import type { MediaType } from '../../generated/types.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { newFileId, readDraft, type DraftFile } from '../drafts/drafts.ts'

export type FilePicking = ReturnType<typeof usePickedFile>

/** A file that the user has just chosen. */
export interface PickedFile {
  id: string
  file: File
  type: MediaType
  /** Whether other files were pasted or dropped with it. */
  hasOthers: boolean
}

interface PickedFileOptions {
  /** The id of the draft. */
  id: string
  attach: (file: DraftFile) => void
  /** Whether no file can be pasted or dropped now. */
  busy?: boolean
  /** Whether the form is open. When it closes, the picked file is discarded. True by default. */
  isOpen?: boolean
}

/**
 * The file that the user has chosen, pasted or dropped, until it is attached or refused. If the page closes or the user
 * opens another page before that, it is attached to the draft: the next form checks it again, or says that it is lost.
 */
export function usePickedFile({ id, attach, busy, isOpen = true }: PickedFileOptions) {
  const [picked, setPicked] = useState<PickedFile | null>()
  if (picked && !isOpen) setPicked(null)
  const attachPicked = useEffectEvent(() => {
    const { file, alt } = readDraft(id) ?? {}
    // The picked file may be refused, so it replaces nothing yet.
    if (picked && !file && !alt) attach({ id: picked.id, name: picked.file.name, type: picked.type })
  })
  const isPicked = picked != null
  useEffect(() => {
    if (!isPicked) return undefined
    const onPageHide = () => attachPicked()
    addEventListener('pagehide', onPageHide)
    return () => removeEventListener('pagehide', onPageHide)
  }, [isPicked])
  // A layout effect, because an effect's cleanup may run after the check, which then removes the saved file.
  useLayoutEffect(() => () => attachPicked(), [])
  const pick = (file: File, type: MediaType, hasOthers = false) => setPicked({ id: newFileId(), file, type, hasOthers })
  const take = (event: ClipboardEvent | DragEvent, { files: [given, other], types }: DataTransfer) => {
    // A copied text can come with its picture.
    if (!given || types.includes('text/plain')) return
    event.preventDefault()
    if (busy) toast.warning('Your post is being sent. Add the file when that is done.')
    else pick(given, given.type.startsWith('video/') ? 'VIDEO' : 'IMAGE', other !== undefined)
  }
  return {
    picked: picked ?? null,
    /** Whether a file was picked at all. */
    wasPicked: picked !== undefined,
    pick,
    /** Call it when the file was attached or refused. */
    onChecked: () => setPicked(null),
    /** The properties of the form. */
    dropTarget: {
      onPaste: (event: ClipboardEvent) => take(event, event.clipboardData),
      onDragOver: acceptFiles,
      onDrop: (event: DragEvent) => {
        acceptFiles(event)
        take(event, event.dataTransfer)
      },
    },
  }
}

/** Lets files be dropped, and keeps the browser from opening them. */
function acceptFiles(event: DragEvent) {
  if (event.dataTransfer.types.includes('Files')) event.preventDefault()
}
