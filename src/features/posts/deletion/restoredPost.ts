let restoredId: string | undefined

/** Moves the focus to the card of a post that is being restored, as soon as it is shown. */
export function focusWhenShown(postId: string): void {
  restoredId = postId
}

/** Returns whether the card of this post is to take the focus, and forgets the request. */
export function consumeFocusRequest(postId: string): boolean {
  if (restoredId !== postId) return false
  restoredId = undefined
  return true
}
