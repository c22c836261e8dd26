import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { textLimits } from '../../../shared/textLimits.ts'
import { isComposing } from '../../lib/keys.ts'
import { lazyDefault } from '../../lib/lazyComponent.ts'
import { useSessionScope } from '../../session/scope.ts'
import { Button } from '../../ui/Button.tsx'
import { OptionalPart } from '../../ui/OptionalPart.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { TextAreaField } from '../../ui/fields/TextArea.tsx'
import { focusInvalid } from '../../ui/fields/useTextLimit.tsx'
import { DiscardQuestion } from '../drafts/DiscardQuestion.tsx'
import { useDraft } from '../drafts/drafts.ts'
import { SaveStatus } from '../drafts/SaveStatus.tsx'
import styles from './ProfileCard.module.css'
import { editProfile } from './editProfile.ts'
import type { ProfileDraft } from './useProfileDraft.ts'

const OtherText = lazyDefault(() => import('../drafts/OtherText.tsx'))

/**
 * The edit form of the viewer's profile (spec §2, §9). Stays open with its text if the call fails. Escape cancels;
 * cancelling a changed profile asks first.
 */
export function ProfileForm({ draft }: { draft: ProfileDraft }) {
  const { texts, isAsking } = draft
  const bio = useRef<HTMLTextAreaElement>(null)
  const scope = useSessionScope()
  const [busy, setBusy] = useState(false)
  const { others } = useDraft(draft.id) ?? {}
  const portfolio = useRef<HTMLInputElement>(null)
  const [showsProblem, setShowsProblem] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || focusInvalid(event.currentTarget)) return
    if (draft.portfolioProblem) {
      setShowsProblem(true)
      portfolio.current?.focus()
      return
    }
    setBusy(true)
    const result = await editProfile(scope, texts)
    setBusy(false)
    if (result === 'saved') draft.finish(texts)
    else draft.fail(result)
  }

  const keepEditing = () => {
    draft.keepEditing()
    bio.current?.focus()
  }

  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event)) draft.cancel()
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} onKeyDown={cancelOnEscape}>
      <TextField
        ref={portfolio}
        label="Portfolio URL:"
        error={showsProblem ? draft.portfolioProblem : undefined}
        value={texts.portfolioUrl}
        limit={textLimits.portfolioUrl}
        inputMode="url"
        autoComplete="url"
        autoFocus={draft.takesFocus}
        onChange={({ target }) => draft.change({ portfolioUrl: target.value })}
      />
      <TextAreaField
        ref={bio}
        label="Bio:"
        cols={20}
        rows={4}
        value={texts.bio}
        limit={textLimits.bio}
        onChange={({ target }) => draft.change({ bio: target.value })}
      />
      {others && (
        <OptionalPart>
          <OtherText id={draft.id} others={others} />
        </OptionalPart>
      )}
      <div className={styles.foot}>
        {isAsking ? (
          <DiscardQuestion onDiscard={draft.discard} onKeep={keepEditing} />
        ) : (
          <>
            <Button type="submit" variant="primary" busy={busy}>
              Update Profile
            </Button>
            <SaveStatus id={draft.id} />
          </>
        )}
      </div>
    </form>
  )
}
