import { useState, type FormEvent, type KeyboardEvent } from 'react'
import { textLimits } from '../../../shared/textLimits.ts'
import { isComposing } from '../../lib/keys.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { TextAreaField } from '../../ui/TextArea.tsx'
import { focusInvalid } from '../../ui/useTextLimit.tsx'
import styles from './ProfileCard.module.css'
import { useEditProfile } from './useEditProfile.ts'

interface ProfileFormProps {
  bio: string
  portfolioUrl: string
  onDone: () => void
}

/** The edit form of the viewer's profile (spec §2, §9). Stays open with its text if the call fails. */
export function ProfileForm({ bio, portfolioUrl, onDone }: ProfileFormProps) {
  const [draft, setDraft] = useState({ bio, portfolioUrl })
  const { busy, editProfile } = useEditProfile()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || focusInvalid(event.currentTarget)) return
    if (await editProfile(draft)) onDone()
  }

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !isComposing(event)) onDone()
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} onKeyDown={closeOnEscape}>
      <TextField
        label="Portfolio URL:"
        value={draft.portfolioUrl}
        limit={textLimits.portfolioUrl}
        inputMode="url"
        autoComplete="url"
        autoFocus
        onChange={(event) => setDraft({ ...draft, portfolioUrl: event.target.value })}
      />
      <TextAreaField
        label="Bio:"
        cols={20}
        rows={4}
        value={draft.bio}
        limit={textLimits.bio}
        onChange={(event) => setDraft({ ...draft, bio: event.target.value })}
      />
      <div className={styles.foot}>
        <Button type="submit" variant="primary" busy={busy}>
          Update Profile
        </Button>
      </div>
    </form>
  )
}
