import { useEffect, useRef, type FormEvent } from 'react'
import { textLimits } from '../../../shared/textLimits.ts'
import { isComposing, submitOnCommandEnter } from '../../lib/keys.ts'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { focusInvalid, useTextLimit } from '../../ui/useTextLimit.tsx'
import styles from './EditPostForm.module.css'

interface EditPostFormProps {
  draft: string
  onDraft: (draft: string) => void
  onUpdate: () => void
  onCancel: () => void
}

/** The edit form of a post, in the size of spec §9. The caret starts at the end of the text, and Escape cancels. */
export function EditPostForm({ draft, onDraft, onUpdate, onCancel }: EditPostFormProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { control, note } = useTextLimit(draft, textLimits.content)

  useEffect(() => {
    const field = area.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!focusInvalid(event.currentTarget)) onUpdate()
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
        onChange={(event) => onDraft(event.target.value)}
        onKeyDown={(event) => {
          submitOnCommandEnter(event)
          if (event.key === 'Escape' && !isComposing(event)) onCancel()
        }}
      />
      <div className={styles.foot}>
        <Button type="submit" size="sm" variant="primary">
          Update
        </Button>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        {note}
      </div>
    </form>
  )
}
