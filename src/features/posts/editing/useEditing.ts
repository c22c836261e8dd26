import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { createStore, useStore } from '../../../lib/createStore.ts'
import { sessionState, useSessionScope } from '../../../session/scope.ts'
import {
  changeDraft,
  draftId,
  newKey,
  readDraft,
  removeDraft,
  updateDraft,
  useDraft,
  type Draft,
  type DraftFile,
  type SaveResult,
} from '../../drafts/drafts.ts'
import { useAttachment, type AttachmentForm } from '../../media/useAttachment.ts'
import type { PostCard_PostFragment } from '../card/PostCard.generated.ts'

export type Media = PostCard_PostFragment['media']

/** What a form can change of a post. */
export interface Content {
  text: string
  media: Media
}

interface Edit {
  postId: string
  edited: Content
  former: Content
  idempotencyKey: string | null
}

/** Saves an edit. `deleted` means that there is no such post. */
export type EditPost = (edit: Edit) => Promise<SaveResult | 'deleted'>

export interface Editing {
  /** The id of the draft. */
  id: string
  isOpen: boolean
  /** What is in the form while it is open. */
  edited: Content
  /**
   * What to show of the post: the content that is being saved, else the saved one. Without the media that the open form
   * removes or replaces.
   */
  shown: Content
  /** Whether the form asks whether to discard the changes. */
  isAsking: boolean
  /** Whether the form is open, or its content is being saved. */
  isUnsaved: boolean
  /** Whether the user has opened the form, which then takes the focus. */
  takesFocus: boolean
  toggle: () => void
  change: (change: Partial<Pick<Draft, 'text' | 'alt' | 'removesMedia'>>) => void
  /** The file that replaces the picture or video. */
  attachment: AttachmentForm
  /** Attaches a file that replaces the picture or video, or removes it again. */
  attach: (file: DraftFile | undefined) => void
  /** Closes the form, but asks first if it has a change. */
  cancel: () => void
  /** Answers that question: discards the draft and closes the form. */
  discard: () => void
  /** Dismisses that question. */
  keepEditing: () => void
  /** Resolves when the draft was saved, or the call has failed. */
  submit: (editPost: EditPost) => Promise<void>
}

/** The contents that are being saved, by the id of their draft: a card can unmount meanwhile and mount again. */
const sentContentsOf = sessionState(() => createStore<ReadonlyMap<string, Content>>(new Map()))

/**
 * The state of a post's edit form. A change is a draft until it is saved or discarded, and the form is open wherever the
 * post is shown. It closes on submit, and opens again if the call fails. Closing it focuses `editButtonRef`, the button
 * that opens it.
 */
export function useEditing(
  { id: postId, content, media }: PostCard_PostFragment,
  editButtonRef: RefObject<HTMLButtonElement | null>,
): Editing {
  const id = draftId(`edit:${postId}`)
  const sentContents = sentContentsOf(useSessionScope())
  const draft = useDraft(id)
  const [isOpened, setOpened] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [takesFocus, setTakesFocus] = useState(false)
  const sent = useStore(sentContents, (all) => all.get(id)) ?? null
  const saved = { text: content, media }
  const former = sent ?? saved
  const edited = withDraft(former, draft)
  const attach = (file: DraftFile | undefined) =>
    changeContent(({ file: replaced, alt, ...rest }) => ({
      ...rest,
      ...(file && { file, ...(replaced?.id === file.id && { alt }) }),
    }))
  const attachment = useAttachment(id, { attach })
  const isOpen = isOpened || (sent === null && (attachment.picked !== null || !isSame(edited, saved)))
  const isRedundant = !isOpen && sent === null
  // Only the user's own press moves the focus, not an edit in another window.
  if (takesFocus && isRedundant && !draft) setTakesFocus(false)

  const discardSaved = useEffectEvent(() => {
    removeDraft(id)
    // The form, which had the focus, is no longer rendered.
    if (takesFocus && document.activeElement === document.body) editButtonRef.current?.focus({ preventScroll: true })
  })
  useEffect(() => {
    // The response that the edit was saved has not arrived: the page was closed, or the response was lost.
    if (draft && isRedundant) discardSaved()
  }, [draft, isRedundant])

  /** Reads the text from the draft: an upload calls this from the render in which it started. */
  const changeContent = (change: (draft: Draft) => Draft) => {
    setOpened(true)
    const text = readDraft(id)?.text ?? former.text
    // Another content is another request, and needs another idempotency key.
    changeDraft(id, ({ sentAt, saveResult: _saveResult, ...rest }) =>
      change({ ...rest, text, ...(sentAt !== undefined && { key: newKey() }) }),
    )
  }
  const close = () => {
    attachment.cancelPick()
    setOpened(false)
    setAsking(false)
    editButtonRef.current?.focus()
  }
  const discard = () => {
    removeDraft(id)
    close()
  }
  const cancel = () => {
    if (isSame(edited, former)) discard()
    else setAsking(true)
  }

  const submit = async (editPost: EditPost) => {
    close()
    if (isSame(edited, former)) return
    sentContents.update((all) => new Map(all).set(id, edited))
    changeDraft(id, ({ saveResult: _saveResult, ...changed }) => ({ ...changed, sentAt: Date.now() }))
    const idempotencyKey = readDraft(id)?.key ?? null
    const result = await editPost({ postId, edited, former, idempotencyKey })
    // A later draft is being saved: only its result counts.
    if (sentContents.get().get(id) !== edited) return
    sentContents.update((all) => new Map([...all].filter(([other]) => other !== id)))
    const current = readDraft(id)
    if (result !== 'saved') {
      const deleted = result === 'deleted'
      updateDraft(id, (unsaved) => ({ ...unsaved, saveResult: deleted ? 'failed' : result, deleted }))
    } else if (current && isSame(withDraft(edited, current), edited)) removeDraft(id)
  }

  return {
    id,
    isOpen,
    edited,
    shown: { ...former, media: !isOpen ? former.media : draft?.file ? null : edited.media },
    isAsking: isAsking && isOpen,
    isUnsaved: isOpen || sent !== null,
    takesFocus,
    toggle: () => {
      if (isOpen) return cancel()
      setTakesFocus(true)
      setOpened(true)
    },
    change: (change) => changeContent((rest) => ({ ...rest, ...change })),
    attachment,
    attach,
    cancel,
    discard,
    keepEditing: () => setAsking(false),
    submit,
  }
}

function withDraft({ text, media }: Content, draft: Draft | undefined): Content {
  if (!draft) return { text, media }
  const { file, removesMedia, alt = file ? '' : media?.alt } = draft
  const nextMedia = file ? mediaOf(file) : removesMedia ? null : media
  return { text: draft.text, media: nextMedia && { ...nextMedia, alt: alt ?? '' } }
}

/** Returns the media that a file becomes. It has no URL before the upload. */
function mediaOf({ type, uploaded }: DraftFile): NonNullable<Media> {
  const { url = '', width = null, height = null } = uploaded ?? {}
  return { __typename: 'Media', url, type, width, height, alt: '' }
}

export function isSame(one: Content, other: Content): boolean {
  return one.text === other.text && isSameMedia(one.media, other.media)
}

export function isSameMedia(one: Media, other: Media): boolean {
  return one?.url === other?.url && one?.alt.trim() === other?.alt.trim()
}
