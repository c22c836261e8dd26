import { Suspense, useEffect, useRef, type FormEvent, type KeyboardEvent } from 'react'
import { textLimits } from '../../../shared/textLimits.ts'
import { isComposing, submitOnCommandEnter } from '../../lib/keys.ts'
import { lazyDefault } from '../../lib/lazyComponent.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { AltTextField } from '../../ui/AltTextField.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { focusInvalid, useTextLimit } from '../../ui/useTextLimit.tsx'
import { useDraft } from '../drafts/drafts.ts'
import { useEditPost } from './useEditPost.ts'
import type { Editing } from './useEditing.ts'
import type { PostCard_PostFragment } from './PostCard.generated.ts'
import styles from './PostCard.module.css'

const OtherText = lazyDefault(() => import('../drafts/OtherText.tsx'))

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
  const keep = useRef<HTMLButtonElement>(null)
  const { control, note } = useTextLimit(edited.text, textLimits.content)
  const { failed, deleted, other } = useDraft(editing.id) ?? {}

  useEffect(() => {
    const field = area.current
    if (takesFocus) field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [takesFocus])
  useEffect(() => {
    if (isAsking) keep.current?.focus()
  }, [isAsking])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!focusInvalid(event.currentTarget)) editing.submit(editPost)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    submitOnCommandEnter(event)
    if (event.key === 'Escape' && !isComposing(event)) cancel()
  }
  const keepEditing = () => {
    editing.keepEditing()
    area.current?.focus()
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextArea
        {...control}
        ref={area}
        aria-label="Post text"
        cols={30}
        rows={10}
        value={edited.text}
        onChange={({ target }) => editing.change({ text: target.value })}
        onKeyDown={onKeyDown}
      />
      {edited.media && (
        <AltTextField
          of={edited.media.type}
          value={edited.media.alt}
          onChange={({ target }) => editing.change({ alt: target.value })}
          onKeyDown={onKeyDown}
        />
      )}
      {other !== undefined && (
        <ErrorBoundary renderFallback={() => null}>
          <Suspense>
            <OtherText id={editing.id} other={other} />
          </Suspense>
        </ErrorBoundary>
      )}
      <div className={styles.formFoot}>
        {isAsking ? (
          <>
            <p role="alert">Discard changes?</p>
            <Button size="sm" variant="danger" onClick={editing.discard}>
              Discard
            </Button>
            <Button ref={keep} size="sm" variant="quiet" onClick={keepEditing}>
              Keep editing
            </Button>
          </>
        ) : (
          <>
            <Button type="submit" size="sm" variant="primary">
              Update
            </Button>
            <Button size="sm" variant="quiet" onClick={cancel}>
              Cancel
            </Button>
            {media && (
              <Button size="sm" variant="quiet" onClick={() => editing.change({ removesMedia: edited.media !== null })}>
                {edited.media ? 'Remove' : 'Keep'} {media.type === 'VIDEO' ? 'video' : 'photo'}
              </Button>
            )}
            {failed !== undefined && (
              <p role="status">{deleted ? 'This post was deleted.' : 'Not saved.'} Your text is still here.</p>
            )}
            {note}
          </>
        )}
      </div>
    </form>
  )
}
