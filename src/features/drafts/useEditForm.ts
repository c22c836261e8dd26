import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react'
import { isComposing } from '../../lib/keys.ts'
import type { Draft } from './draft.ts'
import { removeDraft } from './draftStore.ts'
import { useFormState, type FormState } from './sendDraft.ts'

interface EditFormOptions {
  id: string
  draft: Draft | undefined
  /** Whether the form has something else than what is saved. */
  isChanged: boolean
  /** Called when the form closes: focuses the button that opens it. */
  onClosed: () => void
}

/** The form that edits a post or the profile. */
export interface EditForm {
  id: string
  state: FormState
  isOpen: boolean
  /** Whether the form asks whether to discard the changes. */
  isAsking: boolean
  /** Whether the user has opened the form, which then takes the focus. */
  takesFocus: boolean
  /** Opens the form, or cancels it if it is open. */
  toggle: () => void
  /** Closes the form, but asks first if it has a change. */
  cancel: () => void
  /** Cancels the form, or dismisses its question and calls `focusField`. */
  cancelOnEscape: (event: KeyboardEvent, focusField: () => void) => void
  discard: () => void
  /** Dismisses the question. */
  keepEditing: () => void
  /** Closes the form and moves the focus. It stays open, or opens again, while it has a change that is not being sent. */
  close: () => void
  /** Sets whether the form is open without such a change. */
  setOpened: (isOpened: boolean) => void
}

/**
 * The state of a form that edits a post or the profile. Its contents are a draft until they are saved or discarded: the
 * form is open wherever there is a change.
 */
export function useEditForm({ id, draft, isChanged, onClosed }: EditFormOptions): EditForm {
  const state = useFormState(draft)
  const [isOpened, setOpened] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [takesFocus, setTakesFocus] = useState(false)
  const isOpen = isOpened || (isChanged && state.type !== 'sending')
  const isRedundant = !isOpen && state.type !== 'sending'
  // Only the user's own press moves the focus, not a change in another window.
  if (takesFocus && isRedundant && !draft) setTakesFocus(false)

  const discardSaved = useEffectEvent(() => {
    removeDraft(id)
    if (takesFocus && document.activeElement === document.body) onClosed()
  })
  useEffect(() => {
    // It was saved in another tab, or by a call that the backend answered with an error.
    if (draft && isRedundant) discardSaved()
  }, [draft, isRedundant])

  const close = () => {
    setOpened(false)
    setAsking(false)
    onClosed()
  }
  const cancel = () => {
    if (isChanged) setAsking(true)
    else close()
  }
  const open = () => {
    setTakesFocus(true)
    setOpened(true)
  }
  return {
    id,
    state,
    isOpen,
    isAsking: isAsking && isOpen,
    takesFocus,
    toggle: isOpen ? cancel : open,
    cancel,
    cancelOnEscape: (event, focusField) => {
      if (event.key !== 'Escape' || isComposing(event)) return
      if (!isAsking) return cancel()
      setAsking(false)
      focusField()
    },
    discard: () => {
      removeDraft(id)
      close()
    },
    keepEditing: () => setAsking(false),
    close,
    setOpened,
  }
}
