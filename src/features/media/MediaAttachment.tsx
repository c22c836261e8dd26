import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { setUploadFailed } from '../../backend/connection.ts'
import { useSessionScope } from '../../session/scope.ts'
import { AltTextField } from '../../ui/fields/AltTextField.tsx'
import { Button } from '../../ui/Button.tsx'
import { DiscardQuestion } from '../drafts/DiscardQuestion.tsx'
import { removeUnusedDraftFiles } from '../drafts/draftFiles.ts'
import fieldStyles from '../../ui/fields/FormField.module.css'
import { useDraft, type DraftFile } from '../drafts/drafts.ts'
import { change } from './attachments.ts'
import { restoreFile, uploadFile } from './attachmentTasks.ts'
import { MediaTray } from './MediaTray.tsx'
import trayStyles from './MediaTray.module.css'
import { undecodable } from './undecodable.ts'
import type { AttachmentForm } from './useAttachment.ts'

interface MediaAttachmentProps {
  /** The id of the draft. */
  id: string
  attachment: AttachmentForm
  /** Attaches a file to the draft, or removes it. */
  attach: (file: DraftFile | undefined) => void
  changeAlt: (alt: string) => void
  /** Whether the draft is being sent. */
  busy?: boolean
  /** Whether the field for the alt text is open from the start. */
  opensAlt?: boolean
  /** Shown as a reminder that the alt text is missing: what the user can do without it. */
  altReminder?: string | undefined
  className?: string | undefined
}

/** The picture or video of a draft with its alt text. */
export function MediaAttachment({
  id,
  attachment,
  attach,
  changeAlt,
  busy = false,
  opensAlt = false,
  altReminder,
  className,
}: MediaAttachmentProps) {
  const scope = useSessionScope()
  const { file, alt = '', removesMedia } = useDraft(id) ?? {}
  const { picked, asks, problem, hadOthers, attached, lost, discardAlt, cancelPick } = attachment
  /** The preview that the browser cannot show. */
  const [undecodedPreview, setUndecodedPreview] = useState<string>()
  const [altField, setAltField] = useState({ fileId: file?.id, isOpen: opensAlt || alt !== '' })
  /** The id of the file for whose removal the user is asked whether to discard the alt text. */
  const [idToRemove, setIdToRemove] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const hasAlt = alt.trim() !== '' && !removesMedia
  const showsAltReminder = altReminder !== undefined
  const isAltOpen = altField.isOpen || showsAltReminder
  if (altField.fileId !== file?.id) setAltField({ fileId: file?.id, isOpen: opensAlt || alt !== '' })

  useEffect(() => void restoreFile(scope, id, file), [scope, id, file])
  // The next form does not repeat a message that was shown, and starts a failed upload again.
  useEffect(() => () => change(scope, id, { type: 'problemSeen', problem }), [scope, id, problem])
  useEffect(() => () => setUploadFailed(id, false), [id])
  useEffect(() => {
    if (showsAltReminder) area.current?.focus()
  }, [showsAltReminder])

  const focusForm = (selector: string) => root.current?.closest('form')?.querySelector<HTMLElement>(selector)?.focus()
  const removeFile = () => {
    attach(undefined)
    if (!file) return
    removeUnusedDraftFiles(file.id).catch(reportError)
    // The button that was pressed unmounts. The picker opens no keyboard on a phone, as a text field would.
    focusForm(`[data-picks=${file.type}]`)
  }
  const answer = (discards: boolean) => {
    setIdToRemove(undefined)
    if (discards && !picked) return removeFile()
    if (discards) discardAlt()
    else cancelPick()
    focusForm('textarea')
  }
  const keepOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The form would also ask whether to discard its changes.
    event.stopPropagation()
    answer(false)
  }

  return (
    <div ref={root} className={className}>
      {attached && (
        <MediaTray
          media={attached}
          onUndecodable={() => setUndecodedPreview(attached.preview)}
          busy={busy}
          retry={() => void uploadFile(scope, id, attached)}
          remove={() => (hasAlt ? setIdToRemove(file?.id) : removeFile())}
          alt={{
            isOpen: isAltOpen,
            isSet: alt.trim() !== '',
            toggle: () => setAltField({ ...altField, isOpen: !altField.isOpen }),
          }}
        />
      )}
      {hadOthers && (
        <p className={fieldStyles.error} role="alert">
          A post has one picture or video. The other files were not added.
        </p>
      )}
      {attached && attached.preview === undecodedPreview && (
        <p className={fieldStyles.error} role="alert">
          {undecodable[attached.type]} Others may not see it either.
        </p>
      )}
      {attached && file && isAltOpen && (
        <AltTextField
          ref={area}
          of={file.type}
          value={alt}
          readOnly={busy || picked !== null}
          reminder={altReminder}
          onChange={({ target }) => changeAlt(target.value)}
        />
      )}
      {(asks || (hasAlt && idToRemove !== undefined && idToRemove === file?.id)) && !busy && (
        <div role="group" aria-label="Alt text" className={trayStyles.question} onKeyDown={keepOnEscape}>
          <DiscardQuestion
            question="Discard alt text?"
            keep="Keep alt text"
            onDiscard={() => answer(true)}
            onKeep={() => answer(false)}
          />
        </div>
      )}
      {(problem !== null || (lost && !attached)) && (
        <p className={fieldStyles.error} role="alert">
          {problem ?? 'The file of this draft could not be read. Please choose it again.'}
        </p>
      )}
      {lost && !attached && file && (
        <Button size="sm" variant="quiet" onClick={removeFile}>
          Remove file
        </Button>
      )}
    </div>
  )
}
