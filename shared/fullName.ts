import { isVisible } from './visibleText.ts'

/** Returns the first and last name, or the username if neither can be seen. */
export function fullName(user: { firstName: string; lastName: string; username: string }): string {
  const name = `${user.firstName} ${user.lastName}`.trim()
  return isVisible(name) ? name : user.username
}
