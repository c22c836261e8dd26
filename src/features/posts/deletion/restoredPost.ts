import { sessionState, type SessionScope } from '../../../session/scope.ts'

/** The post whose card is to take the focus. */
const restoredOf = sessionState((): { postId?: string } => ({}))

/** Moves the focus to the card of a post that is being restored, as soon as it is shown. */
export function focusWhenShown(scope: SessionScope, postId: string): void {
  restoredOf(scope).postId = postId
}

/** Returns whether the card of this post is to take the focus, and forgets the request. */
export function consumeFocusRequest(scope: SessionScope, postId: string): boolean {
  const restored = restoredOf(scope)
  if (restored.postId !== postId) return false
  delete restored.postId
  return true
}
