import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { BoundedMap } from '../../../shared/BoundedMap.ts'
import { reportError } from '../../apollo/errors.ts'
import type { MediaInput } from '../../generated/types.ts'
import { sessionState, useSessionScope } from '../../session/scope.ts'
import { AltTextField } from '../../ui/fields/AltTextField.tsx'
import { Button } from '../../ui/Button.tsx'
import { DiscardQuestion } from '../drafts/DiscardQuestion.tsx'
import { readDraftFile, removeUnusedDraftFiles, saveDraftFile } from '../drafts/draftFiles.ts'
import fieldStyles from '../../ui/fields/FormField.module.css'
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

/** The unsaved files by the id of their draft, for a form that opens again. */
const unsavedFilesOf = sessionState(() => new BoundedMap<string, PickedFile>(3))

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
  const unsavedFiles = unsavedFilesOf(useSessionScope())
  const { media, problem, pick, restore, retry, remove } = useMediaUpload()
  /** The file that this tab cannot read. */
  const [lost, setLost] = useState<DraftFile>()
  /** Whether the last picked file came with others. */
  const [hadOthers, setHadOthers] = useState(false)
  /** The id of the file for whose removal the user is asked whether to discard the alt text. */
  const [idToRemove, setIdToRemove] = useState<string>()
  /** The picked file, and whether the user is asked whether it may replace the alt text. */
  const [next, setNext] = useState<{ file: PickedFile | null; asks: boolean }>({ file: null, asks: false })
  /** The preview that the browser cannot show. */
  const [undecodedPreview, setUndecodedPreview] = useState<string>()
  const [isAltOpen, setAltOpen] = useState(opensAlt || alt !== '')
  /** The id of the file that `media` shows. */
  const shownFileId = useRef<string>(undefined)
  const altField = useRef<HTMLTextAreaElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const hasAlt = alt.trim() !== '' && !removesMedia
  if (next.file !== picked) setNext({ file: picked, asks: picked !== null && hasAlt })
  const fileToCheck = next.asks ? null : next.file
  // A retry sends the same request, with the same upload.
  const isExpired = file?.uploaded !== undefined && !request && !isUploaded(file)

  const saveUploadOf = (attached: DraftFile) => ({
    onUploaded: (uploaded: MediaInput) => {
      // Another tab may have replaced or removed it.
      if (readDraft(id)?.file?.id === attached.id) attach({ ...attached, uploaded, uploadedAt: Date.now() })
    },
  })

  /** Removes the file from the draft, but not what is shown: the effect below does that if the id has changed. */
  const detach = () => {
    shownFileId.current = undefined
    attach(undefined)
  }

  const checkPicked = useEffectEvent((chosen: PickedFile) => {
    const { id: fileId, file: source, type, hasOthers } = chosen
    const attached: DraftFile = { id: fileId, name: source.name, type }
    unsavedFiles.set(id, chosen)
    // The draft has a file that was not checked or could not be read: the user has chosen another one.
    if (file && file.id !== fileId && !media) detach()
    pick(source, type, {
      ...saveUploadOf(attached),
      save: () =>
        saveDraftFile(fileId, source).catch((error: unknown) => {
          reportError(error)
          attached.isUnsaved = true
        }),
      onAccepted: () => {
        if (!attached.isUnsaved) unsavedFiles.delete(id)
        shownFileId.current = fileId
        attach(attached)
        setAltOpen(opensAlt)
        setHadOthers(hasOthers)
        onChecked()
      },
      onRefused: () => {
        unsavedFiles.delete(id)
        // It was attached when the user left the page.
        if (readDraft(id)?.file?.id === fileId) detach()
        setHadOthers(hasOthers)
        onChecked()
      },
      // The draft refers to the file if it was attached when the page was closed or left.
      onDiscarded: () => void removeUnusedDraftFiles(fileId).catch(reportError),
    })
  })
  useEffect(() => {
    if (fileToCheck) checkPicked(fileToCheck)
  }, [fileToCheck])

  const showAttached = useEffectEvent(async (isCurrent: () => boolean) => {
    if (!file) {
      setHadOthers(false)
      remove()
      return onChecked()
    }
    const unsaved = unsavedFiles.get(id)
    const isInMemory = unsaved?.id === file.id
    // The user left the page during the check.
    if (isInMemory && !file.isUnsaved) return checkPicked(unsaved)
    const source = isInMemory ? unsaved.file : await readDraftFile(file.id).catch(reportError)
    if (!isCurrent()) return
    if (source) {
      setLost(undefined)
      return restore(source, file.type, isExpired ? undefined : file.uploaded, saveUploadOf(file))
    }
    // The tray still shows the former file, unless a picked one is being checked.
    if (!picked) remove()
    // The draft keeps the reference: another tab may still have the file, or a reload may be able to read it.
    if (!request) setLost(file)
    return undefined
  })
  const fileId = file?.id
  // Another tab has saved and uploaded it meanwhile.
  const isFound = lost !== undefined && !lost.uploaded && file?.uploaded !== undefined
  useEffect(() => {
    // The file was attached or removed before a reload, or in another tab, or its upload is too old.
    let isCurrent = true
    if (fileId !== shownFileId.current || isExpired || isFound) void showAttached(() => isCurrent)
    shownFileId.current = fileId
    return () => {
      isCurrent = false
    }
  }, [fileId, isExpired, isFound])

  const showsAltReminder = altReminder !== undefined
  useEffect(() => {
    if (showsAltReminder) altField.current?.focus()
  }, [showsAltReminder])

  const removeFile = () => {
    setLost(undefined)
    unsavedFiles.delete(id)
    attach(undefined)
    if (fileId !== undefined) removeUnusedDraftFiles(fileId).catch(reportError)
    // The button that was pressed unmounts. The picker opens no keyboard on a phone, as a text field would.
    root.current?.closest('form')?.querySelector<HTMLElement>(`[data-picks=${file?.type}]`)?.focus()
  }

  const answer = (discards: boolean) => {
    setIdToRemove(undefined)
    if (discards && !picked) {
      removeFile()
      return
    }
    if (discards && picked) setNext({ file: picked, asks: false })
    else onChecked()
    root.current?.closest('form')?.querySelector('textarea')?.focus()
  }
  const keepOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The form would also ask whether to discard its changes.
    event.stopPropagation()
    answer(false)
  }

  return (
    <div ref={root} className={className}>
      {media && (
        <MediaTray
          media={media}
          onUndecodable={() => setUndecodedPreview(media.preview)}
          busy={busy}
          retry={retry}
          remove={() => (hasAlt ? setIdToRemove(fileId) : removeFile())}
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
          readOnly={busy || picked !== null}
          reminder={altReminder}
          onChange={({ target }) => changeAlt(target.value)}
        />
      )}
      {(next.asks || (hasAlt && idToRemove !== undefined && idToRemove === fileId)) && !busy && (
        <div role="group" aria-label="Alt text" className={trayStyles.question} onKeyDown={keepOnEscape}>
          <DiscardQuestion
            question="Discard alt text?"
            keep="Keep alt text"
            onDiscard={() => answer(true)}
            onKeep={() => answer(false)}
          />
        </div>
      )}
      {(problem !== null || (lost && !media)) && (
        <p className={fieldStyles.error} role="alert">
          {problem ?? 'The file of this draft could not be read. Please choose it again.'}
        </p>
      )}
      {lost && !media && file && (
        <Button size="sm" variant="quiet" onClick={removeFile}>
          Remove file
        </Button>
      )}
    </div>
  )
}
