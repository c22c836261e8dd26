import { useEffect } from 'react'
import { sessionState, useSessionScope, type SessionScope } from '../../session/sessionScope.ts'
import { toast } from '../../ui/toasts/toast.ts'

/** The forms that edit drafts and are on the page. */
const shownIn = sessionState(() => new Set<{ draftId: string }>())

/** Counts the form of a draft as shown while it is mounted, also if it is closed. */
export function useShownForm(draftId: string): void {
  const shown = shownIn(useSessionScope())
  useEffect(() => {
    const form = { draftId }
    shown.add(form)
    return () => void shown.delete(form)
  }, [shown, draftId])
}

/** Shows a toast if the form of a draft, which says why it was not saved, is not on the page, and the session goes on. */
export function reportUnshown(scope: SessionScope, draftId: string, message: string): void {
  const isShown = [...shownIn(scope)].some((form) => form.draftId === draftId)
  if (!scope.signal.aborted && !isShown) toast.error(message)
}
