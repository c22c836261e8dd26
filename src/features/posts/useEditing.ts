import { useRef, useState, type RefObject } from 'react'
import { useEditPost } from './useEditPost.ts'

export interface Editing {
  /** The edited text, or null while the form is closed. */
  draft: string | null
  /** The text to show: the text being saved, else the saved text. */
  text: string
  /** Whether the form is open, or its text is being saved. */
  isUnsaved: boolean
  toggle: () => void
  setDraft: (draft: string) => void
  cancel: () => void
  submit: () => void
}

/**
 * The state of a post's edit form. The form closes on submit, and opens again with the draft if the call fails. Closing
 * it focuses `editButtonRef`, the button that opens it.
 */
export function useEditing(
  postId: string,
  content: string,
  editButtonRef: RefObject<HTMLButtonElement | null>,
): Editing {
  const [draft, setDraft] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const lastSubmit = useRef(0)
  const { editPost } = useEditPost(postId)
  const text = sent ?? content

  const close = () => {
    setDraft(null)
    editButtonRef.current?.focus()
  }

  const submit = async () => {
    if (draft === null) return
    close()
    if (draft === text) return
    setSent(draft)
    lastSubmit.current += 1
    const thisSubmit = lastSubmit.current
    const accepted = await editPost(draft)
    // A later draft is being saved: only its result counts.
    if (thisSubmit !== lastSubmit.current) return
    setSent(null)
    if (!accepted) setDraft((newer) => newer ?? draft)
  }

  return {
    draft,
    text,
    isUnsaved: draft !== null || sent !== null,
    toggle: () => (draft === null ? setDraft(text) : close()),
    setDraft,
    cancel: close,
    submit: () => void submit(),
  }
}
