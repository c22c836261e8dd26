import { useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react'
import { textLimits } from '../../../../shared/textLimits.ts'
import { reportError } from '../../../apollo/errors.ts'
import { isComposing, submitOnCommandEnter } from '../../../lib/keys.ts'
import { lazyDefault } from '../../../lib/lazyComponent.ts'
import { Button } from '../../../ui/Button.tsx'
import { OptionalPart } from '../../../ui/OptionalPart.tsx'
import { AltTextField } from '../../../ui/fields/AltTextField.tsx'
import { classes } from '../../../ui/classes.ts'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { focusInvalid, useTextLimit } from '../../../ui/fields/useTextLimit.tsx'
import fieldStyles from '../../../ui/fields/FormField.module.css'
import { DiscardQuestion } from '../../drafts/DiscardQuestion.tsx'
import { removeUnusedDraftFiles } from '../../drafts/draftFiles.ts'
import { isUploaded, useDraft } from '../../drafts/drafts.ts'
import { SaveStatus } from '../../drafts/SaveStatus.tsx'
import { MediaAttachment } from '../../media/MediaAttachment.tsx'
import { mediaLimits } from '../../media/mediaLimits.ts'
import { MediaPickers } from '../../media/MediaPickers.tsx'
import { useEditPost } from './useEditPost.ts'
import type { Editing } from './useEditing.ts'
import type { PostCard_PostFragment } from '../card/PostCard.generated.ts'
import styles from '../card/PostCard.module.css'
import { HighlightOverlay } from '../text/HighlightOverlay.tsx'
import overlayStyles from '../text/HighlightOverlay.module.css'

const OtherText = lazyDefault(() => import('../../drafts/OtherText.tsx'))

interface EditPostFormProps {
  editing: Editing
  /** The picture or video that the post has. */
  media: PostCard_PostFragment['media']
}

/**
 * The edit form of a post, in the size of spec §9. The caret starts at the end of the text. Escape cancels; cancelling a
 * changed post asks first.
 */
export default function EditPostForm({ editing, media }: EditPostFormProps) {
  const { edited, takesFocus, isAsking, cancel } = editing
  const editPost = useEditPost()
  const area = useRef<HTMLTextAreaElement>(null)
  const { control, note } = useTextLimit(edited.text, textLimits.content)
  const { others, file } = useDraft(editing.id) ?? {}
  const { picked, pick, dropTarget } = editing.attachment
  const awaitsUpload = picked !== null || (file !== undefined && !isUploaded(file))

  useEffect(() => {
    const field = area.current
    if (takesFocus) field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [takesFocus])

  const removeUnusedFiles = () => {
    if (file) removeUnusedDraftFiles(file.id).catch(reportError)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (awaitsUpload || focusInvalid(event.currentTarget)) return
    await editing.submit(editPost)
    removeUnusedFiles()
  }
  const discard = () => {
    editing.discard()
    removeUnusedFiles()
  }
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event)) cancel()
  }
  const keepEditing = () => {
    editing.keepEditing()
    area.current?.focus()
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} onKeyDown={cancelOnEscape} {...dropTarget}>
      <div className={overlayStyles.field}>
        <TextArea
          {...control}
          ref={area}
          aria-label="Post text"
          dir="auto"
          cols={30}
          rows={10}
          value={edited.text}
          onChange={({ target }) => editing.change({ text: target.value })}
          onKeyDown={submitOnCommandEnter}
        />
        <HighlightOverlay text={edited.text} className={classes(fieldStyles.input, fieldStyles.area)} />
      </div>
      <MediaAttachment
        id={editing.id}
        className={fieldStyles.alt}
        attach={editing.attach}
        changeAlt={(alt) => editing.change({ alt })}
        attachment={editing.attachment}
        opensAlt
      />
      {edited.media && !file && (
        <AltTextField
          of={edited.media.type}
          value={edited.media.alt}
          readOnly={picked !== null}
          onChange={({ target }) => editing.change({ alt: target.value })}
        />
      )}
      {others && (
        <OptionalPart>
          <OtherText id={editing.id} others={others} />
        </OptionalPart>
      )}
      <div className={styles.formFoot}>
        {isAsking ? (
          <DiscardQuestion onDiscard={discard} onKeep={keepEditing} />
        ) : (
          <>
            <Button type="submit" size="sm" variant="primary" aria-disabled={awaitsUpload || undefined}>
              Update
            </Button>
            <Button size="sm" variant="quiet" onClick={cancel}>
              Cancel
            </Button>
            <MediaPickers onPick={pick} />
            {media && !file && (
              <Button size="sm" variant="quiet" onClick={() => editing.change({ removesMedia: edited.media !== null })}>
                {edited.media ? 'Remove' : 'Keep'} {media.type === 'VIDEO' ? 'video' : 'photo'}
              </Button>
            )}
            <SaveStatus id={editing.id} />
            {note}
            <p className={fieldStyles.note}>{mediaLimits}</p>
          </>
        )}
      </div>
    </form>
  )
}
