import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { textLimits } from '../../../shared/textLimits.ts'
import { isComposing } from '../../lib/keys.ts'
import { lazyDefault } from '../../lib/lazyComponent.ts'
import { Button } from '../../ui/Button.tsx'
import { OptionalPart } from '../../ui/OptionalPart.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { TextAreaField } from '../../ui/fields/TextArea.tsx'
import { focusInvalid } from '../../ui/fields/useTextLimit.tsx'
import { DiscardQuestion } from '../drafts/DiscardQuestion.tsx'
import { SaveStatus } from '../drafts/SaveStatus.tsx'
import styles from './ProfileCard.module.css'
import type { ProfileEditing } from './useProfileForm.ts'

const OtherText = lazyDefault(() => import('../drafts/OtherText.tsx'))

/**
 * The edit form of the viewer's profile (spec §2, §9). Stays open with its text if the call fails. Escape cancels;
 * cancelling a changed profile asks first.
 */
export function ProfileForm({ editing }: { editing: ProfileEditing }) {
  const { id, draft, texts, problem, state, isAsking, change } = editing
  const bio = useRef<HTMLTextAreaElement>(null)
  const portfolio = useRef<HTMLInputElement>(null)
  const [showsProblem, setShowsProblem] = useState(false)
  const busy = state.type === 'saving'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || focusInvalid(event.currentTarget)) return
    if (!problem) return editing.submit()
    setShowsProblem(true)
    portfolio.current?.focus()
  }

  const keepEditing = () => {
    editing.keepEditing()
    bio.current?.focus()
  }

  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event)) editing.cancel()
  }

  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={cancelOnEscape}>
      <TextField
        ref={portfolio}
        label="Portfolio URL:"
        error={showsProblem ? problem : undefined}
        value={texts.portfolioUrl}
        limit={textLimits.portfolioUrl}
        inputMode="url"
        autoComplete="url"
        autoFocus={editing.takesFocus}
        onChange={({ target }) => change({ portfolioUrl: target.value })}
      />
      <TextAreaField
        ref={bio}
        label="Bio:"
        cols={20}
        rows={4}
        value={texts.text}
        limit={textLimits.bio}
        onChange={({ target }) => change({ text: target.value })}
      />
      {draft?.others && (
        <OptionalPart>
          <OtherText id={id} draft={draft} />
        </OptionalPart>
      )}
      <div className={styles.foot}>
        {isAsking ? (
          <DiscardQuestion onDiscard={editing.discard} onKeep={keepEditing} />
        ) : (
          <>
            <Button type="submit" variant="primary" busy={busy}>
              Update Profile
            </Button>
            <SaveStatus form={editing} />
          </>
        )}
      </div>
    </form>
  )
}
