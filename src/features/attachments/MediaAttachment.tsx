import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useReconnection } from '../../lib/reconnections.ts'
import { useSessionScope } from '../../session/sessionScope.ts'
import { AltTextField } from '../../ui/fields/AltTextField.tsx'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/fields/FormField.tsx'
import { DiscardQuestion } from '../drafts/DiscardQuestion.tsx'
import { uploadedMediaOf } from '../drafts/draft.ts'
import { clearDraftFile, editDraft } from '../drafts/draftStore.ts'
import { uploadToDraft } from './attachPicked.ts'
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

/** The picture or video of a draft with its alt text. */
export function MediaAttachment({
  attachment,
  busy = false,
  opensAlt = false,
  altReminder,
  className,
}: MediaAttachmentProps) {
  const scope = useSessionScope()
  const { id, draft, pick, hadOthers, attached, unreadableId, discardAlt, cancelPick } = attachment
  const { file, alt = '' } = draft?.media ?? {}
  /** The preview that the browser cannot show. */
  const [undecodedPreview, setUndecodedPreview] = useState<string>()
  const [altField, setAltField] = useState({ fileId: file?.id, isOpen: opensAlt || alt !== '' })
  /** The id of the file for whose removal the user is asked whether to discard the alt text. */
  const [idToRemove, setIdToRemove] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const showsAltReminder = altReminder !== undefined
  const isAltOpen = altField.isOpen || showsAltReminder
  const isUnreadable = unreadableId !== null && unreadableId === file?.id
  const asksToRemove = idToRemove !== undefined && idToRemove === file?.id && alt.trim() !== ''
  if (altField.fileId !== file?.id) setAltField({ fileId: file?.id, isOpen: opensAlt || alt !== '' })

  const upload = () => {
    if (attached) void uploadToDraft(scope, id, attached)
  }
  useReconnection(() => {
    if (attached?.upload.status === 'failed') upload()
  })
  useEffect(() => {
    if (showsAltReminder) area.current?.focus()
  }, [showsAltReminder])

  useLayoutEffect(() => {
    const { current } = root
    const form = current?.closest('form')
    return () => {
      // The field for the alt text had the focus when the post was sent, or its draft was removed in another tab.
      if (current?.contains(document.activeElement)) form?.querySelector('textarea')?.focus()
    }
  }, [])

  const focusForm = (selector: string) => root.current?.closest('form')?.querySelector<HTMLElement>(selector)?.focus()
  const removeFile = () => {
    if (!file) return
    clearDraftFile(id)
    // The button that was pressed unmounts. The picker opens no keyboard on a phone, as a text field would.
    focusForm(`[data-picks=${file.type}]`)
  }
  const answerQuestion = (discards: boolean) => {
    setIdToRemove(undefined)
    if (discards && pick.status !== 'asking') return removeFile()
    if (discards) discardAlt()
    else cancelPick()
    focusForm('textarea')
  }
  const keepOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // The form would also ask whether to discard its changes.
    event.stopPropagation()
    answerQuestion(false)
  }
  const changeAlt = (text: string) => {
    if (draft?.kind === 'edit') editDraft(id, draft, { media: { ...draft.media, alt: text } })
    else if (draft?.media) editDraft(id, draft, { media: { ...draft.media, alt: text } })
  }

  return (
    <div ref={root} className={className}>
      {attached && (
        <MediaTray
          attached={attached}
          uploaded={draft && uploadedMediaOf(draft)}
          onUndecodable={() => setUndecodedPreview(attached.preview)}
          busy={busy}
          retry={upload}
          remove={() => (alt.trim() === '' ? removeFile() : setIdToRemove(file?.id))}
          alt={{
            isOpen: isAltOpen,
            isSet: alt.trim() !== '',
            toggle: () => setAltField({ ...altField, isOpen: !altField.isOpen }),
          }}
        />
      )}
      {hadOthers && <FieldError>A post has one picture or video. The other files were not added.</FieldError>}
      {attached && attached.preview === undecodedPreview && (
        <FieldError>{undecodable[attached.type]} Others may not see it either.</FieldError>
      )}
      {attached && file && isAltOpen && (
        <AltTextField
          ref={area}
          of={file.type}
          value={alt}
          readOnly={busy || 'file' in pick}
          reminder={altReminder}
          onChange={({ target }) => changeAlt(target.value)}
        />
      )}
      {(pick.status === 'asking' || asksToRemove) && !busy && (
        <div role="group" aria-label="Alt text" className={trayStyles.question} onKeyDown={keepOnEscape}>
          <DiscardQuestion
            question="Discard alt text?"
            keep="Keep alt text"
            onDiscard={() => answerQuestion(true)}
            onKeep={() => answerQuestion(false)}
          />
        </div>
      )}
      {(pick.status === 'refused' || isUnreadable) && (
        <FieldError>
          {pick.status === 'refused'
            ? pick.problem
            : 'The file of this draft could not be read. Please choose it again.'}
        </FieldError>
      )}
      {isUnreadable && (
        <Button size="sm" variant="quiet" onClick={removeFile}>
          Remove file
        </Button>
      )}
    </div>
  )
}
