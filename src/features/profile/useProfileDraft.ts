import { useEffect, useEffectEvent, useState } from 'react'
import { changeDraft, draftId, readDraft, removeDraft, useDraft, type SaveResult } from '../drafts/drafts.ts'
import { portfolioProblem } from './portfolio.ts'

export interface ProfileTexts {
  bio: string
  portfolioUrl: string
}

export interface ProfileDraft {
  /** The id of the draft. */
  id: string
  isOpen: boolean
  /** What is in the form. */
  texts: ProfileTexts
  /** Why the portfolio address is refused. An address that the profile already has is not. */
  portfolioProblem: string | undefined
  /** Whether the user has opened the form, which then takes the focus. */
  takesFocus: boolean
  /** Whether the form asks whether to discard the changes. */
  isAsking: boolean
  open: () => void
  change: (change: Partial<ProfileTexts>) => void
  /** Closes the form, but asks first if it has a change. */
  cancel: () => void
  /** Discards the draft and closes the form. */
  discard: () => void
  /** Closes the form after these texts were saved, unless others were typed meanwhile. */
  finish: (saved: ProfileTexts) => void
  /** Keeps the form open after a call has failed, until the profile has the texts. */
  fail: (result: Exclude<SaveResult, 'saved'>) => void
  /** Dismisses the question. */
  keepEditing: () => void
}

/** The state of the form for the viewer's profile. A change is a draft until it is saved or discarded. */
export function useProfileDraft(
  { bio, portfolioUrl, isViewer }: ProfileTexts & { isViewer: boolean },
  onClosed: () => void,
): ProfileDraft {
  const id = draftId('profile')
  const own = useDraft(id)
  const draft = isViewer ? own : undefined
  const [isOpened, setOpened] = useState(false)
  const [takesFocus, setTakesFocus] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const texts = { bio: draft?.text ?? bio, portfolioUrl: draft?.portfolioUrl ?? portfolioUrl }
  const isChanged = texts.bio !== bio || texts.portfolioUrl !== portfolioUrl
  const isOpen = isOpened || isChanged

  const discardSaved = useEffectEvent(() => {
    removeDraft(id)
    if (takesFocus) onClosed()
  })
  useEffect(() => {
    // It was saved in another tab, or the response to the call that saved it was lost.
    if (draft && !isOpen) discardSaved()
  }, [draft, isOpen])

  const discard = () => {
    removeDraft(id)
    setOpened(false)
    setAsking(false)
    onClosed()
  }

  return {
    id,
    isOpen,
    texts,
    portfolioProblem: texts.portfolioUrl === portfolioUrl ? undefined : portfolioProblem(texts.portfolioUrl),
    takesFocus,
    isAsking,
    open: () => {
      setTakesFocus(true)
      setOpened(true)
    },
    change: (change) => {
      setOpened(true)
      const { bio: text, portfolioUrl: url } = { ...texts, ...change }
      changeDraft(id, ({ saveResult: _saveResult, ...former }) => ({ ...former, text, portfolioUrl: url }))
    },
    cancel: () => {
      if (isChanged) setAsking(true)
      else discard()
    },
    discard,
    finish: (saved) => {
      const { text = saved.bio, portfolioUrl: url = saved.portfolioUrl } = readDraft(id) ?? {}
      if (text === saved.bio && url === saved.portfolioUrl) discard()
    },
    fail: (saveResult) => {
      const unsaved = readDraft(id)
      if (isChanged) {
        // Another tab has discarded it.
        if (!unsaved) return
        // The form is then open while the draft differs from the profile: it closes if the event of the change arrives.
        setOpened(false)
      }
      changeDraft(id, (former) => ({ ...former, text: unsaved?.text ?? texts.bio, saveResult }))
    },
    keepEditing: () => setAsking(false),
  }
}
