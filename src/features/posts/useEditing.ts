import { useRef, useState, type RefObject } from 'react'
import { useEditPost } from './useEditPost.ts'

export interface Editing {
  /** The edited text, or null while the form is closed. */
  draft: string | null
  /** The text to show: the one being saved, else the saved one. */
  text: string
  toggle: () => void
  setDraft: (draft: string) => void
  cancel: () => void
  update: () => void
}

/**
 * The edit form of a post. It closes on Update and opens again with the text if the call fails, so that nothing typed
 * is lost. Closing moves the focus back to `pencil`, the button that opened it.
 */
export function useEditing(postId: string, content: string, pencil: RefObject<HTMLButtonElement | null>): Editing {
  const [draft, setDraft] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const lastUpdate = useRef(0)
  const { editPost } = useEditPost(postId)
  const text = sent ?? content

  const close = () => {
    setDraft(null)
    pencil.current?.focus()
  }

  const update = async () => {
    if (draft === null) return
    close()
    if (draft === text) return
    setSent(draft)
    lastUpdate.current += 1
    const thisUpdate = lastUpdate.current
    const accepted = await editPost(draft)
    // A later text is being saved: only its result counts.
    if (thisUpdate !== lastUpdate.current) return
    setSent(null)
    if (!accepted) setDraft((newer) => newer ?? draft)
  }

  return {
    draft,
    text,
    toggle: () => (draft === null ? setDraft(text) : close()),
    setDraft,
    cancel: close,
    update: () => void update(),
  }
}
