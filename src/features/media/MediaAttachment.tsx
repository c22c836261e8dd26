import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import type { MediaInput } from '../../generated/types.ts'
import { sessionSignal } from '../../session/sessionSignal.ts'
import { AltTextField } from '../../ui/AltTextField.tsx'
import { Button } from '../../ui/Button.tsx'
import { DiscardQuestion } from '../drafts/DiscardQuestion.tsx'
import { readDraftFile, removeUnusedDraftFiles, saveDraftFile } from '../drafts/draftFiles.ts'
import fieldStyles from '../../ui/FormField.module.css'
import { isUploaded, readDraft, useDraft, type DraftFile } from '../drafts/drafts.ts'
import { MediaTray } from './MediaTray.tsx'
import trayStyles from './MediaTray.module.css'
import { undecodable } from './undecodable.ts'
import { useMediaUpload } from './useMediaUpload.ts'
import type { PickedFile } from './usePickedFile.ts'

interface MediaAttachmentProps {
  /** The id of the draft. */
  id: string
  /** Attaches a file to the draft, or removes it. Called after the upload, too. */
  attach: (file: DraftFile | undefined) => void
  changeAlt: (alt: string) => void
  picked: PickedFile | null
  /** Called when the picked file was attached to the draft, or refused. */
  onChecked: () => void
  /** Whether the draft is being sent. */
  busy?: boolean
  /** Whether the field for the alt text is open from the start. */
  opensAlt?: boolean
  /** Shown as a reminder that the alt text is missing: what the user can do without it. */
  altReminder?: string | undefined
  className?: string | undefined
}

/** The last picked file of each draft, by the id of the draft, until it is saved or refused, or the session ends. */
const heldFiles = new Map<string, PickedFile>()

/** The picture or video of a draft with its alt text. Saves the file with the draft, and uploads it. */
export function MediaAttachment({
  id,
  attach,
  changeAlt,
  picked,
  onChecked,
  busy = false,
  opensAlt = false,
  altReminder,
  className,
}: MediaAttachmentProps) {
  const { file, alt = '', removesMedia, request } = useDraft(id) ?? {}
  const { media, problem, pick, restore, retry, remove } = useMediaUpload()
  const [isLost, setLost] = useState(false)
  /** Whether the last picked file came with others. */
  const [hadOthers, setHadOthers] = useState(false)
  /** The id of the file that the user wants to remove although it has an alt text. */
  const [removedId, setRemovedId] = useState<string>()
  /** The picked file that may replace the alt text. */
  const [accepted, setAccepted] = useState<PickedFile | null>(null)
  /** The preview that the browser cannot show. */
  const [undecodedPreview, setUndecodedPreview] = useState<string>()
  const [isAltOpen, setAltOpen] = useState(opensAlt || alt !== '')
  /** The id of the file that `media` shows. */
  const shownFileId = useRef<string>(undefined)
  const altField = useRef<HTMLTextAreaElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const hasAlt = alt.trim() !== '' && !removesMedia
  const waitsForAnswer = picked !== null && picked !== accepted && hasAlt
  const toAttach = waitsForAnswer ? null : picked
  // A retry sends the same request, with the same upload.
  const isExpired = file?.uploaded !== undefined && !request && !isUploaded(file)

  const saveUploadOf = (attached: DraftFile) => ({
    onUploaded: (uploaded: MediaInput) => attach({ ...attached, uploaded, uploadedAt: Date.now() }),
  })

  const attachPicked = useEffectEvent((chosen: PickedFile) => {
    const { id: fileId, file: source, type, hasOthers } = chosen
    const attached: DraftFile = { id: fileId, name: source.name, type }
    heldFiles.set(id, chosen)
    sessionSignal().addEventListener('abort', () => heldFiles.delete(id), { once: true })
    pick(source, type, {
      ...saveUploadOf(attached),
      save: () =>
        saveDraftFile(fileId, source).catch((error: unknown) => {
          reportError(error)
          attached.isUnsaved = true
        }),
      onAccepted: () => {
        if (!attached.isUnsaved) heldFiles.delete(id)
        shownFileId.current = fileId
        attach(attached)
        setAltOpen(opensAlt)
        setHadOthers(hasOthers)
        onChecked()
      },
      onRefused: () => {
        heldFiles.delete(id)
        // It was attached when the form was left.
        if (readDraft(id)?.file?.id === fileId) attach(undefined)
        setHadOthers(hasOthers)
        onChecked()
      },
      // The draft refers to the file if it was attached when the page was closed or left.
      onDiscarded: () => void removeUnusedDraftFiles(fileId).catch(reportError),
    })
  })
  useEffect(() => {
    if (toAttach) attachPicked(toAttach)
  }, [toAttach])

  const showAttached = useEffectEvent(async (isCurrent: () => boolean) => {
    if (!file) {
      setHadOthers(false)
      remove()
      return onChecked()
    }
    const held = heldFiles.get(id)
    const isHeld = held?.id === file.id
    // The form was left during the check.
    if (isHeld && !file.isUnsaved) return attachPicked(held)
    // `null`: it cannot be read now, but perhaps after a reload.
    const source = isHeld
      ? held.file
      : await readDraftFile(file.id).catch((error: unknown) => {
          reportError(error)
          return null
        })
    if (!isCurrent()) return
    if (source) return restore(source, file.type, isExpired ? undefined : file.uploaded, saveUploadOf(file))
    if (request) return undefined
    setLost(true)
    return source === undefined || file.isUnsaved ? attach(undefined) : undefined
  })
  const fileId = file?.id
  useEffect(() => {
    // The file was attached or removed before a reload, or in another tab, or its upload is too old.
    let isCurrent = true
    if (fileId !== shownFileId.current || isExpired) void showAttached(() => isCurrent)
    shownFileId.current = fileId
    return () => {
      isCurrent = false
    }
  }, [fileId, isExpired])

  const showsAltReminder = altReminder !== undefined
  useEffect(() => {
    if (showsAltReminder) altField.current?.focus()
  }, [showsAltReminder])

  const removeFile = () => {
    setLost(false)
    attach(undefined)
    if (fileId !== undefined) removeUnusedDraftFiles(fileId).catch(reportError)
  }

  const answer = (discards: boolean) => {
    setRemovedId(undefined)
    if (!discards) onChecked()
    else if (picked) setAccepted(picked)
    else removeFile()
    root.current?.closest('form')?.querySelector('textarea')?.focus()
  }

  return (
    <div ref={root} className={className}>
      {media && (
        <MediaTray
          media={media}
          onUndecodable={() => setUndecodedPreview(media.preview)}
          busy={busy}
          retry={retry}
          remove={() => (hasAlt ? setRemovedId(fileId) : removeFile())}
          alt={{
            isOpen: isAltOpen || showsAltReminder,
            isSet: alt.trim() !== '',
            toggle: () => setAltOpen(!isAltOpen),
          }}
        />
      )}
      {hadOthers && (
        <p className={fieldStyles.error} role="alert">
          A post has one picture or video. The other files were not added.
        </p>
      )}
      {media && media.preview === undecodedPreview && (
        <p className={fieldStyles.error} role="alert">
          {undecodable[media.type]} Others may not see it either.
        </p>
      )}
      {media && file && (isAltOpen || showsAltReminder) && (
        <AltTextField
          ref={altField}
          of={file.type}
          value={alt}
          readOnly={busy}
          reminder={altReminder}
          onChange={({ target }) => changeAlt(target.value)}
        />
      )}
      {(waitsForAnswer || (removedId !== undefined && removedId === fileId)) && !busy && (
        <div className={trayStyles.question}>
          <DiscardQuestion
            question="Discard alt text?"
            onDiscard={() => answer(true)}
            onKeepEditing={() => answer(false)}
          />
        </div>
      )}
      {(problem !== null || (isLost && !media)) && (
        <p className={fieldStyles.error} role="alert">
          {problem ?? 'The file of this draft could not be read. Please choose it again.'}
        </p>
      )}
      {isLost && !media && file && (
        <Button size="sm" variant="quiet" onClick={removeFile}>
          Remove file
        </Button>
      )}
    </div>
  )
}
