import { useEffect, useRef, type FormEvent } from 'react'
import type { UnmaskedFragment } from '../../../apollo/calls.ts'
import { textLimits } from '../../../../shared/textLimits.ts'
import { useSessionScope } from '../../../session/sessionScope.ts'
import { Button } from '../../../ui/Button.tsx'
import { AltTextField } from '../../../ui/fields/AltTextField.tsx'
import { textAreaClassName } from '../../../ui/fields/TextArea.tsx'
import { focusInvalid, useTextLimit } from '../../../ui/fields/useTextLimit.tsx'
import { awaitsUpload, fileOf, newDraft } from '../../drafts/draft.ts'
import { EditFormFoot, SaveStatus } from '../../drafts/EditFormFoot.tsx'
import { MediaAttachment } from '../../attachments/MediaAttachment.tsx'
import { MediaPickers } from '../../attachments/MediaPickers.tsx'
import { useAttachment } from '../../attachments/useAttachment.ts'
import { MentionTextArea } from '../../mentions/MentionTextArea.tsx'
import { saveEdit } from './saveEdit.ts'
import type { Editing } from './useEditing.ts'
import type { PostContent_PostFragment } from '../PostContent.generated.ts'
import styles from './EditPostForm.module.css'

interface EditPostFormProps {
  editing: Editing
  post: UnmaskedFragment<PostContent_PostFragment>
}

/**
 * The edit form of a post, in the size of spec §9. The caret starts at the end of the text. Escape cancels; cancelling a
 * changed post asks first.
 */
export function EditPostForm({ editing, post: { id: postId, content, media } }: EditPostFormProps) {
  const { id, draft, edited, takesFocus, cancel } = editing
  const scope = useSessionScope()
  const area = useRef<HTMLTextAreaElement>(null)
  const { control, note } = useTextLimit(edited.text, textLimits.content)
  const attachment = useAttachment({ id, draft, newDraft: () => newDraft('edit', { postId, text: content }) })
  const file = fileOf(draft)
  const isIncomplete = awaitsUpload(draft)

  useEffect(() => {
    const field = area.current
    const { activeElement: focused, body } = document
    // A failed edit opens the form again, perhaps while the user types elsewhere.
    const isFree = focused === body || field?.closest('article')?.contains(focused)
    if (takesFocus && isFree) field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [takesFocus])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isIncomplete || focusInvalid(event.currentTarget)) return
    // It opens again if that fails.
    editing.close()
    if (editing.input) void saveEdit(scope, id, editing.input)
  }

  const focusArea = () => area.current?.focus()

  return (
    <form
      className={styles.form}
      data-draft={id}
      onSubmit={submit}
      onKeyDown={(event) => editing.cancelOnEscape(event, focusArea)}
      {...attachment.dropTarget}
    >
      <MentionTextArea
        {...control}
        ref={area}
        className={textAreaClassName}
        aria-label="Post text"
        cols={30}
        rows={10}
        value={edited.text}
        onChange={({ target }) => editing.change({ text: target.value })}
      />
      <MediaAttachment className={styles.attachment} attachment={attachment} opensAlt />
      {edited.media && !file && (
        <AltTextField
          of={edited.media.type}
          value={edited.media.alt}
          onChange={({ target }) => editing.changeMedia({ alt: target.value })}
        />
      )}
      <EditFormFoot form={editing} className={styles.formFoot} onKeepEditing={focusArea}>
        <Button type="submit" size="sm" variant="primary" aria-disabled={isIncomplete || undefined}>
          Update
        </Button>
        <Button size="sm" variant="quiet" onClick={cancel}>
          Cancel
        </Button>
        <MediaPickers disabled={attachment.isFull} onPick={attachment.pickFile} />
        {media && !file && (
          <Button size="sm" variant="quiet" onClick={() => editing.changeMedia({ isRemoved: edited.media !== null })}>
            {edited.media ? 'Remove' : 'Keep'} {media.type === 'VIDEO' ? 'video' : 'photo'}
          </Button>
        )}
        <SaveStatus form={editing} />
        {note}
      </EditFormFoot>
    </form>
  )
}
