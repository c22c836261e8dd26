import { useSessionScope } from '../../session/sessionScope.ts'
import { awaitsUpload, uploadedMediaOf, type ProfileDraft, type ProfileField } from '../drafts/draft.ts'
import { draftId, editDraft, readDraft, useDraft } from '../drafts/draftStore.ts'
import { useEditForm, type EditForm } from '../drafts/useEditForm.ts'
import type { ProfileCard_UserFragment } from './ProfileCard.generated.ts'
import { profileDraft, profileFields, textIn, withText } from './profileFields.ts'
import { saveProfile } from './saveProfile.ts'

export interface ProfileEditing extends EditForm {
  draft: ProfileDraft | undefined
  /** Returns what is in a field of the form. */
  textOf: (name: ProfileField) => string
  /** Returns whether a field has something else than the saved profile. */
  isFieldChanged: (name: ProfileField) => boolean
  change: (name: ProfileField, text: string) => void
  /** The URL of the new picture, or of the saved one. */
  pictureUrl: string
  /** Whether the draft has a picture that is not uploaded yet. */
  awaitsPicture: boolean
  /** Returns the draft to add a picture to, if there is none yet. */
  initialDraft: () => ProfileDraft
  /** Saves the draft. The form closes when that is done, unless something else was typed meanwhile. */
  submit: () => void
}

/** The form for the viewer's profile. Closing it calls `onClosed`, which focuses the button that opens it. */
export function useProfileForm(user: ProfileCard_UserFragment, onClosed: () => void): ProfileEditing {
  const scope = useSessionScope()
  const id = draftId(scope, { kind: 'profile' })
  const own = useDraft('profile', id)
  const draft = user.isViewer ? own : undefined
  const textOf = (name: ProfileField) => textIn(draft ?? {}, name) ?? user[name]
  const isFieldChanged = (name: ProfileField) => textOf(name) !== user[name]
  const pictureUrl = (draft && uploadedMediaOf(draft)?.url) ?? user.avatarUrl
  const awaitsPicture = awaitsUpload(draft)
  const isChanged =
    awaitsPicture || pictureUrl !== user.avatarUrl || profileFields.some(({ name }) => isFieldChanged(name))
  const form = useEditForm({ id, draft, isChanged, onClosed })

  const submit = async () => {
    // A profile without a change is saved, too: another tab may have changed it.
    if (!readDraft('profile', id)) editDraft(id, profileDraft(textOf), {})
    form.setOpened(true)
    const isSaved = await saveProfile(scope)
    if (isSaved && !readDraft('profile', id)) form.close()
    else if (isChanged) form.setOpened(false)
  }
  return {
    ...form,
    draft,
    textOf,
    isFieldChanged,
    pictureUrl,
    awaitsPicture,
    initialDraft: () => profileDraft(textOf),
    change: (name, text) => editDraft(id, profileDraft(textOf), withText(name, text)),
    submit: () => void submit(),
  }
}
