import type { ApolloClient } from '@apollo/client'
import { fetchQuery, sendMutation } from '../../apollo/calls.ts'
import { clientOf } from '../../apollo/client.ts'
import { isOutcomeUnknown, reportError } from '../../apollo/errors.ts'
import { ViewerDocument } from '../../apollo/Viewer.generated.ts'
import type { SessionScope } from '../../session/scope.ts'
import { sessionUserOf, updateSessionUser } from '../../session/session.ts'
import type { SessionUserFragment } from '../../session/SessionUser.generated.ts'
import { toast } from '../../ui/toasts/toast.ts'
import type { SaveResult } from '../drafts/drafts.ts'
import { EditProfileDocument } from './ProfileCard.generated.ts'

type ProfileChange = Partial<Pick<SessionUserFragment, 'bio' | 'portfolioUrl' | 'avatarUrl'>>

/**
 * Edits the viewer's profile and updates the session (spec §4). Resolves to `failed` or `unknown` if it fails, and logs
 * the error (spec §8). If the response was lost, asks the backend for the result.
 */
export async function editProfile(scope: SessionScope, input: ProfileChange): Promise<SaveResult> {
  const client = clientOf(scope)
  try {
    const { viewer } = (await sendMutation(client, EditProfileDocument, { input })).editProfile
    updateSessionUser(sessionUserOf(viewer))
  } catch (error) {
    reportError(error)
    const result = isOutcomeUnknown(error) ? await resultOf(client, input) : 'failed'
    if (result !== 'saved') return result
  }
  // The user may have logged out meanwhile.
  if (!scope.signal.aborted) toast.success('Profile updated')
  return 'saved'
}

/** Asks the backend whether the profile has this change. */
async function resultOf(client: ApolloClient, change: ProfileChange): Promise<SaveResult> {
  try {
    const { viewer } = await fetchQuery(client, ViewerDocument, {})
    if (!viewer) return 'unknown'
    const { bio, portfolioUrl, avatarUrl } = { ...viewer, ...change }
    if (bio !== viewer.bio || portfolioUrl !== viewer.portfolioUrl || avatarUrl !== viewer.avatarUrl) return 'failed'
    updateSessionUser(sessionUserOf(viewer))
    return 'saved'
  } catch (error) {
    reportError(error)
    return 'unknown'
  }
}
