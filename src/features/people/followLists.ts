import type { ListAddress } from '../../pagedList/cachedLists.ts'

/** Whether a list has the users who follow a user, or whom a user follows. */
export function isOfFollows({ name }: ListAddress): boolean {
  return name === 'followers' || name === 'following'
}
