import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

interface DiscardQuestionProps {
  question?: string
  /** The label of the safe answer. */
  keep?: string
  onDiscard: () => void
  onKeep: () => void
}

/** Asks whether to discard something that the user has typed. The safe answer has the focus. */
export function DiscardQuestion({
  question = 'Discard changes?',
  keep = 'Keep editing',
  onDiscard,
  onKeep,
}: DiscardQuestionProps) {
  const keepButton = useRef<HTMLButtonElement>(null)
  useEffect(() => keepButton.current?.focus(), [])
  return (
    <>
      <p role="alert">{question}</p>
      <Button ref={keepButton} size="sm" variant="quiet" onClick={onKeep}>
        {keep}
      </Button>
      <Button size="sm" variant="danger" onClick={onDiscard}>
        Discard
      </Button>
    </>
  )
}
