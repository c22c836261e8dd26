import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { AltTextField } from '../../ui/fields/AltTextField.tsx'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/fields/FormField.tsx'
import { DiscardQuestion } from '../drafts/DiscardQuestion.tsx'
import { fileOf, uploadedMediaOf } from '../drafts/draft.ts'
import { clearDraftFile, editDraft } from '../drafts/draftStore.ts'
import { MediaTray } from './MediaTray.tsx'
import trayStyles from './MediaTray.module.css'
import { undecodable } from './mediaTexts.ts'
import type { AttachmentForm } from './useAttachment.ts'

interface MediaAttachmentProps {
  attachment: AttachmentForm
  /** Whether the draft is being sent. */
  busy?: boolean
  /** Whether the field for the alt text is open from the start. */
  opensAlt?: boolean
  /** The end of the reminder that the alt text is missing, such as `, or press Retry`. Default: no reminder. */
  altReminder?: string | undefined
  className?: string | undefined
}

/** The picture or video of a draft with its alt text, or why it was refused. */
export function MediaAttachment({
  attachment,
  busy = false,
  opensAlt = false,
  altReminder,
  className,
}: MediaAttachmentProps) {
  const { id, draft, state, upload } = attachment
  const file = fileOf(draft)
  const alt = (draft?.kind !== 'profile' && draft?.media?.alt) || ''
  const isAltSet = alt.trim() !== ''
  /** The preview that the browser cannot show. */
  const [undecodedPreview, setUndecodedPreview] = useState<string>()
  const [altField, setAltField] = useState({ fileId: file?.id, isOpen: opensAlt || alt !== '' })
  /** The id of the file for whose removal the user is asked whether to discard the alt text. */
  const [idToRemove, setIdToRemove] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const showsAltReminder = altReminder !== undefined
  const isAltOpen = altField.isOpen || showsAltReminder
  if (altField.fileId !== file?.id) setAltField({ fileId: file?.id, isOpen: opensAlt || alt !== '' })

  useEffect(() => {
    if (showsAltReminder) area.current?.focus()
  }, [showsAltReminder])

  useLayoutEffect(() => {
    const { current } = root
    const element = current?.closest('form')
    return () => {
      // The field for the alt text had the focus when the post was sent, or its draft was removed in another tab.
      if (current?.contains(document.activeElement)) element?.querySelector('textarea')?.focus()
    }
  }, [])

  /** The alt text of the post's own picture, which an edit keeps if the other file could not be read. */
  const keptAlt = draft?.kind === 'edit' && state.status === 'refused' ? draft.media?.alt : undefined
  const removeFile = () => {
    if (!file) return
    const picker = root.current?.closest('form')?.querySelector<HTMLElement>(`[data-picks=${file.type}]`)
    // Rendered at once, because the pickers are disabled while there is a file.
    flushSync(() => clearDraftFile(id, keptAlt))
    // The button that was pressed unmounts. The picker opens no keyboard on a phone, as a text field would.
    picker?.focus()
  }
  const remove = () => {
    if (isAltSet && keptAlt === undefined) setIdToRemove(file?.id)
    else removeFile()
  }
  const keepFile = () => {
    setIdToRemove(undefined)
    root.current?.closest('form')?.querySelector('textarea')?.focus()
  }
  const toggleAlt = () => {
    // Rendered at once, so that a key that follows the press goes to the field.
    flushSync(() => setAltField({ ...altField, isOpen: !altField.isOpen }))
    area.current?.focus()
  }
  const keepOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The form would also ask whether to discard its changes.
    event.stopPropagation()
    keepFile()
  }
  const changeAlt = (text: string) => {
    if (draft?.kind === 'edit') editDraft(id, draft, { media: { ...draft.media, alt: text } })
    else if (draft?.kind === 'post' && draft.media) editDraft(id, draft, { media: { ...draft.media, alt: text } })
  }

  return (
    <div ref={root} className={className}>
      {(state.status === 'checking' || state.status === 'ready') && (
        <MediaTray
          attachment={state}
          uploaded={draft && uploadedMediaOf(draft)}
          onUndecodable={setUndecodedPreview}
          busy={busy}
          retry={upload}
          remove={remove}
          alt={{ isOpen: isAltOpen, isSet: isAltSet, toggle: toggleAlt }}
        />
      )}
      {state.status === 'ready' && state.preview === undecodedPreview && (
        <FieldError>{undecodable[state.file.type]} Others may not see it either.</FieldError>
      )}
      {state.status === 'ready' && isAltOpen && (
        <AltTextField
          ref={area}
          of={state.file.type}
          value={alt}
          readOnly={busy}
          reminder={altReminder}
          onChange={({ target }) => changeAlt(target.value)}
        />
      )}
      {idToRemove !== undefined && idToRemove === file?.id && isAltSet && !busy && (
        <div role="group" aria-label="Alt text" className={trayStyles.question} onKeyDown={keepOnEscape}>
          <DiscardQuestion question="Discard alt text?" keep="Keep alt text" onDiscard={removeFile} onKeep={keepFile} />
        </div>
      )}
      {state.status === 'refused' && <FieldError>{state.problem}</FieldError>}
      {state.status === 'refused' && file && (
        <Button size="sm" variant="quiet" onClick={remove}>
          Remove file
        </Button>
      )}
    </div>
  )
}
