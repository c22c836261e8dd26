import type { ReactNode } from 'react'
import { useLiveText } from '../../ui/liveText.ts'
import { DiscardQuestion } from './DiscardQuestion.tsx'
import { useSaveProblem } from './draftStore.ts'
import type { EditForm } from './useEditForm.ts'

interface EditFormFootProps {
  form: EditForm
  className: string | undefined
  /** Called when the user goes on editing: focuses a field. */
  onKeepEditing: () => void
  /** The buttons, with a `SaveStatus`. */
  children: ReactNode
}

/** The end of a form: its buttons, or the question whether to discard the changes. */
export function EditFormFoot({ form, className, onKeepEditing, children }: EditFormFootProps) {
  const keepEditing = () => {
    form.keepEditing()
    onKeepEditing()
  }
  return (
    <div className={className}>
      {form.isAsking ? <DiscardQuestion onDiscard={form.discard} onKeep={keepEditing} /> : children}
    </div>
  )
}

/** Says that the last try to save an edit or the profile failed, and what of the draft the browser could not save. */
export function SaveStatus({ form: { id, state } }: { form: EditForm }) {
  const problem = useSaveProblem(id)
  const failure = state.type === 'failed' && `${state.message} Your text is still here.`
  const message = [failure, problem].filter(Boolean).join(' ')
  return <p role="status">{useLiveText(message)}</p>
}
