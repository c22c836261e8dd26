import { useDeferredValue } from 'react'
import { useSaveProblem } from './draftStore.ts'
import type { DraftForm } from './useDraftForm.ts'

/** Says that the last try to save an edit or the profile failed, and what of the draft the browser could not save. */
export function SaveStatus({ form: { id, state } }: { form: DraftForm }) {
  const problem = useSaveProblem(id)
  const failure = state.type === 'failed' && `${state.message} Your text is still here.`
  const message = [failure, problem].filter(Boolean).join(' ')
  // It is first rendered without text: screen readers announce only what changes in a live region.
  return <p role="status">{useDeferredValue(message, '')}</p>
}
