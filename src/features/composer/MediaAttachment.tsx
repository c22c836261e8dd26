import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import type { MediaInput, MediaType } from '../../generated/types.ts'
import { AltTextField } from '../../ui/AltTextField.tsx'
import { attachFile, readDraftFile, removeUnusedDraftFiles, saveDraftFile } from '../drafts/draftFiles.ts'
import { editDraft, isUploaded, useDraft, type DraftFile } from '../drafts/drafts.ts'
import { useMediaUpload } from '../media/useMediaUpload.ts'
import styles from './Composer.module.css'
import { useIsSending } from './inFlight.ts'
import { MediaTray } from './MediaTray.tsx'

/** A file that the user has just chosen. */
export interface PickedFile {
  id: string
  file: File
  type: MediaType
}

interface MediaAttachmentProps {
  /** The id of the draft. */
  id: string
  picked: PickedFile | null
  /** Called when the picked file was attached to the draft, or refused. */
  onChecked: () => void
  /** Whether to ask for the missing alt text. */
  reminds: boolean
}

/** The picture or video of a draft with its alt text. Saves the file with the draft, and uploads it. */
export function MediaAttachment({ id, picked, onChecked, reminds }: MediaAttachmentProps) {
  const draft = useDraft(id)
  const { file, alt = '' } = draft ?? {}
  const busy = useIsSending(draft)
  const { media, problem, pick, restore, retry, remove } = useMediaUpload()
  const [isLost, setLost] = useState(false)
  const [isAltOpen, setAltOpen] = useState(alt !== '')
  /** The id of the file that `media` shows. */
  const shownFileId = useRef<string>(undefined)
  const altField = useRef<HTMLTextAreaElement>(null)

  const saveUploadOf = (attached: DraftFile) => ({
    onUploaded: (uploaded: MediaInput) => attachFile(id, { ...attached, uploaded, uploadedAt: Date.now() }),
  })

  const attach = useEffectEvent(({ id: fileId, file: source, type }: PickedFile) => {
    const attached = { id: fileId, name: source.name, type }
    pick(source, type, {
      ...saveUploadOf(attached),
      onAccepted: async () => {
        // Without storage for it, the file lasts until the page closes.
        await saveDraftFile(fileId, source).catch(reportError)
        shownFileId.current = fileId
        attachFile(id, attached)
        setAltOpen(false)
        onChecked()
      },
      onRefused: onChecked,
    })
  })
  useEffect(() => {
    if (picked) attach(picked)
  }, [picked])

  const showAttached = useEffectEvent(async (isCurrent: () => boolean) => {
    if (!file) return remove()
    const source = await readDraftFile(file.id).catch(reportError)
    if (!isCurrent()) return
    if (source) return restore(source, file.type, isUploaded(file) ? file.uploaded : undefined, saveUploadOf(file))
    setLost(true)
    attachFile(id, undefined)
  })
  const fileId = file?.id
  useEffect(() => {
    // The file was attached or removed before a reload, or in another tab.
    let isCurrent = true
    if (fileId !== shownFileId.current) void showAttached(() => isCurrent)
    shownFileId.current = fileId
    return () => {
      isCurrent = false
    }
  }, [fileId])

  useEffect(() => {
    if (reminds) altField.current?.focus()
  }, [reminds])

  const removeFile = () => {
    attachFile(id, undefined)
    removeUnusedDraftFiles().catch(reportError)
  }

  return (
    <div className={styles.media}>
      {media && (
        <MediaTray
          media={media}
          busy={busy}
          retry={retry}
          remove={removeFile}
          alt={{ isOpen: isAltOpen || reminds, isSet: alt.trim() !== '', toggle: () => setAltOpen(!isAltOpen) }}
        />
      )}
      {media && file && (isAltOpen || reminds) && (
        <AltTextField
          ref={altField}
          of={file.type}
          value={alt}
          readOnly={busy}
          reminder={reminds ? (alt === '' ? ', or press Post again' : '') : undefined}
          onChange={({ target }) => editDraft(id, { alt: target.value })}
        />
      )}
      {(problem !== null || (isLost && !media)) && (
        <p className={styles.problem} role="alert">
          {problem ?? 'The file of this draft could not be read. Please choose it again.'}
        </p>
      )}
    </div>
  )
}
