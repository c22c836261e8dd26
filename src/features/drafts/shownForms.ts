import { useEffect } from 'react'
import type { SessionScope } from '../../session/sessionScope.ts'
import { toast } from '../../ui/toasts/toast.ts'

/** The forms that edit drafts and are on the page. The page owns them: a form unmounts by itself when its session ends. */
const shown = new Set<{ draftId: string }>()

/** Counts the form of a draft as shown while it is mounted, also if it is closed. */
export function useShownForm(draftId: string): void {
  useEffect(() => {
    const form = { draftId }
    shown.add(form)
    return () => void shown.delete(form)
  }, [draftId])
}

/** Shows a toast if the form of a draft, which says why it was not saved, is not on the page, and the session goes on. */
export function reportUnshown({ signal }: SessionScope, draftId: string, message: string): void {
  if (!signal.aborted && ![...shown].some((form) => form.draftId === draftId)) toast.error(message)
}
