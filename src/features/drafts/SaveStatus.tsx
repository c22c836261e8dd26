import { useDeferredValue } from 'react'
import { useDraft } from './drafts.ts'
import { useSaveProblem } from './useSaveProblem.ts'

/** Says that an edit was not saved, and what of its draft the browser could not save. */
export function SaveStatus({ id }: { id: string }) {
  const { failed, deleted } = useDraft(id) ?? {}
  const problem = useSaveProblem(id)
  const result = failed !== undefined && `${deleted ? 'This post was deleted.' : 'Not saved.'} Your text is still here.`
  const message = [result, problem].filter(Boolean).join(' ')
  // It is first rendered without text: screen readers announce only what changes in a live region.
  return <p role="status">{useDeferredValue(message, '')}</p>
}
