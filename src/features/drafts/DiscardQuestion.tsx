import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'

interface DiscardQuestionProps {
  onDiscard: () => void
  onKeepEditing: () => void
}

/** Asks whether to discard the changes of a form. The safe answer has the focus. */
export function DiscardQuestion({ onDiscard, onKeepEditing }: DiscardQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    <>
      <p role="alert">Discard changes?</p>
      <Button size="sm" variant="danger" onClick={onDiscard}>
        Discard
      </Button>
      <Button ref={keep} size="sm" variant="quiet" onClick={onKeepEditing}>
        Keep editing
      </Button>
    </>
  )
}
