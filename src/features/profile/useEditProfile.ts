import { useApolloClient } from '@apollo/client/react'
import { useState } from 'react'
import { reportError } from '../../apollo/errors.ts'
import { sessionUserOf, updateSessionUser } from '../../session/session.ts'
import type { EditProfileInput } from '../../generated/types.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { EditProfileDocument } from './ProfileCard.generated.ts'

/**
 * Edits the viewer's profile and updates the session (spec §4). Resolves to whether that succeeded; a failure is only
 * logged (spec §8).
 */
export function useEditProfile(): { busy: boolean; editProfile: (input: EditProfileInput) => Promise<boolean> } {
  const client = useApolloClient()
  const [busy, setBusy] = useState(false)
  const editProfile = async (input: EditProfileInput) => {
    setBusy(true)
    try {
      const { data } = await client.mutate({ mutation: EditProfileDocument, variables: { input } })
      if (data) updateSessionUser(sessionUserOf(data.editProfile.viewer))
      toast.success('Profile updated')
      return true
    } catch (error) {
      reportError(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, editProfile }
}
