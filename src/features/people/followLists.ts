import type { ListAddress } from '../../pagedList/cachedLists.ts'
import { listsOf } from '../../pagedList/lists.ts'
import type { SessionScope } from '../../session/sessionScope.ts'

/** Whether a list has the users who follow a user, or whom a user follows. */
export function isOfFollows({ name }: ListAddress): boolean {
  return name === 'followers' || name === 'following'
}

/** What a follow or its end changes in lists, but for the posts of who is followed now: an event has the feed fetched. */
export function changeFollowLists(scope: SessionScope, following: boolean): void {
  const lists = listsOf(scope)
  lists.markStale(isOfFollows)
  lists.markStale(({ name, variables }) => name === 'searchPosts' && variables['scope'] === 'FOLLOWING')
  if (!following) lists.removeTakenOut('feed')
}
