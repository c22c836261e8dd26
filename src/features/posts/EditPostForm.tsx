import { Suspense, useEffect, useRef, useState, type FormEvent } from 'react'
import { textLimits } from '../../../shared/textLimits.ts'
import { isComposing, submitOnCommandEnter } from '../../lib/keys.ts'
import { lazyDefault } from '../../lib/lazyComponent.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { focusInvalid, useTextLimit } from '../../ui/useTextLimit.tsx'
import { useDraft } from '../drafts/drafts.ts'
import type { Editing } from './useEditing.ts'
import styles from './PostCard.module.css'

const OtherText = lazyDefault(() => import('../drafts/OtherText.tsx'))

/**
 * The edit form of a post, in the size of spec §9. The caret starts at the end of the text. Escape cancels; cancelling a
 * changed text asks first.
 */
export default function EditPostForm({ editing, draft }: { editing: Editing; draft: string }) {
  const area = useRef<HTMLTextAreaElement>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const [isAsking, setAsking] = useState(false)
  const { control, note } = useTextLimit(draft, textLimits.content)
  const { failed, deleted, other } = useDraft(editing.id) ?? {}
  const { takesFocus } = editing

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
    if (!focusInvalid(event.currentTarget)) editing.submit()
  }
  const cancel = () => {
    if (draft === editing.text) editing.cancel()
    else setAsking(true)
  }
  const keepEditing = () => {
    setAsking(false)
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
        value={draft}
        onChange={(event) => editing.setDraft(event.target.value)}
        onKeyDown={(event) => {
          submitOnCommandEnter(event)
          if (event.key === 'Escape' && !isComposing(event)) cancel()
        }}
      />
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
            <Button size="sm" variant="danger" onClick={editing.cancel}>
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
