import { clientOf } from '../../apollo/client.ts'
import { reportError } from '../../lib/reportError.ts'
import { listsOf } from '../../pagedList/lists.ts'
import { changeFollowLists, isOfFollows } from './followLists.ts'
import type { SessionScope } from '../../session/sessionScope.ts'
import type {
  FollowingChange_ChangeFragment,
  UserChange_ChangeFragment,
  UserDeletion_ChangeFragment,
} from './UserChanges.generated.ts'

/** What events of users do to lists. Apollo has merged their records. */

export function onUserChange(scope: SessionScope, { user }: UserChange_ChangeFragment): void {
  // Nobody had this username before the sign-up.
  clientOf(scope).cache.evict({ fieldName: 'userByUsername', args: { username: user.username } })
  listsOf(scope).markStale((list) => isOfFollows(list) || list.name === 'searchUsers')
}

/** Removes the user from the cache, and so from all lists, with their posts. */
export function onUserDeletion(scope: SessionScope, { deletedUserId }: UserDeletion_ChangeFragment): void {
  clientOf(scope).cache.evict({ id: `User:${deletedUserId}` })
}

export function onFollowingChange(scope: SessionScope, { user }: FollowingChange_ChangeFragment): void {
  changeFollowLists(scope, user.viewerIsFollowing)
  if (!user.viewerIsFollowing) return
  listsOf(scope)
    .refetch(({ name }) => name === 'feed')
    .catch(reportError)
}
