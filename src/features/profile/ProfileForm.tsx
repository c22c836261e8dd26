import { useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { textLimits } from '../../../shared/textLimits.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { TextAreaField } from '../../ui/fields/TextArea.tsx'
import { focusInvalid } from '../../ui/fields/useTextLimit.tsx'
import { EditFormFoot, SaveStatus } from '../drafts/EditFormFoot.tsx'
import styles from './ProfileCard.module.css'
import { profileFields } from './profileFields.ts'
import type { ProfileEditing } from './useProfileForm.ts'

/**
 * The edit form of the viewer's profile (spec §2, §9). Stays open with its text if the call fails. Escape cancels;
 * cancelling a changed profile asks first.
 */
export function ProfileForm({ editing }: { editing: ProfileEditing }) {
  const { id, state, awaitsPicture } = editing
  const form = useRef<HTMLFormElement>(null)
  const [showsProblems, setShowsProblems] = useState(false)
  const busy = state.type === 'sending'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || awaitsPicture) return
    flushSync(() => setShowsProblems(true))
    if (focusInvalid(event.currentTarget)) return
    setShowsProblems(false)
    editing.submit()
  }

  const focusTextArea = () => form.current?.querySelector('textarea')?.focus()

  return (
    <form
      ref={form}
      className={styles.form}
      data-draft={id}
      onSubmit={submit}
      onKeyDown={(event) => editing.cancelOnEscape(event, focusTextArea)}
    >
      {profileFields.map((field, index) => (
        <Field
          key={field.name}
          field={field}
          editing={editing}
          showsProblem={showsProblems}
          autoFocus={index === 0 && editing.takesFocus}
        />
      ))}
      <EditFormFoot form={editing} className={styles.foot} onKeepEditing={focusTextArea}>
        <Button type="submit" variant="primary" busy={busy} aria-disabled={busy || awaitsPicture || undefined}>
          Update Profile
        </Button>
        <SaveStatus form={editing} />
      </EditFormFoot>
    </form>
  )
}

interface FieldProps {
  field: (typeof profileFields)[number]
  editing: ProfileEditing
  showsProblem: boolean
  autoFocus: boolean
}

function Field({ field, editing, showsProblem, autoFocus }: FieldProps) {
  const { name, ...options } = field
  const value = editing.textOf(name)
  const control = {
    value,
    autoFocus,
    limit: textLimits[name],
    onChange: ({ target }: { target: { value: string } }) => editing.change(name, target.value),
  }
  if ('rows' in options) return <TextAreaField cols={20} {...options} {...control} />
  const { problemOf, ...input } = options
  // A text that the profile already has is not refused.
  const error = showsProblem && editing.isFieldChanged(name) ? problemOf?.(value) : undefined
  return <TextField {...input} {...control} error={error} />
}
