import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

interface DiscardQuestionProps {
  question?: string
  onDiscard: () => void
  onKeepEditing: () => void
}

/** Asks whether to discard something that the user has typed. The safe answer has the focus. */
export function DiscardQuestion({ question = 'Discard changes?', onDiscard, onKeepEditing }: DiscardQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    <>
      <p role="alert">{question}</p>
      <Button size="sm" variant="danger" onClick={onDiscard}>
        Discard
      </Button>
      <Button ref={keep} size="sm" variant="quiet" onClick={onKeepEditing}>
        Keep editing
      </Button>
    </>
  )
}
