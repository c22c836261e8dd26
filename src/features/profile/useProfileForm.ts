import { useSessionScope } from '../../session/scope.ts'
import { newDraft, type ProfileDraft } from '../drafts/draft.ts'
import { draftId, editDraft, readDraft, useDraft } from '../drafts/draftStore.ts'
import { useDraftForm, type DraftForm } from '../drafts/useDraftForm.ts'
import { portfolioProblem } from './portfolio.ts'
import type { ProfileCard_UserFragment } from './ProfileCard.generated.ts'
import { saveProfile } from './saveProfile.ts'

/** What the form can change. The bio is the text of the draft. */
type Texts = Pick<ProfileDraft, 'text' | 'portfolioUrl'>

export interface ProfileEditing extends DraftForm {
  draft: ProfileDraft | undefined
  /** What is in the form. */
  texts: Texts
  /** Why the portfolio address is refused. An address that the profile already has is not. */
  problem: string | undefined
  change: (texts: Partial<Texts>) => void
  /** Saves the draft. The form closes when that is done, unless something else was typed meanwhile. */
  submit: () => void
}

/** The form for the viewer's profile. Closing it calls `onClosed`, which focuses the button that opens it. */
export function useProfileForm(
  { bio, portfolioUrl: savedUrl, isViewer }: ProfileCard_UserFragment,
  onClosed: () => void,
): ProfileEditing {
  const scope = useSessionScope()
  const id = draftId('profile')
  const own = useDraft('profile', id)
  const draft = isViewer ? own : undefined
  const { text, portfolioUrl }: Texts = draft ?? { text: bio, portfolioUrl: savedUrl }
  const isChanged = text !== bio || portfolioUrl !== savedUrl
  const form = useDraftForm({ id, draft, isChanged, onClosed })

  const change = (texts: Partial<Texts>) => editDraft(id, newDraft('profile', { text, portfolioUrl }), texts)
  const submit = async () => {
    // A profile without a change is saved, too: another tab may have changed it.
    if (!draft) change({})
    form.setOpened(true)
    const isSaved = await saveProfile(scope)
    if (isSaved && !readDraft('profile', id)) form.close()
    else if (isChanged) form.setOpened(false)
  }
  return {
    ...form,
    draft,
    texts: { text, portfolioUrl },
    problem: portfolioUrl === savedUrl ? undefined : portfolioProblem(portfolioUrl),
    change,
    submit: () => void submit(),
  }
}
