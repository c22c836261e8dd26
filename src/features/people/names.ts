/** Returns the first and last name, or the username if both are empty. */
export function fullName(user: { firstName: string; lastName: string; username: string }): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.username
}

/** Returns the path of a user's profile: /userprofile for the viewer (spec §2). */
export function profilePath(user: { id: string; isViewer: boolean }): string {
  return user.isViewer ? '/userprofile' : `/userprofile/${user.id}`
}
