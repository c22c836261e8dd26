/** First and last name, or the username if both are empty. */
export function fullName(user: { firstName: string; lastName: string; username: string }): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.username
}

/** The path of a user's profile; the viewer's own has a path of its own (spec §2). */
export function profilePath(user: { id: string; viewerCanEdit: boolean }): string {
  return user.viewerCanEdit ? '/userprofile' : `/userprofile/${user.id}`
}
