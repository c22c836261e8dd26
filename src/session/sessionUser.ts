import type { SessionUser } from './session.ts'
import type { SessionUserFragment } from './SessionUser.generated.ts'

/** The member in the facade's spelling, as kept in local storage. */
export function sessionUserOf(user: SessionUserFragment): SessionUser {
  const { id, username, firstName, lastName, email, bio, portfolioUrl, avatarUrl } = user
  return { _id: id, username, firstName, lastName, email: email ?? '', bio, profile: portfolioUrl, avatar: avatarUrl }
}
