import { useDeferredValue } from 'react'
import { useDraft, type Draft } from './drafts.ts'
import { useSaveProblem } from './useSaveProblem.ts'

const messages: Record<NonNullable<Draft['saveResult']>, string> = {
  failed: 'Not saved.',
  unknown: 'It is not certain that this was saved.',
}

/**
 * Says whether the last try to save an edit or the profile failed or is uncertain, and what of the draft the browser could
 * not save.
 */
export function SaveStatus({ id }: { id: string }) {
  const { saveResult, deleted } = useDraft(id) ?? {}
  const problem = useSaveProblem(id)
  const result = saveResult && `${deleted ? 'This post was deleted.' : messages[saveResult]} Your text is still here.`
  const message = [result, problem].filter(Boolean).join(' ')
  // It is first rendered without text: screen readers announce only what changes in a live region.
  return <p role="status">{useDeferredValue(message, '')}</p>
}
