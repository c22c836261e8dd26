/** First and last name, or the username where there is neither. */
export function fullName(user: { firstName: string; lastName: string; username: string }): string {
  return `${user.firstName} ${user.lastName}`.trim() || user.username
}

/** Where a member's profile is; one's own has an address of its own (spec §2). */
export function profilePath(user: { id: string; viewerCanEdit: boolean }): string {
  return user.viewerCanEdit ? '/userprofile' : `/userprofile/${user.id}`
}
