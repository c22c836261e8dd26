import { useEffect, useRef, useState, type RefObject } from 'react'
import { changeDraft, draftId, newKey, readDraft, removeDraft, useDraft } from '../drafts/drafts.ts'
import { useEditPost } from './useEditPost.ts'

export interface Editing {
  /** The id of the draft. */
  id: string
  /** The edited text, or null while the form is closed. */
  draft: string | null
  /** The text to show: the text being saved, else the saved text. */
  text: string
  /** Whether the form is open, or its text is being saved. */
  isUnsaved: boolean
  /** Whether the user has opened the form, which then takes the focus. */
  takesFocus: boolean
  toggle: () => void
  setDraft: (draft: string) => void
  /** Discards the draft and closes the form. */
  cancel: () => void
  submit: () => void
}

/**
 * The state of a post's edit form. A changed text is a draft until it is saved or discarded, and the form is open
 * wherever the post is shown. It closes on submit, and opens again if the call fails. Closing it focuses
 * `editButtonRef`, the button that opens it.
 */
export function useEditing(
  postId: string,
  content: string,
  editButtonRef: RefObject<HTMLButtonElement | null>,
): Editing {
  const id = draftId(`edit:${postId}`)
  const draft = useDraft(id)
  const [isOpened, setOpened] = useState(false)
  const [takesFocus, setTakesFocus] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const lastSubmit = useRef(0)
  const { editPost } = useEditPost(postId)
  const text = sent ?? content
  const edited = draft?.text ?? text
  const isOpen = isOpened || (sent === null && edited !== content)

  useEffect(() => {
    // The page was closed before the answer arrived, but the text was saved.
    if (draft && !isOpened && sent === null && draft.text === content) removeDraft(id)
  }, [id, draft, isOpened, sent, content])

  const close = () => {
    setOpened(false)
    editButtonRef.current?.focus()
  }
  const cancel = () => {
    removeDraft(id)
    close()
  }

  const submit = async () => {
    close()
    if (edited === text) return
    setSent(edited)
    lastSubmit.current += 1
    const thisSubmit = lastSubmit.current
    changeDraft(id, ({ failed: _failed, ...changed }) => ({ ...changed, sentAt: Date.now() }))
    const result = await editPost(edited, readDraft(id)?.key)
    // A later draft is being saved: only its result counts.
    if (thisSubmit !== lastSubmit.current) return
    setSent(null)
    if (result !== 'saved')
      changeDraft(id, (refused) => ({ ...refused, failed: result, deleted: result === 'deleted' }))
    else if (readDraft(id)?.text === edited) removeDraft(id)
  }

  return {
    id,
    draft: isOpen ? edited : null,
    text,
    isUnsaved: isOpen || sent !== null,
    takesFocus,
    toggle: () => {
      if (isOpen) return cancel()
      setTakesFocus(true)
      setOpened(true)
    },
    setDraft: (next) => {
      setOpened(true)
      // Another text is another request, and needs another idempotency key.
      changeDraft(id, ({ sentAt, failed: _failed, ...former }) => ({
        ...former,
        text: next,
        ...(sentAt !== undefined && { key: newKey() }),
      }))
    },
    cancel,
    submit: () => void submit(),
  }
}
