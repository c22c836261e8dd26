import { fetchQuery, sendMutation } from '../../apollo/calls.ts'
import { clientOf } from '../../apollo/client.ts'
import { needsRefetch } from '../../apollo/refusedChanges.ts'
import { serverRefusalIn } from '../../backend/refusals.ts'
import { reportError } from '../../lib/reportError.ts'
import { ViewerDocument } from '../../apollo/Viewer.generated.ts'
import type { EditProfileInput } from '../../generated/types.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { uploadedMediaOf } from '../drafts/draft.ts'
import { draftId, readDraft } from '../drafts/draftStore.ts'
import { sendDraft, type SendFailure } from '../drafts/sendDraft.ts'
import { EditProfileDocument } from './ProfileCard.generated.ts'
import { profileFields, textIn } from './profileFields.ts'

/** Sends the draft of the profile. Resolves to whether it was saved. */
export async function saveProfile(scope: SessionScope): Promise<boolean> {
  const id = draftId(scope, { kind: 'profile' })
  const draft = readDraft('profile', id)
  if (!draft) return false
  const input: EditProfileInput = { idempotencyKey: draft.request.key }
  // Null leaves a field as it is.
  for (const { name } of profileFields) input[name] = textIn(draft, name) ?? null
  input.avatarUrl = uploadedMediaOf(draft)?.url ?? null
  const handleError = async (failure: unknown): Promise<SendFailure> => {
    reportError(failure)
    // If the backend has saved it all the same, the form has no change, and closes.
    await refetchProfile(scope, failure)
    return { message: serverRefusalIn(failure) ?? 'Not saved.' }
  }
  const send = (firstSentAt: number) => editProfile(scope, input, firstSentAt)
  return sendDraft(scope, id, { send, handleError })
}

/** Edits the viewer's profile (spec §4): `followViewer` updates the session. Rejects if the backend answers with an error. */
async function editProfile(scope: SessionScope, input: EditProfileInput, firstSentAt: number): Promise<void> {
  await sendMutation(clientOf(scope), EditProfileDocument, { input }, undefined, { firstSentAt })
  // The user may have logged out meanwhile.
  if (!scope.signal.aborted) toast.success('Profile updated')
}

/** Fetches the viewer's profile again after an error that does not say whether it was edited. Never rejects. */
async function refetchProfile(scope: SessionScope, failure: unknown): Promise<void> {
  if (needsRefetch(failure)) await fetchQuery(clientOf(scope), ViewerDocument, {}).catch(reportError)
}
