import { useRef, useState, type RefObject } from 'react'
import { useEditPost } from './useEditPost.ts'

export interface Editing {
  /** The text being changed, or null while the box is closed. */
  draft: string | null
  /** What to show as the post's text: what was typed while it is on its way, else what the backend said. */
  text: string
  toggle: () => void
  setDraft: (draft: string) => void
  cancel: () => void
  update: () => void
}

/** The edit box of a post, opened by `pencil`, which gets the focus back: it closes on Update, and opens again with the text if the call fails, so that nothing is lost. */
export function useEditing(postId: string, content: string, pencil: RefObject<HTMLButtonElement | null>): Editing {
  const [draft, setDraft] = useState<string | null>(null)
  const [sent, setSent] = useState<string | null>(null)
  const turn = useRef(0)
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
    turn.current += 1
    const mine = turn.current
    const taken = await editPost(draft)
    // A later text is on its way: its own answer counts.
    if (mine !== turn.current) return
    setSent(null)
    if (!taken) setDraft((typedSince) => typedSince ?? draft)
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
